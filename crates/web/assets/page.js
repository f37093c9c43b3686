// For every page: the theme button, copying links, and a drawer for rules.

import { around, byId } from "./dom.js";

const root = document.documentElement;

function isDark() {
  if (root.dataset.theme) return root.dataset.theme === "dark";
  return !matchMedia("(prefers-color-scheme: light)").matches;
}

document.addEventListener("click", (event) => {
  const target = around(event, "[data-theme-toggle], [data-copy], [data-rule]");
  if (!target) return;
  if (target.matches("[data-theme-toggle]")) {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    localStorage.setItem("klaxon-theme", theme);
  } else if (target.matches("[data-copy]")) {
    copy(target);
  } else if (target.matches("[data-rule]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    /** @type {HTMLDialogElement | null} */
    const drawer = byId("drawer");
    if (!drawer) return;
    event.preventDefault();
    openRule(drawer, target.dataset.rule ?? "");
  }
});

/// Copies an address and says so on the button for a moment.
/** @param {HTMLElement} button */
async function copy(button) {
  // Whoever gets the link may not reach the server by the address that this page was opened at.
  const text = new URL(button.dataset.copy ?? "", document.body.dataset.base ?? location.href).href;
  const before = button.dataset.words ?? button.textContent ?? "";
  button.dataset.words = before;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without leave to copy, or on a plain http address: show it to be copied by hand.
    prompt("Copy this link:", text);
  }
  setTimeout(() => { button.textContent = before; }, 1600);
}

/** @param {HTMLDialogElement} drawer @param {string} rule */
async function openRule(drawer, rule) {
  const text = byId("drawer-text");
  if (!text) return;
  text.textContent = "…";
  if (!drawer.open) drawer.showModal();
  try {
    // A table of an older edition reads the rules as they were.
    const edition = document.querySelector("[data-edition]")?.dataset.edition;
    const answer = await fetch(`/rules/${encodeURIComponent(rule)}?part=1${edition ? `&edition=${edition}` : ""}`);
    text.innerHTML = await answer.text();
  } catch {
    text.textContent = "The rule cannot be fetched now.";
  }
}

// A click beside a dialog closes it.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/// What a sentence speaks of is shown on the board.
/** @param {string} ids @param {boolean} on */
export function light(ids, on) {
  for (const id of ids.split(" ")) {
    if (!id) continue;
    for (const thing of document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)) thing.classList.toggle("lit", on);
  }
}

for (const [begin, end] of /** @type {const} */ ([["pointerover", "pointerout"], ["focusin", "focusout"]])) {
  document.addEventListener(begin, (event) => {
    const about = around(event, "[data-about]")?.dataset.about;
    if (about) light(about, true);
  });
  document.addEventListener(end, (event) => {
    const about = around(event, "[data-about]")?.dataset.about;
    if (about) light(about, false);
  });
}

// In a list that scrolls by itself, what is chosen is in sight.
for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".scenarios"))) {
  /** @type {HTMLElement | null | undefined} */
  const chosen = box.querySelector("[aria-current]")?.closest("li");
  if (chosen) box.scrollTop = chosen.offsetTop - box.offsetTop - (box.clientHeight - chosen.offsetHeight) / 2;
}

// The worker rings, and says kindly when there is no network. Without it everything else works.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // Somebody was rung and has come back to this page: to what is asked.
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.go === "#ask") location.hash = "#ask";
  });
}
