// What the scripts of the Star Trek table share: the rules' own integers (ST-2.3 to ST-2.6), the plan that the server
// sends, and drawing on the board.

import { byId } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";
/** @param {import("../wish.js").Wish} wish */
export const send = (wish) => document.dispatchEvent(new CustomEvent("klaxon:send", { detail: wish }));
/** @returns {SVGSVGElement | null} */
export const board = () => document.querySelector("svg#board");

const sine = Array.from({ length: 901 }, (_, i) => Math.round(1e6 * Math.sin((i * Math.PI) / 1800)));
/** @param {number} h */
export function sin(h) {
  const q = Math.floor(h / 900), r = h % 900;
  return [sine[r], sine[900 - r], -sine[r], -sine[900 - r]][q];
}
/** @param {number} h */
export const cos = (h) => sin((h + 900) % 3600);
/** @param {number} a */
const rdiv = (a) => Math.sign(a) * Math.floor((Math.abs(a) + 500000) / 1e6);
/// So many mils away in a direction, each coordinate rounded once.
/** @param {Point} p @param {number} h @param {number} mils @returns {Point} */
export const ahead = (p, h, mils) => ({ x: p.x + rdiv(mils * cos(h)), y: p.y + rdiv(mils * sin(h)) });
/// The direction to the nearest tenth of a degree.
/** @param {Point} from @param {Point} to */
export const tenths = (from, to) => (Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 1800) / Math.PI) + 3600) % 3600;
/** @param {Point} a @param {Point} b */
export const square = (a, b) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
const TEMPLATE = 3250;
/// Do they lie partly on each other (ST-2.8)?
/** @param {Disk} a @param {Disk} b */
export const overlaps = (a, b) => inRange(a, b, 0);
/// Do they touch or overlap (ST-2.9)?
/** @param {Disk} a @param {Disk} b */
export const contacts = (a, b) => square(a, b) <= (a.r + b.r) ** 2;
/// Are they at that range of each other (ST-2.10)?
/** @param {Disk} a @param {Disk} b @param {number} n */
export const inRange = (a, b, n) => square(a, b) < (a.r + b.r + n * TEMPLATE) ** 2;
/// The smallest range; 0 is overlapping.
/** @param {Disk} a @param {Disk} b */
export function rangeTo(a, b) {
  let n = 0;
  while (!inRange(a, b, n)) n += 1;
  return n;
}
/// From edge to edge.
/** @param {Disk} a @param {Disk} b */
export const gapOf = (a, b) => Math.sqrt(square(a, b)) - a.r - b.r;
/** @param {number} mils */
export const inches = (mils) => (Math.round(mils / 100) / 10).toFixed(1);
/** @param {string | number} text */
export const number = (text) => Number(String(text).replace("−", "-").replace(",", "."));
/// Degrees as a person writes them, as a heading.
/** @param {string | number} text */
export const asHeading = (text) => ((Math.round(number(text) * 10) % 3600) + 3600) % 3600;

/// What moves and what lies in its way.
/** @returns {Plan | null} */
export function planned() {
  const text = byId("st-plan")?.dataset.plan;
  return text ? JSON.parse(text) : null;
}

/** @param {Element} parent @param {string} name @param {Record<string, string | number>} attributes @param {string | number} [text] */
export function put(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = String(text);
  parent.append(element);
  return element;
}

/// A layer of the board that belongs to the scripts.
/** @param {string} id @param {boolean} hidden @returns {Element | null} */
export function layer(id, hidden) {
  const svg = board();
  /** @type {Element | null} */
  let found = byId(id);
  if (!found && svg) {
    found = put(svg, "g", { id });
    if (hidden) found.setAttribute("aria-hidden", "true");
  }
  return found;
}

/// Says what a course leads to, as sentences in a line of the page.
/** @param {string} id @param {string[]} words @param {boolean} bad */
export function say(id, words, bad) {
  const line = byId(id);
  if (!line) return;
  const text = words.length ? `${words.join("; ")}.`.replace(/^./, (c) => c.toUpperCase()) : "";
  if (line.textContent !== text) line.textContent = text;
  line.classList.toggle("bad", bad);
}
