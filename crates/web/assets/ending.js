// The ending lies over the board. It comes a moment after the last thing that happened, and can be put aside to look at the
// board. The page's own state is kept on `.play`, which no patch touches: `soon`, `open` or `shut`.

const play = document.querySelector(".play");
const panel = () => document.getElementById("ending");
const isOver = () => panel() !== null && !panel().hidden;
const WAIT = 1200;

export const isOpen = () => isOver() && play.dataset.ending === "open";

/// What lies beneath an open ending cannot be reached.
function cover() {
  for (const part of play.querySelectorAll(".asked, .board, .dock, .tabs, .pane, #coach")) part.inert = isOpen();
}

function show(state, focus = true) {
  play.dataset.ending = state;
  cover();
  if (!focus) return;
  if (state === "open") document.getElementById("verdict")?.focus({ preventScroll: true });
  else play.querySelector("[data-ending='open']")?.focus({ preventScroll: true });
}

/// Called after every patch: the first one that brings an ending opens it, when the show is over.
export function arrive() {
  if (!isOver()) { delete play.dataset.ending; return; }
  if (play.dataset.ending) return;
  play.dataset.ending = "soon";
  const wait = () => {
    if (play.dataset.ending !== "soon") return;
    // The performer says so while beats are played.
    if (play.dataset.beats) setTimeout(wait, 200);
    else setTimeout(() => { if (isOver() && play.dataset.ending === "soon") show("open"); }, WAIT);
  };
  wait();
}

document.addEventListener("click", (event) => {
  const to = event.target.closest?.("button[data-ending]")?.dataset.ending;
  if (to) show(to);
  const picture = event.target.closest?.("#picture");
  if (picture) { event.preventDefault(); save(picture.href); }
  // A menu closes when something else is meant.
  const next = document.getElementById("what-next");
  if (next?.open && !next.contains(event.target)) next.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  const next = document.getElementById("what-next");
  if (next?.open) { next.open = false; next.querySelector("summary").focus(); }
  else show("shut");
});

/// The picture comes as an SVG; what people send each other is a PNG, so the browser makes one of it.
function save(href) {
  const image = new Image();
  const keep = (url, kind) => {
    const link = Object.assign(document.createElement("a"), { href: url, download: `klaxon-${play.dataset.table}.${kind}` });
    link.click();
  };
  image.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
    canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
    canvas.toBlob((blob) => {
      const url = URL.createObjectURL(blob);
      keep(url, "png");
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    }, "image/png");
  };
  image.onerror = () => keep(href, "svg");
  image.src = href;
}

// Whoever opens the page of a game that is over sees how it ended.
if (isOver()) show("open", false);
