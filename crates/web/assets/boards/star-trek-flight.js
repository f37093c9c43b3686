// The torpedo path editor (ST-12.2 to ST-12.9): the rings of a course are dragged or turned with keys, what they would
// meet is marked, and the whole course is sent hop by hop, for as long as the table asks for the hop that was planned.

import { ahead, asHeading, board, byId, gapOf, inches, layer, planned, put, say, send, square, tenths } from "./star-trek-plane.js";
import { act } from "../wish.js";

const form = () => document.querySelector("[data-course]");
const WORDS = "st-course-words", BAR = "st-course-bar-words";

/// Turns of the course: null means straight on. `now` is sent; `later` is a plan for the phases to come.
let turns = { key: "", now: [], later: [] };
/// Headings that were planned: by the torpedo, or by the ship before it is launched; then by the hop of the launch move, or
/// by the life that is left when a later move comes. A plan outlives whatever else is done first.
const plans = new Map();
/// What is still to be sent of a course that was decided.
let flying = null;

const whose = (f) => (f.id === null ? `ship ${f.ship}` : f.id);
const key = (f) => `${whose(f)} ${f.first} ${f.hops} ${f.x} ${f.y} ${f.life}`;

/// The flight that can be planned, with its turns; none where nothing is asked, or its form is folded.
export function course() {
  const f = planned()?.flight;
  if (!f || !form() || form().closest("details:not([open])")) return null;
  if (turns.key !== key(f)) {
    // However it was launched, what was planned for it on its ship is its plan now.
    const ship = `ship ${f.ship}`;
    if (f.id !== null && f.each && plans.has(ship)) { plans.set(f.id, plans.get(ship)); plans.delete(ship); }
    const old = plans.get(whose(f)) ?? {};
    const at = (life) => old[life] ?? null;
    turns = { key: key(f), now: [], later: [] };
    turns.now = f.each ? Array.from({ length: f.hops }, (_, i) => at(`hop ${f.first + i}`)) : [at(f.life)];
    turns.later = Array.from({ length: f.later }, (_, i) => at(f.later - i));
  }
  return f;
}

/// Where every hop ends: this move hop by hop, then the ends of later moves.
function points(f) {
  const out = [];
  let leg = { x: f.x, y: f.y }, heading = f.heading, hops = 0;
  const hop = (turn) => {
    if (turn !== null && turn !== heading) { leg = out.at(-1) ?? { x: f.x, y: f.y }; heading = turn; hops = 0; }
    hops += 1;
    return { ...ahead(leg, heading, hops * 2 * f.r), r: f.r, heading };
  };
  for (let i = 0; i < f.hops; i += 1) {
    const k = f.each ? i : 0;
    out.push({ ...hop(f.each || i === 0 ? turns.now[k] : null), joint: f.each || i === f.hops - 1 ? k : null, now: true, hop: f.first + i, move: 0 });
  }
  turns.later.forEach((turn, m) => {
    for (let i = 0; i < f.movement; i += 1) {
      out.push({ ...hop(i === 0 ? turn : null), joint: i === f.movement - 1 ? turns.now.length + m : null, now: false, hop: i + 1, move: m + 1 });
    }
  });
  return out;
}

/// Where a joint's leg begins.
function root(f, joint) {
  const all = points(f);
  const first = all.findIndex((p) => (joint < turns.now.length ? p.now && (f.each ? p.hop === f.first + joint : true) : p.move === joint - turns.now.length + 1));
  return first > 0 ? all[first - 1] : { x: f.x, y: f.y };
}

/// Ships where they stand, or where they will stand if they go straight on: by the move of the torpedo that is looked at.
function ships(plan, move) {
  return plan.pieces.filter((p) => p.k === "ship").map((p) => {
    const moves = move === 0 ? 0 : move - 1 + (!plan.flight.each || p.moves ? 1 : 0);
    const far = moves * (p.speed ?? 0) * 2 * p.r;
    return { ...p, ...(far ? ahead(p, p.heading ?? 0, far) : {}), guess: far > 0 };
  });
}

