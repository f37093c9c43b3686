// Pins over the board: odds stand beside what they are about, and a refusal beside what was clicked. A pin covers neither its
// target nor what else can be chosen if there is any other place, keeps away from the edges, and does not move while it is
// pointed at. On phones there is no room beside anything: there the style sheet says where they stand.

import { around, byId } from "./dom.js";

const roomy = matchMedia("(min-width: 901px) and (min-height: 481px)");
const EDGE = 8;
/** @type {HTMLElement | null} */
let clicked = null;
document.addEventListener("pointerdown", (event) => {
  if (around(event, "#board")) clicked = around(event, "[data-id]");
}, true);

/// Puts the pins in their places again.
export function settle() {
  const board = document.querySelector(".board");
  const odds = byId("odds"), note = byId("note");
  if (!board) return;
  put(odds, odds?.dataset.at ? document.querySelector(`#board [data-id="${CSS.escape(odds.dataset.at)}"]`) : null, board);
  put(note, clicked?.isConnected ? clicked : null, board);
}

/** @param {HTMLElement | null} pin @param {Element | null} target @param {Element} board */
function put(pin, target, board) {
  // On a screen that has become small it stands where the style sheet says, whatever points at it.
  if (!pin || (roomy.matches && pin.matches(":hover"))) return;
  pin.removeAttribute("style");
  if (!target || !pin.childElementCount || !roomy.matches) return;
  const frame = board.getBoundingClientRect(), at = target.getBoundingClientRect(), own = pin.getBoundingClientRect();
  /** @type {HTMLElement | null} */
  const sill = board.querySelector(".sill");
  const foot = frame.bottom - (sill?.offsetHeight ?? 0);
  const y = at.top + at.height / 2 - own.height / 2, x = at.left + at.width / 2 - own.width / 2;
  const places = [
    { x: at.right + 14, y }, { x: at.left - own.width - 14, y }, { x, y: at.bottom + 14 }, { x, y: at.top - own.height - 14 },
    { x: frame.right - own.width - EDGE, y: frame.top + EDGE }, { x: frame.left + EDGE, y: frame.top + EDGE },
  ];
  const others = [...board.querySelectorAll("#board [data-click], #board .picked")].map((e) => e.getBoundingClientRect());
  const best = places.map((place) => {
    const left = Math.min(Math.max(place.x, frame.left + EDGE), frame.right - own.width - EDGE);
    const top = Math.min(Math.max(place.y, frame.top + EDGE), foot - own.height - EDGE);
    const box = { left, top, right: left + own.width, bottom: top + own.height };
    return { left, top, covers: covered(box, at) * 1000 + others.reduce((sum, other) => sum + covered(box, other), 0) };
  }).reduce((a, b) => (b.covers < a.covers ? b : a));
  Object.assign(pin.style, { left: `${best.left - frame.left}px`, top: `${best.top - frame.top}px`, right: "auto", bottom: "auto", transform: "none" });
}

/// How much of a box another one hides.
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Edges */
/** @param {Edges} a @param {Edges} b */
function covered(a, b) {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

addEventListener("resize", settle);
