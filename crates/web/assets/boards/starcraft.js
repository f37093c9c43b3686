// The map of the galaxy: it grows while it is built, and where it is larger than what can be read it is looked at where the
// action is.

import { around } from "../dom.js";
import { grow, look, view } from "../camera.js";

// The width of a column of planets in pixels below which nothing can be read.
const READABLE = 150;

/// Goes where the action is: to the planet of the order, and home again when orders are placed. Where a person has moved
/// the map, it stays as it is.
let attended = "";
function attend() {
  const sky = document.getElementById("sc-sky"), svg = document.getElementById("board");
  if (!sky || !svg) return;
  grow(sky.dataset.viewBox ?? "");
  const seen = view();
  if (!seen) return;
  const column = svg.getBoundingClientRect().width / Number(sky.dataset.columns);
  if (column >= READABLE) { attended = ""; return look(seen.whole); }
  const own = [...(document.querySelector(".sc-sheets > .sc-sheet")?.classList ?? [])].find((c) => c.startsWith("sc-of-"));
  /** @returns {SVGGraphicsElement | null | undefined} */
  const home = () => document.querySelector(`#sc-planets .sc-piece.base.${own ?? "none"}`)?.closest(".sc-planet");
  /** @type {SVGGraphicsElement | null} */
  const planet = document.querySelector("#sc-planets .sc-planet.active") ?? home() ?? document.querySelector("#sc-planets .sc-planet");
  if (!planet || planet.id === attended) return;
  attended = planet.id;
  const at = planet.getBBox(), w = (seen.whole.w * column) / READABLE;
  look({ x: at.x + at.width / 2 - w / 2, y: at.y, w, h: at.height });
}

// The galaxy is looked at again whenever the sky changes.
new MutationObserver(attend).observe(document.getElementById("main") ?? document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-view-box"] });
addEventListener("resize", attend);
attend();

// *Continue* puts the report of a battle aside; its heading brings it back.
document.addEventListener("click", (event) => {
  const report = around(event, "[data-fold]")?.closest("details");
  if (!report) return;
  report.open = false;
  report.querySelector("summary")?.focus();
});
