// The map of the galaxy: it grows while it is built, is drawn large enough to be read, and can be zoomed and panned.

const KEY = "klaxon-sc-zoom";
// The width of a column of planets in pixels below which nothing can be read.
const READABLE = 168;

const zooms = () => Number(localStorage.getItem(KEY) ?? 1);

function fit() {
  const sky = document.getElementById("sc-sky");
  const svg = document.getElementById("board");
  if (!sky || !svg) return;
  if (svg.getAttribute("viewBox") !== sky.dataset.viewBox) svg.setAttribute("viewBox", sky.dataset.viewBox);
  const [, , wide, high] = sky.dataset.viewBox.split(" ").map(Number);
  const frame = svg.parentElement;
  const room = frame.clientWidth;
  // As large as the frame allows without filling the whole window, but never too small to be read.
  const tall = innerWidth > 1019 ? Math.max(430, innerHeight - 270) : Math.max(400, innerHeight * 0.6);
  const whole = Math.min(room, (tall * wide) / high);
  const zoom = zooms();
  const least = Number(sky.dataset.columns) * READABLE;
  // A map that is nearly large enough is shown whole.
  const usual = whole > least * 0.86 ? whole : least;
  const width = zoom === 0 ? whole : usual * zoom;
  svg.style.width = `${Math.round(width)}px`;
  svg.style.minWidth = "0";
  svg.style.margin = width < room ? "0 auto" : "0";
  frame.style.maxHeight = `${tall + 4}px`;
  frame.classList.toggle("sc-pans", width > room + 1 || (width * high) / wide > tall + 1);
}

function zoomBy(way) {
  const now = zooms();
  const next = way === "fit" ? 0 : way === "in" ? Math.min(2.5, (now || 0.8) * 1.25) : Math.max(0.5, (now || 1) / 1.25);
  localStorage.setItem(KEY, String(next));
  fit();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) zoomBy(button.dataset.zoom);
});

// A map that is larger than its frame begins at home and goes where the action is: to the planet of the order, and home
// again when orders are placed. Where a person has moved it meanwhile, it stays until then.
let attended = "";
function attend() {
  const frame = document.querySelector(".frame.sc-pans");
  if (!frame) return;
  const own = [...(document.querySelector(".sc-sheets > .sc-sheet")?.classList ?? [])].find((c) => c.startsWith("sc-of-"));
  const home = () => document.querySelector(`#sc-planets .sc-piece.base.${own ?? "none"}`)?.closest(".sc-planet");
  const planet = document.querySelector("#sc-planets .sc-planet.active") ?? home() ?? document.querySelector("#sc-planets .sc-planet");
  if (!planet || planet.id === attended) return;
  const calm = attended === "" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  attended = planet.id;
  const [at, box] = [planet.getBoundingClientRect(), frame.getBoundingClientRect()];
  const left = frame.scrollLeft + at.left - box.left - (frame.clientWidth - at.width) / 2;
  // On a phone what is asked lies over the lower part of the frame.
  const asked = document.getElementById("ask")?.getBoundingClientRect();
  const covered = asked && asked.left < box.right && asked.top < box.bottom ? box.bottom - asked.top : 0;
  const high = Math.max(frame.clientHeight - covered, at.height);
  const top = frame.scrollTop + at.top - box.top - (high - at.height) / 2;
  const behavior = calm ? "instant" : "smooth";
  // Where the map itself cannot go further up, the page does.
  const reached = Math.min(Math.max(top, 0), frame.scrollHeight - frame.clientHeight);
  const hidden = covered > 0 ? at.bottom - (reached - frame.scrollTop) + 10 - asked.top : 0;
  frame.scrollTo({ left, top, behavior });
  if (hidden > 0) scrollBy({ top: hidden, behavior });
}

// The galaxy is looked at again whenever the sky changes, and when the window does.
new MutationObserver(() => { fit(); attend(); }).observe(document.getElementById("main") ?? document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-view-box"] });
addEventListener("resize", fit);

// Dragging empty space moves the map.
let held = null;
document.addEventListener("pointerdown", (event) => {
  const frame = event.target.closest?.(".frame.sc-pans");
  if (!frame || event.pointerType === "touch" || event.button !== 0 || event.target.closest("[data-click]")) return;
  held = { frame, x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop, moved: false, from: [event.clientX, event.clientY] };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (!held.moved && Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) < 6) return;
  held.moved = true;
  held.frame.scrollLeft = held.x - event.clientX;
  held.frame.scrollTop = held.y - event.clientY;
});
document.addEventListener("pointerup", () => {
  // A drag of the map is no click on a planet.
  if (held?.moved) {
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  }
  held = null;
});

fit();
attend();
