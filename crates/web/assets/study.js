// A study's rings and arrows: drawn over the board by the ids of what they are about, again with every step. A file that was
// chosen is put into its field, and nothing is deleted without a question.

import { around, byId } from "./dom.js";

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
  if (!board || (board.querySelector(".study-overlay")?.getAttribute("data-of") ?? "[]") === told) return;
  board.querySelector(".study-overlay")?.remove();
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

document.addEventListener("change", async (event) => {
  /** @type {HTMLInputElement | null} */
  const input = around(event, "input[type=file][data-into]");
  /** @type {HTMLTextAreaElement | null} */
  const into = byId(input?.dataset.into ?? "");
  const file = input?.files?.[0];
  if (into && file) into.value = await file.text();
});

document.addEventListener("submit", (event) => {
  const form = around(event, "form[data-sure]");
  if (form && !confirm(form.dataset.sure)) event.preventDefault();
});
