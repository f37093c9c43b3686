// The camera over a board: it opens on the whole of it, and is moved by wheel, pinch, drag and keys. Only the drawing's
// `viewBox` changes, so that every piece stays sharp and every click means the same. A board's own script may hold it:
// `hold` says which pointers are dragging something else.

import { around, swallow, typing } from "./dom.js";

/** @returns {SVGSVGElement | null} */
const board = () => document.querySelector("svg#board");

/// The whole drawing, and the part of it that is looked at.
/** @type {Box | null} */
let whole = null;
/** @type {Box | null} */
let box = null;
/// The viewer has chosen what to look at: from then on nothing moves the view for him.
let chose = false;
const upright = matchMedia("(max-width: 700px) and (orientation: portrait)");
/** @param {Box} all */
const least = (all) => all.w / 8;

/** @type {Set<() => void>} */
const heard = new Set();
/// Calls back whenever the view has changed.
/** @param {() => void} deed */
export const onShow = (deed) => { heard.add(deed); if (box) deed(); };
/// The part that is looked at, and the whole.
export const view = () => (box && whole ? { box: { ...box }, whole: { ...whole }, chose } : null);

/// The page came, or the drawing was replaced by one of another size.
export function read() {
  const svg = board();
  if (!svg) return;
  const now = svg.dataset.whole ?? svg.getAttribute("viewBox") ?? "";
  const [x, y, w, h] = now.split(" ").map(Number);
  if (whole && whole.x === x && whole.y === y && whole.w === w && whole.h === h) return;
  whole = { x, y, w, h };
  svg.dataset.whole = now;
  box = { ...whole };
  chose = false;
  show();
}

/// The drawing has grown: a galaxy that is laid out, for one.
/** @param {string} viewBox */
export function grow(viewBox) {
  const svg = board();
  if (!svg || svg.dataset.whole === viewBox) return;
  svg.dataset.whole = viewBox;
  read();
}

function show() {
  const svg = board();
  if (!svg || !box || !whole) return;
  const middle = box.y + box.h / 2;
  box.w = Math.min(Math.max(box.w, least(whole)), whole.w);
  box.h = (box.w * whole.h) / whole.w;
  // A phone held upright has room above and below: there the view is as high as its place, as far as there is something to see.
  const place = upright.matches && svg.parentElement ? svg.parentElement.clientHeight / Math.max(svg.parentElement.clientWidth, 1) : 0;
  box.h = Math.min(Math.max(box.h, box.w * place), whole.h);
  box.y = middle - box.h / 2;
  box.x = Math.min(Math.max(box.x, whole.x), whole.x + whole.w - box.w);
  box.y = Math.min(Math.max(box.y, whole.y), whole.y + whole.h - box.h);
  svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].map((n) => Math.round(n * 10) / 10).join(" "));
  svg.parentElement?.classList.toggle("near", box.w < whole.w);
  for (const deed of heard) deed();
}

/// Looks at a part of the drawing, unless the viewer has chosen another.
/** @param {Box} part */
export function look(part, { always = false } = {}) {
  if (!whole || (chose && !always)) return;
  const w = Math.min(Math.max(part.w, (part.h * whole.w) / whole.h, least(whole)), whole.w), h = (w * whole.h) / whole.w;
  box = { x: part.x + part.w / 2 - w / 2, y: part.y + part.h / 2 - h / 2, w, h };
  chose = always;
  show();
}

// On a phone held upright a wide board would be too small to read: there it opens near what can be done, and goes along with
// it until the viewer moves it himself. Boards with a reading distance of their own do that themselves.
const NEAR = 0.62;
export function attend() {
  const svg = board();
  if (!svg || !box || !whole || chose || svg.querySelector("#sc-sky, #sa-sky, #st-space") || whole.w < whole.h * 1.2) return;
  if (!upright.matches) { if (box.w < whole.w) { box = { ...whole }; show(); } return; }
  const matrix = svg.getScreenCTM()?.inverse();
  const things = [...svg.querySelectorAll("[data-click], .picked, .acts")];
  if (!matrix || !things.length) return;
  const corners = things.flatMap((thing) => {
    const r = thing.getBoundingClientRect();
    return [new DOMPoint(r.left, r.top), new DOMPoint(r.right, r.bottom)].map((p) => p.matrixTransform(matrix));
  });
  const xs = corners.map((p) => p.x), ys = corners.map((p) => p.y);
  const x = Math.min(...xs), y = Math.min(...ys), w = Math.max(...xs) - x, h = Math.max(...ys) - y;
  const wide = Math.max(w * 1.15, whole.w * NEAR);
  look({ x: x + w / 2 - wide / 2, y, w: wide, h });
}
upright.addEventListener("change", attend);

