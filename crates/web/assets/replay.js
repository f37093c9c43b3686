// Replay without reloading: the next step is fetched and morphed into place, so that pieces glide.

import { Idiomorph } from "./vendor/idiomorph-0.8.0/idiomorph.esm.js";
import { grow } from "./camera.js";
import "./tabs.js";

let going = 0;

/// Which tab is open and what part of the board is looked at is the viewer's choice, not the step's.
function isOurs(name, node) {
  if (node.matches("[role=tab], .pane, .frame")) return true;
  if (node.id === "board") return name === "viewBox" || name === "data-whole";
  return node.matches(".play") && name.startsWith("data-") && name !== "data-table";
}

async function go(address, push) {
  const mine = ++going;
  const answer = await fetch(address);
  if (!answer.ok) { location.href = address; return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== going) return;
  Idiomorph.morph(document.getElementById("main"), page.getElementById("main"), {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node) => !(node === document.activeElement && node.tagName === "INPUT"),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") && !isOurs(name, node),
    },
  });
  const board = page.getElementById("board");
  if (board) grow(board.getAttribute("viewBox"));
  if (push) history.replaceState(null, "", address);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".controls a, .as a, a.moment");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, true);
});

document.addEventListener("input", (event) => {
  if (!event.target.matches(".controls input[type=range]")) return;
  const form = event.target.form;
  form.querySelector("output").textContent = `${event.target.value} / ${event.target.max}`;
  go(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, true);
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") && event.key !== "PageUp" && event.key !== "PageDown") return;
  const link = [...document.querySelectorAll(".controls [data-go]")].find((a) => a.dataset.go === event.key);
  if (!link) return;
  event.preventDefault();
  go(link.href, true);
});
