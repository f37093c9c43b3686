// What lies behind tabs. On a phone the same tabs carry the question and what one holds, as a sheet of three heights: low (the
// question over a whole board), half and full. A swipe over the sheet goes to the next tab.

import { about, around, byId, the } from "./dom.js";

const play = the(".play");
const tabs = () => [.../** @type {NodeListOf<HTMLElement>} */ (play.querySelectorAll("[role=tab]"))];
/** @param {Element} tab */
const nameOf = (tab) => tab.id.slice("tab-".length);
/** @returns {NodeListOf<HTMLElement>} */
const panes = () => play.querySelectorAll(".pane");
const phone = matchMedia("(max-width: 900px) and (orientation: portrait), (max-height: 480px)");

/// Opens a tab by its name: a pane, or on phones `act` and `hold`.
/** @param {string} name */
export function open(name, focus = false) {
  for (const tab of tabs()) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    if (on && focus) tab.focus();
  }
  for (const pane of panes()) pane.hidden = pane.id !== `pane-${name}`;
  play.dataset.tab = name;
  if (name !== "act" && name !== "hold") play.dataset.pane = name;
  /** @type {HTMLElement | null} */
  const seen = play.querySelector(`#tab-${name} .n`);
  if (seen) seen.hidden = true;
  document.dispatchEvent(new CustomEvent("klaxon:tab", { detail: name }));
}

/// Which tab is open now.
export const opened = () => play.dataset.tab;

/// On a wide screen the question always stands beside the board, so that some pane is open; on a phone it is a tab itself.
function settle() {
  if (phone.matches) open("act");
  else open(play.dataset.pane ?? nameOf(the("[role=tab]:not(.phone)", play)));
}

play.addEventListener("click", (event) => {
  const tab = around(event, "[role=tab]");
  if (!tab) return;
  const name = nameOf(tab);
  // The tab that is open makes the sheet larger or smaller.
  if (phone.matches && name === opened()) heighten(height() === "full" ? "half" : "full");
  else { if (height() !== "half") heighten("half"); open(name); }
});

const HEIGHTS = ["low", "half", "full"];
const height = () => play.dataset.sheet ?? "half";
/** @param {string} name */
const heighten = (name) => { play.dataset.sheet = name; play.style.removeProperty("--sheet"); };

const grip = byId("grip");
/** @type {{ y: number, from: number, to: number, moved: boolean } | null} */
let pull = null;
grip?.addEventListener("pointerdown", (event) => {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = play.querySelectorAll(".coach:not(:empty), .asked, .dock, .pane");
  const sheet = [...parts].find((part) => part.offsetParent);
  if (!sheet || event.button !== 0) return;
  grip.setPointerCapture(event.pointerId);
  pull = { y: event.clientY, from: sheet.offsetHeight, to: sheet.offsetHeight, moved: false };
});
grip?.addEventListener("pointermove", (event) => {
  if (!pull) return;
  pull.moved ||= Math.abs(event.clientY - pull.y) > 8;
  if (!pull.moved) return;
  pull.to = pull.from + pull.y - event.clientY;
  play.dataset.sheet = "pulled";
  play.style.setProperty("--sheet", `${Math.max(80, pull.to)}px`);
});
for (const end of ["pointerup", "pointercancel"]) grip?.addEventListener(end, () => {
  if (pull?.moved) {
    // The next height in the direction of the pull, or the nearest one after a long pull.
    const share = pull.to / innerHeight, up = pull.to > pull.from;
    heighten(share < (up ? 0.2 : 0.32) ? "low" : share < (up ? 0.5 : 0.62) ? "half" : "full");
  }
  setTimeout(() => { pull = null; });
});
grip?.addEventListener("click", () => { if (!pull?.moved) heighten(HEIGHTS[(HEIGHTS.indexOf(height()) + 1) % HEIGHTS.length]); });
grip?.addEventListener("keydown", (event) => {
  const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  heighten(HEIGHTS[Math.min(Math.max(HEIGHTS.indexOf(height()) + by, 0), 2)]);
});

// ---- Swipes over the sheet ------------------------------------------------------------------------------------------------

/** @type {Point | null} */
let swipe = null;
/** @param {Element} part */
const sideways = (part) => { for (let up = /** @type {Element | null} */ (part); up && up !== play; up = up.parentElement) if (up.scrollWidth > up.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return true; return false; };
play.addEventListener("touchstart", (event) => {
  const part = around(event, "*");
  const able = part && phone.matches && event.touches.length === 1 && part.closest(".asked, .pane, .dock, .coach") && !part.closest("input, select, textarea, svg") && !sideways(part);
  swipe = able ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}, { passive: true });
play.addEventListener("touchend", (event) => {
  if (!swipe) return;
  const { clientX, clientY } = event.changedTouches[0], dx = clientX - swipe.x, dy = clientY - swipe.y;
  swipe = null;
  if (Math.abs(dx) < 60 || Math.abs(dx) < 2 * Math.abs(dy)) return;
  const all = tabs().filter((tab) => tab.offsetParent), at = all.findIndex((tab) => tab.id === `tab-${opened()}`);
  const to = all[at + (dx < 0 ? 1 : -1)];
  if (to) open(nameOf(to));
}, { passive: true });

play.addEventListener("keydown", (event) => {
  const tab = around(event, "[role=tab]");
  if (!tab || !about(event, "[role=tab]")) return;
  const all = tabs().filter((tab) => tab.offsetParent), at = all.indexOf(tab);
  /** @type {Record<string, number>} */
  const ways = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 };
  const to = ways[event.key];
  if (to === undefined) return;
  event.preventDefault();
  open(nameOf(all[(to + all.length) % all.length]), true);
});

// Which hand one plays with is a habit of the person, not of the table.
const MIRROR = "klaxon-mirror";
function mirror() {
  const on = localStorage.getItem(MIRROR) === "on";
  play.classList.toggle("mirrored", on);
  byId("mirror")?.setAttribute("aria-checked", String(on));
}
play.addEventListener("click", (event) => {
  if (!around(event, "#mirror")) return;
  localStorage.setItem(MIRROR, play.classList.contains("mirrored") ? "off" : "on");
  mirror();
});
new MutationObserver(mirror).observe(byId("more") ?? play, { childList: true, subtree: true });
mirror();

phone.addEventListener("change", settle);
settle();