/// The whole board again.
export function fit() {
  if (!whole) return;
  box = { ...whole };
  chose = true;
  show();
}

/** @param {number} factor @param {Point} [to] */
export function zoom(factor, to) {
  if (!box || !whole) return;
  const at = to ?? { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const w = Math.min(Math.max(box.w * factor, least(whole)), whole.w), k = w / box.w;
  box = { x: at.x - (at.x - box.x) * k, y: at.y - (at.y - box.y) * k, w, h: box.h * k };
  chose = true;
  show();
}

/** @param {number} dx @param {number} dy */
function pan(dx, dy) {
  if (!box) return;
  box.x += dx * box.w;
  box.y += dy * box.h;
  chose = true;
  show();
}

/// The point of the drawing under the pointer.
/** @param {{ clientX: number, clientY: number }} event */
export function under(event) {
  const matrix = board()?.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
}

// ---- Pointers -----------------------------------------------------------------------------------------------------

/** @type {(event: PointerEvent) => boolean} */
let holds = () => false;
/// What a board's script drags itself is not dragged by the camera.
/** @param {typeof holds} test */
export const hold = (test) => { holds = test; };

/** @type {Map<number, Point>} */
const pointers = new Map();
/** @type {{ how: "pinch", gap: number, at: Point, box: Box, moved?: undefined } | { how: "pan", x: number, y: number, box: Box, moved: boolean } | null} */
let drag = null;
const gap = () => {
  const [a, b] = [...pointers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
};
const middle = () => {
  const [a, b] = [...pointers.values()];
  return { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
};

document.addEventListener("pointerdown", (event) => {
  if (!around(event, "svg#board") || !box) return;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 2) drag = { how: "pinch", gap: gap(), at: under(middle()), box: { ...box } };
  else if (event.button === 0 && !around(event, "[data-click], .picked[data-id]") && !holds(event)) drag = { how: "pan", x: event.clientX, y: event.clientY, box: { ...box }, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!pointers.has(event.pointerId)) return;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (drag?.how === "pinch" && pointers.size === 2) {
    box = { ...drag.box };
    zoom(drag.gap / gap(), drag.at);
  } else if (drag?.how === "pan") {
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
    drag.moved = true;
    const matrix = board()?.getScreenCTM();
    if (!matrix) return;
    box = { ...drag.box, x: drag.box.x - (event.clientX - drag.x) / matrix.a, y: drag.box.y - (event.clientY - drag.y) / matrix.d };
    chose = true;
    show();
  }
});

/** @param {PointerEvent} event */
function letGo(event) {
  pointers.delete(event.pointerId);
  if (drag?.moved) swallow();
  drag = null;
}
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);

document.addEventListener("wheel", (event) => {
  if (!around(event, ".frame") || !box) return;
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.18 : 0.85, under(event));
}, { passive: false });

document.addEventListener("dblclick", (event) => {
  if (!around(event, ".frame") || around(event, "[data-click]") || !box || !whole) return;
  if (box.w < whole.w) fit();
  else zoom(0.5, under(event));
});

document.addEventListener("click", (event) => {
  const way = around(event, "[data-zoom]")?.dataset.zoom;
  if (way === "in") zoom(0.7);
  else if (way === "out") zoom(1.43);
  else if (way === "fit") fit();
});

document.addEventListener("keydown", (event) => {
  if (!box || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (typing(event)) return;
  const here = board()?.parentElement?.contains(document.activeElement);
  /** @type {Record<string, () => void>} */
  const always = { "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1.43), 0: fit };
  /** @type {Record<string, () => void>} */
  const arrows = { ArrowLeft: () => pan(-0.15, 0), ArrowRight: () => pan(0.15, 0), ArrowUp: () => pan(0, -0.15), ArrowDown: () => pan(0, 0.15) };
  const deed = always[event.key] ?? (here ? arrows[event.key] : undefined);
  if (deed) { event.preventDefault(); deed(); }
});

read();
attend();
