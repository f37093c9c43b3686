// What lies behind tabs. On a phone the same tabs carry the question and what one holds, as a sheet of three heights.

const play = document.querySelector(".play");
const tabs = () => [...play.querySelectorAll("[role=tab]")];
const phone = matchMedia("(max-width: 900px) and (orientation: portrait), (max-height: 480px)");

/// Opens a tab by its name: a pane, or on phones `act` and `hold`.
export function open(name, focus = false) {
  for (const tab of tabs()) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    if (on && focus) tab.focus();
  }
  for (const pane of play.querySelectorAll(".pane")) pane.hidden = pane.id !== `pane-${name}`;
  play.dataset.tab = name;
  if (name !== "act" && name !== "hold") play.dataset.pane = name;
  const seen = play.querySelector(`#tab-${name} .n`);
  if (seen) seen.hidden = true;
  document.dispatchEvent(new CustomEvent("klaxon:tab", { detail: name }));
}

/// Which tab is open now.
export const opened = () => play.dataset.tab;

/// On a wide screen the question always stands beside the board, so that some pane is open; on a phone it is a tab itself.
function settle() {
  if (phone.matches) open("act");
  else open(play.dataset.pane ?? tabs().find((tab) => !tab.classList.contains("phone")).id.slice("tab-".length));
}

play.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (!tab) return;
  const name = tab.id.slice("tab-".length);
  // The tab that is open makes the sheet larger or smaller.
  if (phone.matches && name === opened()) play.dataset.sheet = play.dataset.sheet === "full" ? "" : "full";
  else { play.dataset.sheet = ""; open(name); }
});

play.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("[role=tab]")) return;
  const all = tabs().filter((tab) => tab.offsetParent), at = all.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  open(all[(to + all.length) % all.length].id.slice("tab-".length), true);
});

// Which hand one plays with is a habit of the person, not of the table.
const MIRROR = "klaxon-mirror";
function mirror() {
  const on = localStorage.getItem(MIRROR) === "on";
  play.classList.toggle("mirrored", on);
  document.getElementById("mirror")?.setAttribute("aria-checked", String(on));
}
play.addEventListener("click", (event) => {
  if (!event.target.closest("#mirror")) return;
  localStorage.setItem(MIRROR, play.classList.contains("mirrored") ? "off" : "on");
  mirror();
});
new MutationObserver(mirror).observe(document.getElementById("more") ?? play, { childList: true, subtree: true });
mirror();

phone.addEventListener("change", settle);
settle();
