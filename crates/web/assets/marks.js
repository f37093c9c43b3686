// A study's rings and arrows: drawn over the board by the ids of what they are about, again with every step, and made there by hand.

import { around, byId, swallow, typing } from "./dom.js";
import { hold } from "./camera.js";
import { go } from "./replay.js";

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {{ x: number, y: number, r: number }} Spot */

/// Where a thing is on the board, in the board's own measure.
/** @param {SVGSVGElement} board @param {string} id @returns {Spot | null} */
function spot(board, id) {
  /** @type {SVGGraphicsElement | null} */
  const thing = board.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const out = thing?.getScreenCTM(), into = board.getScreenCTM();
  if (!thing || !out || !into) return null;
  const box = thing.getBBox(), way = into.inverse().multiply(out);
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(way);
  const edge = new DOMPoint(box.x + box.width, box.y + box.height / 2).matrixTransform(way);
  return { x: at.x, y: at.y, r: Math.hypot(edge.x - at.x, edge.y - at.y) };
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/// An arrow that ends before what it points at.
/** @param {Spot} a @param {Spot} b @param {number} width */
function arrow(a, b, width) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1, ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const back = Math.min(b.r * 0.6, length / 2), tip = { x: b.x - ux * back, y: b.y - uy * back };
  const head = width * 3, neck = { x: tip.x - ux * head, y: tip.y - uy * head };
  const side = head * 0.6, left = `${neck.x - uy * side},${neck.y + ux * side}`, right = `${neck.x + uy * side},${neck.y - ux * side}`;
  return [
    make("path", { class: "shaft", d: `M${a.x},${a.y} L${neck.x},${neck.y}`, "stroke-width": width }),
    make("path", { class: "head", d: `M${tip.x},${tip.y} L${left} L${right} Z` }),
  ];
}

function draw() {
  /** @type {SVGSVGElement | null} */
  const board = /** @type {any} */ (byId("board"));
  const told = byId("marks")?.dataset.marks ?? "[]";
  if (!board || (board.querySelector("[data-of]")?.getAttribute("data-of") ?? "[]") === told) return;
  board.querySelector("[data-of]")?.remove();
  if (told === "[]") return;
  const layer = make("g", { class: "study-overlay", "data-of": told, "aria-hidden": "true" });
  const width = Math.max(board.viewBox.baseVal.width, board.viewBox.baseVal.height) / 220;
  /** @type {{ from: string, to: string | null }[]} */
  const marks = JSON.parse(told);
  for (const mark of marks) {
    const from = spot(board, mark.from), to = mark.to ? spot(board, mark.to) : null;
    if (from && to) layer.append(...arrow(from, to, width));
    else if (from && !mark.to) layer.append(make("circle", { cx: from.x, cy: from.y, r: from.r + width, "stroke-width": width }));
  }
  board.append(layer);
}

const main = byId("main");
if (main && byId("marks")) {
  // Steps are morphed into place: whatever comes, the marks are drawn anew where they differ.
  new MutationObserver(draw).observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-marks"] });
  draw();
}

// ---- Marks by hand -------------------------------------------------------------------------------------------------
// Where marking is switched on, a tap on the board makes a ring and a stroke from one thing to another an arrow, by mouse, pen and finger.
// The right button of a mouse does it at any time. The same mark again takes it away. By keyboard marks are made in the list of the notes.

/** @type {{ id: string, pointer: number } | null} */
let stroke = null;
const isMarking = () => byId("marking")?.getAttribute("aria-pressed") === "true";
/** @param {boolean} on */
function setMarking(on) {
  byId("marking")?.setAttribute("aria-pressed", String(on));
  document.querySelector(".play")?.toggleAttribute("data-marking", on);
}

/// The thing on the board at a place of the screen.
/** @param {{ clientX: number, clientY: number }} at */
const thingAt = (at) => document.elementFromPoint(at.clientX, at.clientY)?.closest("#board [data-id]")?.getAttribute("data-id") || null;

/// Is it the beginning of a mark?
/** @param {PointerEvent} event */
const marks = (event) => Boolean(byId("mark-form")) && (event.button === 2 || (event.button === 0 && isMarking()));
if (byId("marking")) hold(marks);

/// Shows where an arrow would lead.
/** @param {string} from @param {{ clientX: number, clientY: number } | null} at */
function preview(from, at) {
  /** @type {SVGSVGElement | null} */
  const board = /** @type {any} */ (byId("board"));
  board?.querySelector(".study-preview")?.remove();
  const start = at && board ? spot(board, from) : null, matrix = board?.getScreenCTM();
  if (!board || !at || !start || !matrix) return;
  const end = new DOMPoint(at.clientX, at.clientY).matrixTransform(matrix.inverse());
  const width = Math.max(board.viewBox.baseVal.width, board.viewBox.baseVal.height) / 220;
  const layer = make("g", { class: "study-overlay study-preview", "aria-hidden": "true" });
  layer.append(...arrow(start, { x: end.x, y: end.y, r: 0 }, width));
  board.append(layer);
}

/// Sends a mark, and shows the study with it.
/** @param {string} from @param {string} to */
async function mark(from, to) {
  /** @type {HTMLFormElement | null} */
  const form = byId("mark-form");
  if (!form) return;
  const fields = new FormData(form);
  fields.set("from", from);
  fields.set("to", to);
  // @ts-expect-error a form of words alone is a list of pairs of words: the checker thinks of files
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) });
  // Somebody else has changed it meanwhile, or it is full: the whole page says how it stands.
  if (answer.ok) await go(location.href, false);
  else location.reload();
}

document.addEventListener("pointerdown", (event) => {
  if (!around(event, "svg#board") || !marks(event)) return;
  const id = thingAt(event);
  stroke = id ? { id, pointer: event.pointerId } : null;
});
document.addEventListener("pointermove", (event) => {
  if (stroke?.pointer !== event.pointerId) return;
  preview(stroke.id, thingAt(event) === stroke.id ? null : event);
});
document.addEventListener("pointerup", (event) => {
  if (stroke?.pointer !== event.pointerId) return;
  const from = stroke.id, to = thingAt(event);
  stroke = null;
  preview(from, null);
  if (event.button === 0) swallow();
  // A stroke that ends beside everything was not meant.
  if (to) mark(from, to === from ? "" : to);
});
document.addEventListener("pointercancel", () => { if (stroke) preview(stroke.id, null); stroke = null; });
document.addEventListener("contextmenu", (event) => { if (byId("mark-form") && around(event, "svg#board [data-id]")) event.preventDefault(); });
document.addEventListener("click", (event) => { if (around(event, "#marking")) setMarking(!isMarking()); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isMarking()) setMarking(false);
  else if (event.key === "m" && !typing(event) && !event.ctrlKey && !event.metaKey && !event.altKey && byId("marking")) setMarking(!isMarking());
});
