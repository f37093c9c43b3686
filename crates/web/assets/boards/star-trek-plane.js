// What the scripts of the Star Trek table share: the rules' own integers (ST-2.3 to ST-2.6), the plan that the server
// sends, and drawing on the board.

const SVG = "http://www.w3.org/2000/svg";
export const byId = (id) => document.getElementById(id);
export const send = (wish) => document.dispatchEvent(new CustomEvent("klaxon:send", { detail: wish }));
export const board = () => byId("board");

const sine = Array.from({ length: 901 }, (_, i) => Math.round(1e6 * Math.sin((i * Math.PI) / 1800)));
function sin(h) {
  const q = Math.floor(h / 900), r = h % 900;
  return [sine[r], sine[900 - r], -sine[r], -sine[900 - r]][q];
}
const cos = (h) => sin((h + 900) % 3600);
const rdiv = (a) => Math.sign(a) * Math.floor((Math.abs(a) + 500000) / 1e6);
export const ahead = (p, h, mils) => ({ x: p.x + rdiv(mils * cos(h)), y: p.y + rdiv(mils * sin(h)) });
export const tenths = (from, to) => (Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 1800) / Math.PI) + 3600) % 3600;
export const square = (a, b) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
/// From edge to edge.
export const gapOf = (a, b) => Math.sqrt(square(a, b)) - a.r - b.r;
export const inches = (mils) => (Math.round(mils / 100) / 10).toFixed(1);
export const number = (text) => Number(String(text).replace("−", "-").replace(",", "."));
/// Degrees as a person writes them, as a heading.
export const asHeading = (text) => ((Math.round(number(text) * 10) % 3600) + 3600) % 3600;

/// What moves and what lies in its way.
export function planned() {
  const text = byId("st-plan")?.dataset.plan;
  return text ? JSON.parse(text) : null;
}

export function put(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/// A layer of the board that belongs to the scripts.
export function layer(id, hidden) {
  let found = byId(id);
  if (!found && board()) {
    found = put(board(), "g", { id });
    if (hidden) found.setAttribute("aria-hidden", "true");
  }
  return found;
}

/// Says what a course leads to, as sentences in a line of the page.
export function say(id, words, bad) {
  const line = byId(id);
  if (!line) return;
  const text = words.length ? `${words.join("; ")}.`.replace(/^./, (c) => c.toUpperCase()) : "";
  if (line.textContent !== text) line.textContent = text;
  line.classList.toggle("bad", bad);
}
