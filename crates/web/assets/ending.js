// The ending lies over the board. It comes a moment after the last thing that happened, and can be put aside to look at the
// board. The page's own state is kept on `.play`, which no patch touches: `soon`, `open` or `shut`.

import { around, byId, the } from "./dom.js";

const play = the(".play");
const isOver = () => byId("ending")?.hidden === false;
const WAIT = 1200;

export const isOpen = () => isOver() && play.dataset.ending === "open";

/// What lies beneath an open ending cannot be reached.
function cover() {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = play.querySelectorAll(".asked, .board, .dock, .tabs, .pane, #coach");
  for (const part of parts) part.inert = isOpen();
}

/** @param {string} state */
function show(state, focus = true) {
  play.dataset.ending = state;
  cover();
  if (!focus) return;
  if (state === "open") byId("verdict")?.focus({ preventScroll: true });
  else play.querySelector("[data-ending='open']")?.focus({ preventScroll: true });
}

/// Called after every patch: the first one that brings an ending opens it, when the show is over.
export function arrive() {
  if (!isOver()) { delete play.dataset.ending; return; }
  if (play.dataset.ending) return;
  play.dataset.ending = "soon";
  const wait = () => {
    if (play.dataset.ending !== "soon") return;
    // The stage says so while beats are played.
    if (play.querySelector(".showing")) setTimeout(wait, 200);
    else setTimeout(() => { if (isOver() && play.dataset.ending === "soon") show("open"); }, WAIT);
  };
  wait();
}

/** @returns {HTMLDetailsElement | null} */
const menu = () => byId("what-next");

document.addEventListener("click", (event) => {
  const to = around(event, "button[data-ending]")?.dataset.ending;
  if (to) show(to);
  /** @type {HTMLAnchorElement | null} */
  const picture = around(event, "#picture");
  if (picture && shares) { event.preventDefault(); share(picture); }
  // A menu closes when something else is meant.
  const next = menu();
  if (next?.open && !around(event, "#what-next")) next.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  const next = menu();
  if (next?.open) { next.open = false; next.querySelector("summary")?.focus(); }
  else show("shut");
});

/// On a phone the picture goes straight to whoever should see it; elsewhere its link saves it, as links do.
const shares = matchMedia("(pointer: coarse)").matches && typeof navigator.canShare === "function";
/** @type {Promise<File> | null} */
let fetched = null;

/** @param {HTMLAnchorElement} link */
function file(link) {
  fetched ??= fetch(link.href)
    .then((answer) => { if (!answer.ok) throw new Error(`${answer.status}`); return answer.blob(); })
    .then((blob) => new File([blob], link.download, { type: "image/png" }));
  return fetched;
}

/** @param {HTMLAnchorElement} link */
async function share(link) {
  try {
    const files = [await file(link)];
    if (!navigator.canShare({ files })) throw new TypeError("this phone shares no files");
    await navigator.share({ files, title: document.title });
  } catch (error) {
    fetched = null;
    // Whoever puts the sheet away wants nothing more. Whatever else went wrong, the picture can be saved.
    if (!(error instanceof DOMException && error.name === "AbortError")) Object.assign(document.createElement("a"), { href: link.href, download: link.download }).click();
  }
}

// It is fetched while the finger is still down: a phone shares only what comes right after a touch.
document.addEventListener("pointerdown", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = around(event, "#picture");
  if (link && shares) file(link).catch(() => { fetched = null; });
});

// Whoever opens the page of a game that is over sees how it ended.
if (isOver()) show("open", false);
