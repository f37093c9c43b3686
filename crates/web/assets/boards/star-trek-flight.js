// The torpedo path editor (ST-12.2 to ST-12.9): the rings of a course are dragged or turned with keys, what they would
// meet is marked, and the whole course is sent hop by hop, for as long as the table asks for the hop that was planned.

import { about, around, byId, the } from "../dom.js";
import { fate, points, root, runsInto, ships } from "./star-trek-course.js";
import { asHeading, board, gapOf, inches, layer, planned, put, say, send, tenths } from "./star-trek-plane.js";
import { act } from "../wish.js";

/** @import { End, Hop } from "./star-trek-course.js" */

/** @returns {HTMLFormElement | null} */
const form = () => document.querySelector("[data-course]");
const WORDS = "st-course-words", BAR = "st-course-bar-words";

/// Turns of the course: null means straight on. `now` is sent; `later` is a plan for the phases to come.
/** @type {{ key: string, now: (number | null)[], later: (number | null)[] }} */
let turns = { key: "", now: [], later: [] };
/// Headings that were planned: by the torpedo, or by the ship before it is launched; then by the hop of the launch move, or
/// by the life that is left when a later move comes. A plan outlives whatever else is done first.
/** @type {Map<string | number, Record<string, number | null>>} */
const plans = new Map();
/// What is still to be sent of a course that was decided.
/** @type {{ headings: number[], next: number } | null} */
let flying = null;

/** @param {Flight} f */
const whose = (f) => (f.id === null ? `ship ${f.ship}` : f.id);
/** @param {Flight} f */
const key = (f) => `${whose(f)} ${f.first} ${f.hops} ${f.x} ${f.y} ${f.life}`;

/// The flight that can be planned, with its turns; none where nothing is asked, or its form is folded.
export function course() {
  const f = planned()?.flight;
  const own = form();
  if (!f || !own || own.closest("details:not([open])")) return null;
  if (turns.key !== key(f)) {
    // However it was launched, what was planned for it on its ship is its plan now.
    const ship = `ship ${f.ship}`;
    const made = plans.get(ship);
    if (f.id !== null && f.each && made) { plans.set(f.id, made); plans.delete(ship); }
    const old = plans.get(whose(f)) ?? {};
    /** @param {string | number} life */
    const at = (life) => old[life] ?? null;
    turns = { key: key(f), now: [], later: [] };
    turns.now = f.each ? Array.from({ length: f.hops }, (_, i) => at(`hop ${f.first + i}`)) : [at(f.life)];
    turns.later = Array.from({ length: f.later }, (_, i) => at(f.later - i));
  }
  return f;
}

const path = () => layer("st-path", false);