/// What the course leads to: the first thing that ends it, and warnings.
function fate(plan, all) {
  const [w, h] = plan.table;
  for (const [i, p] of all.entries()) {
    if (p.x < 0 || p.y < 0 || p.x > w || p.y > h) return { i, off: true };
    const met = ships(plan, p.move).filter((s) => square(s, p) <= (s.r + p.r) ** 2).sort((a, b) => square(a, p) - (a.r + p.r) ** 2 - square(b, p) + (b.r + p.r) ** 2)[0];
    if (met) return { i, met };
  }
  return null;
}

/// ST-12.13: the ship that launched it may run into it.
function runsInto(plan, end) {
  const me = plan.pieces.find((p) => p.k === "ship" && p.id === plan.me.id && p.moves);
  if (!me || plan.me.kind === "torpedo" && plan.flight.id !== null && !plan.flight.each) return null;
  for (let hop = 1; hop <= (me.speed ?? 0); hop += 1) {
    const at = ahead(me, me.heading ?? 0, hop * 2 * me.r);
    if (square(at, end) <= (me.r + end.r) ** 2) return { name: me.n, hop };
  }
  return null;
}

const path = () => layer("st-path", false);

/// Draws the course with its rings, and says what it leads to.
export function drawCourse() {
  const f = course(), g = path();
  if (!g) return;
  const held = document.activeElement?.closest?.("[data-joint]")?.dataset.joint;
  g.replaceChildren();
  bar(f);
  if (!f) return;
  const plan = planned(), flip = (p) => plan.table[1] - p.y, all = points(f), end = fate(plan, all);
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
    const cls = `st-course-hop${p.now ? "" : " later"}${hit ? (end.off ? " off" : end.met.foe ? " strikes" : " own") : ""}${past ? " past" : ""}`;
    const ring = put(g, "g", { class: cls, transform: `translate(${p.x} ${flip(p)})` });
    if (p.joint === null && !hit) { put(ring, "circle", { r: 90, class: "st-dot" }); return; }
    put(ring, "circle", { r: f.r });
    put(ring, "text", { y: 150, "font-size": p.now || hit ? 440 : 260 }, hit ? (end.off ? "✕" : "✸") : p.now ? p.hop : "●".repeat(f.later - p.move) || "○");
    if (p.joint === null) return;
    const degrees = (p.heading / 10).toFixed(1), name = p.now ? (f.each ? `Hop ${p.hop}` : "This move") : `Later move ${p.move}`;
    for (const [k, v] of Object.entries({ "data-joint": p.joint, tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": 359.9, "aria-valuenow": degrees, "aria-valuetext": `${degrees} degrees${hit ? `, ${outcome(f, all, end)}` : ""}`, "aria-label": `${name}, heading` })) ring.setAttribute(k, v);
    put(ring, "circle", { r: Math.max(f.r, 800, 15 * pixel()), class: "st-touch" });
  });
  if (held !== undefined) g.querySelector(`[data-joint="${held}"]`)?.focus({ preventScroll: true });
  fill(f);
  tell(plan, f, all, end);
}

function outcome(f, all, end) {
  const p = all[end.i], when = p.now ? `hop ${p.hop}` : `later move ${p.move}, hop ${p.hop}`;
  if (end.off) return `${when} leaves the table and the torpedo is lost`;
  return `${when} touches ${end.met.n}${end.met.guess ? ", if it flies straight on" : ""}: ${f.damage} counters${end.met.foe ? "" : " against your own side"}`;
}

function tell(plan, f, all, end) {
  const last = all.findLast((p) => p.now) ?? { ...f };
  const words = [];
  if (end) words.push(outcome(f, all, end));
  const into = !(end && (all[end.i].now || end.met?.foe === false)) && runsInto(plan, last);
  if (into) words.push(`${into.name} itself runs into it at hop ${into.hop} of its move, if it flies straight on`);
  const near = plan.pieces.filter((p) => p.k === "ship" && p.foe).map((p) => ({ n: p.n, gap: gapOf(p, last) })).sort((a, b) => a.gap - b.gap)[0];
  const bad = into || (end && (end.off || !end.met.foe));
  if (near && !(end && all[end.i].now)) words.push(`this move ends ${inches(Math.max(0, near.gap))} inches from ${near.n}`);
  say(WORDS, words, Boolean(bad));
  say(BAR, words, Boolean(bad));
}

/// Right under the board, in sight of whoever drags: what the course leads to, and the button that flies it.
function bar(f) {
  const frame = board()?.parentElement;
  let line = byId("st-course-bar");
  if (!frame || !f) { line?.remove(); return; }
  if (!line) {
    line = document.createElement("div");
    line.id = "st-course-bar";
    const words = document.createElement("p"), button = document.createElement("button");
    words.id = BAR;
    button.type = "button";
    button.className = "primary";
    button.addEventListener("click", () => form()?.requestSubmit());
    line.append(words, button);
    board().after(line);
  }
  const name = form().querySelector("[type=submit]").textContent;
  if (line.lastElementChild.textContent !== name) line.lastElementChild.textContent = name;
}

/// The fields follow the course, but for the one that is being typed in.
function fill(f) {
  const set = (name, heading) => {
    const field = form().elements[name];
    if (field && field !== document.activeElement) field.value = (heading / 10).toFixed(1);
  };
  let heading = f.heading;
  turns.now.forEach((turn, i) => { heading = turn ?? heading; set(`now-${i}`, heading); });
  turns.later.forEach((turn, i) => { heading = turn ?? heading; set(`later-${i}`, heading); });
}

function set(joint, heading) {
  const list = joint < turns.now.length ? turns.now : turns.later;
  list[joint < turns.now.length ? joint : joint - turns.now.length] = heading;
  const f = course();
  const life = {};
  if (f.each) turns.now.forEach((turn, i) => { life[`hop ${f.first + i}`] = turn; });
  turns.later.forEach((turn, i) => { life[f.later - i] = turn; });
  plans.set(whose(f), { ...plans.get(whose(f)), ...life });
  drawCourse();
}

/// The joint under the pointer, where a course is planned.
export function bends(event) {
  if (!course() || !event.target.closest("[data-joint]")) return undefined;
  // Where rings lie close together, the nearest is meant, not the one drawn last.
  const far = (ring) => { const b = ring.firstElementChild.getBoundingClientRect(); return Math.hypot(b.x + b.width / 2 - event.clientX, b.y + b.height / 2 - event.clientY); };
  return [...document.querySelectorAll("[data-joint]")].sort((a, b) => far(a) - far(b))[0].dataset.joint;
}
/// Mils to a pixel of the screen.
const pixel = () => (board()?.viewBox.baseVal.width ?? 0) / (board()?.getBoundingClientRect().width || 1);
/// Points a joint's leg at a place of the table.
export function bend(joint, at) {
  const f = course();
  if (f) set(Number(joint), tenths(root(f, Number(joint)), at));
}

document.addEventListener("keydown", (event) => {
  const joint = event.target.closest?.("[data-joint]")?.dataset.joint, f = joint !== undefined && course();
  if (!f) return;
  const step = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
  if (!step && event.key !== "Home") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const now = points(f).find((p) => p.joint === Number(joint)).heading;
  set(Number(joint), step ? (now + step * (event.shiftKey ? 10 : 50) + 3600) % 3600 : null);
}, true);

let touched = null;
document.addEventListener("focusin", (event) => { if (/^(now|later)-/.test(event.target.name ?? "") && event.target.closest("[data-course]")) touched = event.target.name; });
document.addEventListener("input", (event) => {
  const f = event.target.closest("[data-course]") && course();
  if (!f) return;
  const place = (name) => { const [list, i] = name.split("-"); return Number(i) + (list === "later" ? turns.now.length : 0); };
  if (event.target.name === "towards") {
    const [x, y] = event.target.value.split(",").map(Number);
    if (event.target.value === "") return;
    const joint = touched && form().elements[touched] ? place(touched) : 0;
    bend(joint, { x, y });
  } else if (event.target.value.trim() !== "" && Number.isFinite(asHeading(event.target.value))) set(place(event.target.name), asHeading(event.target.value));
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-course-do=straight]") || !course()) return;
  turns.now.fill(null);
  turns.later.fill(null);
  plans.delete(whose(course()));
  drawCourse();
});
document.addEventListener("toggle", () => drawCourse(), true);

// ---- Flying it -------------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-course]")) return;
  event.preventDefault();
  const f = course();
  if (!f) return;
  let heading = f.heading;
  const headings = turns.now.map((turn) => (heading = turn ?? heading));
  flying = { headings, next: f.first };
  if (f.id === null) send(act("launch"));
  else hop(f);
});

function hop(f) {
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
