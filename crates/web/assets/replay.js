// Replay without reloading: the next step is fetched and morphed into place, so that pieces glide.

import { Idiomorph } from "./vendor/idiomorph-0.8.0/idiomorph.esm.js";
import { alike, around, byId, the, typing } from "./dom.js";
import { grow } from "./camera.js";
import "./tabs.js";
import * as beats from "./beats.js";

let going = 0;

/// Which tab is open and what part of the board is looked at is the viewer's choice, not the step's.
/** @param {string} name @param {Element} node */
function isOurs(name, node) {
  if (node.matches("[role=tab], .pane, .frame, #marking")) return true;
  if (node.id === "board") return name === "viewBox" || name === "data-whole";
  return node.matches(".play") && name.startsWith("data-") && name !== "data-table";
}

/// Shows another page of the same stage.
/** @param {string} address @param {boolean} push */
export async function go(address, push) {
  const mine = ++going;
  const answer = await fetch(address);
  if (!answer.ok) { location.href = address; return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== going) return;
  // One step on, what happened is shown; any other way only how it stands.
  beats.finish();
  const onward = stepOf(page) === stepOf(document) + 1;
  const chapters = beats.ready(onward ? page.querySelector("[data-beats]")?.dataset.beats : "");
  Idiomorph.morph(the("#main"), the("#main", page), {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node, to) => !(node === document.activeElement && node.tagName === "INPUT") && !alike(node, to),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") && !isOurs(name, node),
    },
  });
  const board = page.getElementById("board");
  if (board) grow(board.getAttribute("viewBox") ?? "");
  if (push) history.replaceState(null, "", address);
  showPlaying();
  beats.play(chapters);
}

/** @param {Document} page */
const stepOf = (page) => Number(page.querySelector(".controls input[type=range]")?.getAttribute("value"));

// ---- By itself ------------------------------------------------------------------------------------------------------

let playing = false;

function showPlaying() {
  const button = byId("autoplay");
  button?.setAttribute("aria-pressed", String(playing));
  if (button) button.textContent = playing ? "❚❚" : "▶";
  /** @type {HTMLSelectElement | null} */
  const select = byId("pace");
  if (select) select.value = beats.pace();
}

/// Until what is being shown has been, and a moment longer.
const shown = () => /** @type {Promise<void>} */ (new Promise((done) => {
  /** @type {Record<string, number>} */
  const rests = { slow: 700, normal: 400, fast: 200, off: 120 }, rest = rests[beats.pace()];
  const then = () => setTimeout(done, rest);
  if (beats.showing()) document.addEventListener("klaxon:shown", then, { once: true });
  else then();
}));

async function autoplay() {
  playing = !playing;
  showPlaying();
  while (playing) {
    /** @type {HTMLAnchorElement | null} */
    const next = document.querySelector('.controls a[data-go="ArrowRight"]');
    if (!next) break;
    await go(next.href, true);
    await shown();
  }
  playing = false;
  showPlaying();
}

document.addEventListener("click", (event) => { if (around(event, "#autoplay")) autoplay(); });
showPlaying();

document.addEventListener("click", (event) => {
  // On the curve it is a link of a drawing, which has no plain `href`.
  const href = around(event, ".controls a, .as a, a.moment")?.getAttribute("href");
  if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(href, true);
});

document.addEventListener("input", (event) => {
  /** @type {HTMLInputElement | null} */
  const slider = around(event, ".controls input[type=range]");
  const form = slider?.form;
  if (!slider || !form) return;
  the("output", form).textContent = `${slider.value} / ${slider.max}`;
  // @ts-expect-error a form of words alone is a list of pairs of words: the checker thinks of files
  go(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, true);
});

document.addEventListener("keydown", (event) => {
  if (typing(event) && event.key !== "PageUp" && event.key !== "PageDown") return;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".controls [data-go]");
  const link = [...links].find((a) => a.dataset.go === event.key);
  if (!link) return;
  event.preventDefault();
  go(link.href, true);
});

// ---- Review ---------------------------------------------------------------------------------------------------------

/// While a review is being made its panel says how far it is; when it is done the whole page has more to show.
async function awaitReview() {
  const panel = byId("review"), from = panel?.dataset.coming;
  if (!panel || !from) return;
  const answer = await fetch(from);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = byId("review");
  if (!now || now.dataset.coming !== from) return;
  if (page.getElementById("review")?.dataset.coming) Idiomorph.morph(now, the("#review", page), { morphStyle: "outerHTML" });
  else go(location.href, false);
}
setInterval(awaitReview, 1000);