/// Draws the course with its rings, and says what it leads to.
export function drawCourse() {
  const f = course(), g = path();
  if (!g) return;
  const held = document.activeElement?.closest?.("[data-joint]")?.dataset.joint;
  g.replaceChildren();
  bar(f);
  const plan = planned();
  if (!f || !plan) return;
  const flip = (/** @type {Point} */ p) => plan.table[1] - p.y, all = points(f, turns), end = fate(plan, all);
  /** @param {Point[]} list @param {string} cls */
  const line = (list, cls) => put(g, "path", { class: cls, d: `M${list.map((p) => `${p.x},${flip(p)}`).join("L")}` });
  const now = all.filter((p) => p.now), later = all.filter((p) => !p.now);
  line([f, ...now], "st-course-line");
  if (later.length) line([now.at(-1) ?? f, ...later], "st-course-line later");
  // Where enemies will be if they go straight on.
  const seen = new Set();
  for (let move = 1; move <= f.later; move += 1) {
    for (const s of ships(plan, move).filter((s) => s.foe && s.guess)) {
      const spot = `${s.x},${s.y}`;
      if (seen.has(spot) || s.x < 0 || s.y < 0 || s.x > plan.table[0] || s.y > plan.table[1]) continue;
      seen.add(spot);
      const ghost = put(g, "g", { class: "st-foe", transform: `translate(${s.x} ${flip(s)})` });
      put(ghost, "circle", { r: s.r });
      put(ghost, "text", { y: 160, "font-size": 520 }, `${move}?`);
    }
  }
  all.forEach((p, i) => {
    const hit = end && i === end.i, past = end && i > end.i;
    const cls = `st-course-hop${p.now ? "" : " later"}${hit ? (end.off ? " off" : end.met?.foe ? " strikes" : " own") : ""}${past ? " past" : ""}`;
    const ring = put(g, "g", { class: cls, transform: `translate(${p.x} ${flip(p)})` });
    if (p.joint === null && !hit) { put(ring, "circle", { r: 90, class: "st-dot" }); return; }
    put(ring, "circle", { r: f.r });
    put(ring, "text", { y: 150, "font-size": p.now || hit ? 440 : 260 }, hit ? (end.met ? "✸" : "✕") : p.now ? p.hop : "●".repeat(f.later - p.move) || "○");
    if (p.joint === null) return;
    const degrees = (p.heading / 10).toFixed(1), name = p.now ? (f.each ? `Hop ${p.hop}` : "This move") : `Later move ${p.move}`;
    for (const [k, v] of Object.entries({ "data-joint": p.joint, tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": 359.9, "aria-valuenow": degrees, "aria-valuetext": `${degrees} degrees${hit ? `, ${outcome(f, all, end)}` : ""}`, "aria-label": `${name}, heading` })) ring.setAttribute(k, String(v));
    put(ring, "circle", { r: Math.max(f.r, 800, 15 * pixel()), class: "st-touch" });
  });
  if (held !== undefined) g.querySelector(`[data-joint="${held}"]`)?.focus({ preventScroll: true });
  fill(f);
  tell(plan, f, all, end);
}

/** @param {Flight} f @param {Hop[]} all @param {End} end */
function outcome(f, all, end) {
  const p = all[end.i], when = p.now ? `hop ${p.hop}` : `later move ${p.move}, hop ${p.hop}`;
  if (end.off) return `${when} leaves the table and the torpedo is lost`;
  if (!end.met) return "";
  return `${when} touches ${end.met.n}${end.met.guess ? ", if it flies straight on" : ""}: ${f.damage} counters${end.met.foe ? "" : " against your own side"}`;
}

/** @param {Plan} plan @param {Flight} f @param {Hop[]} all @param {End | null} end */
function tell(plan, f, all, end) {
  const last = all.findLast((p) => p.now) ?? { ...f };
  const words = [];
  if (end) words.push(outcome(f, all, end));
  const into = !(end && (all[end.i].now || end.met?.foe === false)) && runsInto(plan, last);
  if (into) words.push(`${into.name} itself runs into it at hop ${into.hop} of its move, if it flies straight on`);
  const near = plan.pieces.filter((p) => p.k === "ship" && p.foe).map((p) => ({ n: p.n, gap: gapOf(p, last) })).sort((a, b) => a.gap - b.gap)[0];
  const bad = into || (end && !end.met?.foe);
  if (near && !(end && all[end.i].now)) words.push(`this move ends ${inches(Math.max(0, near.gap))} inches from ${near.n}`);
  say(WORDS, words, Boolean(bad));
  say(BAR, words, Boolean(bad));
}

/// Right under the board, in sight of whoever drags: what the course leads to, and the button that flies it.
/** @param {Flight | null} f */
function bar(f) {
  const svg = board(), own = form();
  let line = byId("st-course-bar");
  if (!svg || !own || !f) { line?.remove(); return; }
  if (!line) {
    line = document.createElement("div");
    line.id = "st-course-bar";
    const words = document.createElement("p"), button = document.createElement("button");
    words.id = BAR;
    button.type = "button";
    button.className = "primary";
    button.addEventListener("click", () => form()?.requestSubmit());
    line.append(words, button);
    svg.after(line);
  }
  const name = the("[type=submit]", own).textContent, button = the("button", line);
  if (button.textContent !== name) button.textContent = name;
}

/// The fields follow the course, but for the one that is being typed in.
/** @param {Flight} f */
function fill(f) {
  /** @param {string} name @param {number} heading */
  const set = (name, heading) => {
    const field = form()?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = (heading / 10).toFixed(1);
  };
  let heading = f.heading;
  turns.now.forEach((turn, i) => { heading = turn ?? heading; set(`now-${i}`, heading); });
  turns.later.forEach((turn, i) => { heading = turn ?? heading; set(`later-${i}`, heading); });
}

/** @param {number} joint @param {number | null} heading */
function set(joint, heading) {
  const list = joint < turns.now.length ? turns.now : turns.later;
  list[joint < turns.now.length ? joint : joint - turns.now.length] = heading;
  const f = course();
  if (!f) return;
  /** @type {Record<string, number | null>} */
  const life = {};
  if (f.each) turns.now.forEach((turn, i) => { life[`hop ${f.first + i}`] = turn; });
  turns.later.forEach((turn, i) => { life[f.later - i] = turn; });
  plans.set(whose(f), { ...plans.get(whose(f)), ...life });
  drawCourse();
}

/// The joint under the pointer, where a course is planned.
/** @param {PointerEvent} event */
export function bends(event) {
  if (!course() || !around(event, "[data-joint]")) return undefined;
  // Where rings lie close together, the nearest is meant, not the one drawn last.
  /** @param {Element} ring */
  const far = (ring) => { const b = (ring.firstElementChild ?? ring).getBoundingClientRect(); return Math.hypot(b.x + b.width / 2 - event.clientX, b.y + b.height / 2 - event.clientY); };
  return [...document.querySelectorAll("[data-joint]")].sort((a, b) => far(a) - far(b))[0].dataset.joint;
}
/// Mils to a pixel of the screen.
const pixel = () => (board()?.viewBox.baseVal.width ?? 0) / (board()?.getBoundingClientRect().width || 1);
/// Points a joint's leg at a place of the table.
/** @param {string | number} joint @param {Point} at */
export function bend(joint, at) {
  const f = course();
  if (f) set(Number(joint), tenths(root(f, turns, Number(joint)), at));
}

document.addEventListener("keydown", (event) => {
  const joint = around(event, "[data-joint]")?.dataset.joint, f = joint === undefined ? null : course();
  if (!f) return;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }, step = steps[event.key];
  if (!step && event.key !== "Home") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const now = points(f, turns).find((p) => p.joint === Number(joint))?.heading ?? f.heading;
  set(Number(joint), step ? (now + step * (event.shiftKey ? 10 : 50) + 3600) % 3600 : null);
}, true);

/// The field that was written in last.
/** @type {HTMLInputElement | null} */
let touched = null;
document.addEventListener("focusin", (event) => { touched = around(event, "[data-course] :is([name^=now-], [name^=later-])") ?? touched; });
document.addEventListener("input", (event) => {
  const field = event.target;
  const f = around(event, "[data-course]") && course();
  if (!f || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  /** @param {string} name */
  const place = (name) => { const [list, i] = name.split("-"); return Number(i) + (list === "later" ? turns.now.length : 0); };
  if (field.name === "towards") {
    const [x, y] = field.value.split(",").map(Number);
    if (field.value === "") return;
    const joint = touched && form()?.elements.namedItem(touched.name) ? place(touched.name) : 0;
    bend(joint, { x, y });
  } else if (field.value.trim() !== "" && Number.isFinite(asHeading(field.value))) set(place(field.name), asHeading(field.value));
});
document.addEventListener("click", (event) => {
  const f = around(event, "[data-course-do=straight]") && course();
  if (!f) return;
  turns.now.fill(null);
  turns.later.fill(null);
  plans.delete(whose(f));
  drawCourse();
});
document.addEventListener("toggle", () => drawCourse(), true);

// ---- Flying it -------------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (!about(event, "[data-course]")) return;
  event.preventDefault();
  const f = course();
  if (!f) return;
  let heading = f.heading;
  const headings = turns.now.map((turn) => (heading = turn ?? heading));
  flying = { headings, next: f.first };
  if (f.id === null) send(act("launch"));
  else hop(f);
});

/** @param {Flight} f */
function hop(f) {
  if (!flying) return;
  const heading = flying.headings.shift();
  flying.next += 1;
  if (!flying.headings.length) flying = null;
  send(act({ steer: { torpedo: f.id, heading } }));
}

/// The page has changed: the next hop is sent if it is the one that is asked for; whatever else happened stops the flight.
export function flyOn() {
  if (!flying) return;
  const f = planned()?.flight;
  if (f && f.id !== null && f.each && f.first === flying.next) hop(f);
  else flying = null;
}
