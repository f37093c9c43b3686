// The Star Trek table: the ghost of any heading, measuring, the helm, order disks, saved fleets.
// Geometry follows the rules' own integers, so that a ghost stands where the ship will stand.

import { about, around, byId, swallow, the, typing } from "../dom.js";
import { meets } from "./star-trek-course.js";
import { ahead, asHeading, board, gapOf, inRange, inches, layer, number, overlaps, planned, put, rangeTo, say, send, square, tenths } from "./star-trek-plane.js";
import { bend, bends, drawCourse, flyOn } from "./star-trek-flight.js";
import { act } from "../wish.js";
import { look, onShow, read, under, view } from "../camera.js";

// ---- The camera ---------------------------------------------------------------------------------------------------

const small = matchMedia("(max-width: 700px)");

/// Where a drawing has been moved to.
/** @param {Element} g @returns {Point | null} */
function moved(g) {
  const at = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(g.getAttribute("transform") ?? "");
  return at && { x: Number(at[1]), y: Number(at[2]) };
}

/// On a phone the view begins with what there is: ships, torpedoes and courses with some room around them.
function attend() {
  if (drag || !small.matches || places()) return;
  const seen = [...document.querySelectorAll("#st-ships > .st-ship, #st-torpedoes > g, #st-plan .st-ghost, .st-course-hop, .st-threat")];
  const spots = seen.map(moved).filter((at) => at !== null).map(({ x, y }) => [x, y]);
  if (!spots.length) return;
  const room = 3600, ends = (/** @type {number} */ i) => [Math.min(...spots.map((s) => s[i])) - room, Math.max(...spots.map((s) => s[i])) + room];
  const [[x0, x1], [y0, y1]] = [ends(0), ends(1)];
  look({ x: x0, y: y0, w: Math.max(x1 - x0, 16000), h: y1 - y0 });
}

/// Names keep a size that can be read, however far the view is zoomed out; of two that would overlap the lower one makes room.
function tags() {
  const matrix = board()?.getScreenCTM();
  if (!matrix?.a) return;
  const px = 1 / matrix.a;
  /** @type {{ x: number, half: number, top: number, end: number }[]} */
  const taken = [];
  const root = document.documentElement.style;
  // A nose is never smaller than nine pixels: which way a ship flies is what the game is about.
  const nose = String(Math.round(100 * Math.min(Math.max((9 * px) / 700, 1), 2.2)) / 100);
  if (root.getPropertyValue("--st-nose") !== nose) root.setProperty("--st-nose", nose);
  for (const tag of document.querySelectorAll("#st-ships > .st-tag")) {
    const [name, status] = tag.children, unit = Number(name.getAttribute("font-size")), { x, y } = moved(tag) ?? { x: 0, y: 0 };
    const size = Math.max(unit, 11 * px), less = Math.max(unit * 0.8, 10 * px), top = y + Number(name.getAttribute("y")) - unit;
    const half = 0.3 * Math.max(size * (name.textContent ?? "").length, less * (status.textContent ?? "").length);
    const clash = (/** @type {number} */ at) => taken.find((t) => Math.abs(t.x - x) < t.half + half && at < t.end && t.top < at + size + less * 1.2);
    let at = top;
    for (let other = clash(at); other; other = clash(at)) at = other.end;
    taken.push({ x, half, top: at, end: at + size + less * 1.2 });
    // For all of them alike, where a new drawing of the ships does not undo it.
    const lift = (/** @type {Element} */ text, /** @type {number} */ line) => `${Math.round(line - (y + Number(text.getAttribute("y"))))}px`;
    for (const [key, value] of [["--st-name", `${Math.round(size)}px`], ["--st-status", `${Math.round(less)}px`], ["--st-name-y", lift(name, top + size)], ["--st-status-y", lift(status, top + size + less * 1.1)]]) if (root.getPropertyValue(key) !== value) root.setProperty(key, value);
    const down = at > top ? `0 ${Math.round(at - top)}px` : "";
    for (const text of tag.children) if (text.style.translate !== down) text.style.translate = down;
  }
}

/// The same on the table, where y grows to the north.
/** @param {PointerEvent} event */
const onTable = (event) => {
  const p = under(event), plan = planned();
  return { x: Math.round(p.x), y: Math.round((plan?.table ?? height())[1] - p.y) };
};
const height = () => [0, Number(document.querySelector(".st-edge")?.getAttribute("height") ?? 0)];

/// The ship that acts with what its beam reaches, or the torpedo with the rest of its life.
function closer() {
  const ring = document.querySelector(".st-reach.far") ?? document.querySelector(".st-ring") ?? document.querySelector(".st-ship.mine .st-stand");
  const matrix = board()?.getScreenCTM();
  if (!ring || !matrix) return;
  const b = ring.getBoundingClientRect(), at = under({ clientX: b.x + b.width / 2, clientY: b.y + b.height / 2 });
  const wide = Math.max((1.3 * b.width) / matrix.a, 9000);
  look({ x: at.x - wide / 2, y: at.y - wide / 2, w: wide, h: wide }, { always: true });
}

let measuring = false;
function tools() {
  const bar = document.querySelector(".zoom");
  if (!bar || bar.dataset.own) return;
  bar.dataset.own = "star-trek";
  /** @param {string} text @param {string} name @param {(button: HTMLElement) => void} deed */
  const add = (text, name, deed) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.title = name;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => deed(button));
    bar.append(button);
  };
  add("◎", "Look closer at what acts", closer);
  add("↔", "Measure: drag from one thing to another", (button) => {
    measuring = !measuring;
    button.setAttribute("aria-pressed", String(measuring));
  });
}

/** @type {{ how: "bend", joint: string, moved?: boolean } | { how: "measure", from: Disk, moved?: boolean } | { how: "turn", start: Point, moved: boolean } | { how: "nose" | "place", moved?: boolean } | null} */
let drag = null;

/** @param {PointerEvent} event */
function begin(event) {
  if (!around(event, "svg#board")) return;
  if (event.button !== 0 || !event.isPrimary) return;
  const start = under(event);
  const joint = bends(event);
  if (joint !== undefined) drag = { how: "bend", joint };
  else if (measuring || event.shiftKey) drag = { how: "measure", from: snap(onTable(event)) };
  else if (around(event, "[data-fan], .st-arrow, .st-ship.subject, .st-torpedo:has(.st-subject)") && turns()) drag = { how: "turn", start, moved: false };
  else if (around(event, ".st-nose-grip") && places()) drag = { how: "nose" };
  else if (around(event, "[data-zone], .st-ghost.here") && places()) drag = { how: "place" };
  // What is dragged here is not dragged onto something else, and moves no camera.
  if (drag) event.stopPropagation();
}

/** @param {PointerEvent} event */
function go(event) {
  if (!drag || !event.isPrimary) return;
  if (drag.how === "measure") {
    measure(drag.from, snap(onTable(event)));
  } else if (drag.how === "turn") {
    const p = under(event);
    if (!drag.moved && Math.hypot(p.x - drag.start.x, p.y - drag.start.y) < wide() / 120) return;
    drag.moved = true;
    const plan = planned();
    if (plan?.me.x !== undefined) setHeading(tenths(plan.me, onTable(event)));
  } else if (drag.how === "bend") {
    drag.moved = true;
    bend(drag.joint, onTable(event));
  } else if (drag.how === "nose") {
    const at = placed();
    if (at) setHeading(tenths(at, onTable(event)));
  }
  else if (drag.how === "place") setPlace(onTable(event));
}

/** @param {PointerEvent} event */
function end(event) {
  if (!drag || !event.isPrimary) return;
  const { how, moved } = drag;
  drag = null;
  if (how === "bend" && moved || how === "nose") swallow();
  if (how === "place") setPlace(onTable(event));
  if (how === "turn" && moved) {
    swallow();
    helm()?.querySelector("button[type=submit]")?.focus({ preventScroll: true });
  }
}

document.addEventListener("pointerdown", begin, true);
document.addEventListener("pointermove", go);
document.addEventListener("pointerup", end);
document.addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });
document.addEventListener("pointercancel", () => { drag = null; });
document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (!typing(event)) { event.preventDefault(); closer(); }
});

// ---- Ghosts and measuring -------------------------------------------------------------------------------------------

/// How much of the drawing is seen.
const wide = () => view()?.box.w ?? 0;

const live = () => layer("st-live", true);

const clear = () => live()?.replaceChildren();

/** @param {number} r */
const nose = (r) => `M${r},0L${r - 400},-300V300Z`;

/// Draws the hops of a heading and returns what happens on the way, in words.
/** @param {number} heading */
function ghost(heading) {
  const plan = planned(), layer = live();
  clear();
  if (!plan || !layer || plan.me.kind !== "ship") return null;
  const { me, table } = plan, flip = (/** @type {Point} */ p) => table[1] - p.y;
  const tip = ahead(me, heading, me.r + Math.max(2 * me.r * me.hops, 2500));
  put(layer, "path", { class: "st-track-line", d: `M${me.x},${flip(me)}L${tip.x},${flip(tip)}` });
  /** @type {string[]} */
  const words = [];
  for (let hop = 1; hop <= me.hops; hop += 1) {
    const at = ahead(me, heading, hop * 2 * me.r);
    const { off, met, struck } = meets(plan, at, hop === me.hops);
    const bad = off || met.length || struck.length;
    const g = put(layer, "g", { class: `st-ghost planned${off ? " off" : bad ? " meets" : ""}`, transform: `translate(${at.x} ${flip(at)})` });
    put(g, "circle", { r: me.r });
    put(g, "text", { y: table[0] / 180, "font-size": table[0] / 64 }, off ? "✕" : bad ? "!" : hop);
    if (hop === me.hops) put(g, "path", { class: "st-nose", transform: `rotate(${-heading / 10})`, d: nose(me.r) });
    if (off) words.push(`hop ${hop} leaves the table`);
    if (met.length) words.push(`hop ${hop} ends on ${met.map((p) => p.n).join(" and ")}`);
    if (struck.length) words.push(`hop ${hop} touches a torpedo`);
  }
  return words;
}

/// What the end of a move means: how far the nearest enemies are from there.
/** @param {number} heading */
function nearest(heading) {
  const plan = planned();
  if (plan?.me.kind !== "ship") return [];
  const { me, pieces } = plan;
  const end = { ...ahead(me, heading, me.hops * 2 * me.r), r: me.r };
  const foes = pieces.filter((p) => p.k === "ship" && p.foe).map((p) => ({ n: p.n, gap: gapOf(p, end), within: inRange(p, end, me.range) ? "in range" : "out of range" })).sort((a, b) => a.gap - b.gap);
  return foes.slice(0, 2).map(({ n, gap, within }) => `${n} ${inches(Math.max(0, gap))} inches from ${me.hops ? "its end" : "here"}, ${within}`);
}

/** @param {number} heading */
function forecast(heading) {
  const bad = ghost(heading);
  if (!bad) return;
  const off = bad.some((w) => w.includes("leaves"));
  say("st-forecast-words", [...bad, ...(off ? [] : nearest(heading))], bad.length > 0);
}

/// A point, or the piece that lies there.
/** @param {Point} at @returns {Disk} */
function snap(at) {
  const shapes = [...document.querySelectorAll("#st-ships > g.st-ship, #st-terrain > g, #st-torpedoes > g")].map((g) => {
    const { x, y } = moved(g) ?? { x: NaN, y: NaN };
    const r = Number(g.querySelector(".st-stand, .st-rim, .st-planet, .st-solid, .st-nebula, circle[r]")?.getAttribute("r") ?? 0);
    return { x, y: height()[1] - y, r };
  });
  return shapes.find((s) => square(s, at) <= s.r ** 2) ?? { ...at, r: 0 };
}

/** @param {Disk} from @param {Disk} to */
function measure(from, to) {
  const layer = live(), h = height()[1];
  clear();
  if (!layer) return;
  put(layer, "path", { class: "st-measure", d: `M${from.x},${h - from.y}L${to.x},${h - to.y}` });
  const mils = Math.max(0, gapOf(from, to));
  put(layer, "text", { x: (from.x + to.x) / 2, y: h - (from.y + to.y) / 2 - wide() / 90, "font-size": wide() / 55 }, `${inches(mils)}″ · range ${rangeTo(from, to)} · ${(tenths(from, to) / 10).toFixed(1)}°`);
}

// ---- The helm -----------------------------------------------------------------------------------------------------------

/** @typedef {HTMLFormElement & { elements: { how: HTMLSelectElement, x?: HTMLInputElement, y?: HTMLInputElement, heading?: HTMLInputElement, speed?: HTMLInputElement, angle?: HTMLInputElement } & Record<string, HTMLInputElement | undefined> }} Helm */
/** @returns {Helm | null} */
const helm = () => document.querySelector("[data-helm]");
const turns = () => Boolean(helm()?.elements.heading) && planned()?.me.x !== undefined;
const places = () => Boolean(helm()?.elements.x);

/** @param {number} h */
function setHeading(h) {
  const form = helm();
  if (form?.elements.heading) form.elements.heading.value = (h / 10).toFixed(1);
  preview();
}

/** @param {Point} at */
function setPlace(at) {
  const fields = helm()?.elements, plan = planned();
  if (!fields?.x || !fields.y || !plan) return;
  const { me, table } = plan;
  // A disk lies wholly on the table (ST-2.17).
  /** @param {number} n @param {number} side */
  const inside = (n, side) => Math.min(Math.max(n, me.r), side - me.r) / 1000;
  fields.x.value = inside(at.x, table[0]).toFixed(3);
  fields.y.value = inside(at.y, table[1]).toFixed(3);
  preview();
}

/// Where the form would place it, in whole mils as they are sent.
function placed() {
  const { x, y } = helm()?.elements ?? {};
  return x && y ? { x: Math.round(number(x.value) * 1000), y: Math.round(number(y.value) * 1000) } : null;
}

function preview() {
  const form = helm(), plan = planned();
  if (!form || !plan) return;
  keep();
  const heading = form.elements.heading ? asHeading(form.elements.heading.value) : 0;
  const at = placed(), layer = live();
  if (at && layer) {
    clear();
    const speed = number(form.elements.speed?.value ?? 0), { me } = plan;
    // The first phase, if it only moves on.
    for (let hop = 1; hop <= speed; hop += 1) {
      const to = ahead(at, heading, hop * 2 * me.r);
      put(layer, "circle", { class: "st-first", cx: to.x, cy: plan.table[1] - to.y, r: me.r });
    }
    const own = { ...at, r: me.r }, over = plan.pieces.filter((p) => overlaps(p, own) && p.id !== chosen(form));
    const g = put(layer, "g", { class: `st-ghost here ${over.length ? "meets" : "can"}`, transform: `translate(${at.x} ${plan.table[1] - at.y})` });
    put(g, "circle", { r: me.r });
    if (form.elements.heading) {
      const grip = put(g, "g", { class: "st-nose-grip", transform: `rotate(${-heading / 10})` });
      put(grip, "circle", { class: "st-touch", cx: me.r + 500, cy: 0, r: 900 });
      put(grip, "path", { class: "st-nose", d: `M${me.r - 60},-350L${me.r + 800},0L${me.r - 60},350Z` });
    }
    beside();
    say("st-forecast-words", over.map((p) => `${p.n} lies there`), over.length > 0);
  } else forecast(heading);
}

// ---- Deployment: ghost, fields, list and button speak of one and the same place --------------------------------------

const FIELDS = ["x", "y", "heading", "speed"];
/// What was chosen for the piece that is placed now: it outlives whatever the server draws anew.
/** @type {Record<string, string> | null} */
let kept = null;
/// Only looked at: what the list offers under the pointer.
let trial = false;

function keep() {
  const form = helm();
  if (!form || !places() || trial) return;
  kept = { how: form.elements.how.value };
  for (const name of FIELDS) {
    const field = form.elements[name];
    if (field) kept[name] = field.value;
  }
}

function recall() {
  const form = helm();
  if (!form || !places()) { kept = null; return; }
  if (kept && form.elements.how.value !== kept.how) kept = null;
  if (kept) for (const name of FIELDS) {
    const field = form.elements[name];
    if (field && field !== document.activeElement) field.value = kept[name];
  }
}

/// The button that places it stands beside the ghost.
function beside() {
  const form = helm(), frame = board()?.closest(".board"), at = placed(), plan = planned();
  /** @type {HTMLButtonElement | null} */
  let button = byId("st-here");
  if (!form || !frame || !at || !plan) { button?.remove(); return; }
  if (!button) {
    button = document.createElement("button");
    button.id = "st-here";
    button.type = "button";
    button.className = "primary";
    button.addEventListener("click", () => helm()?.requestSubmit());
    frame.append(button);
  }
  const { me, table } = plan, room = frame.getBoundingClientRect();
  const what = form.elements.how.selectedOptions?.[0]?.textContent ?? the("[type=submit]", form).textContent;
  const text = `${what}: ${inches(at.x)} × ${inches(at.y)} inches`;
  if (button.textContent !== text) button.textContent = text;
  const spot = (/** @type {number} */ x) => new DOMPoint(x, table[1] - at.y).matrixTransform(board()?.getScreenCTM() ?? undefined);
  const right = spot(at.x + me.r + 1300).x - room.x, left = spot(at.x - me.r - 1300).x - room.x - button.offsetWidth;
  const x = right + button.offsetWidth < room.width - 8 ? right : Math.max(8, left);
  const y = Math.min(Math.max(spot(at.x).y - room.y - button.offsetHeight / 2, 8), room.height - button.offsetHeight - 52);
  button.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}

/// A place that the rules offer is a place for the ghost, not a decision.
/** @param {Event} event */
function take(event) {
  const spot = around(event, ".st-spot");
  if (!spot || !places()) return;
  if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
  event.stopImmediatePropagation();
  event.preventDefault();
  const [x, y] = (spot.dataset.id ?? "").slice(5).split(",").map(Number);
  setPlace({ x, y });
  if (event.type === "keydown") byId("st-here")?.focus({ preventScroll: true });
}
document.addEventListener("click", take, true);
document.addEventListener("keydown", take, true);

/// A line of the list under the pointer or in focus: the ghost stands where it would put the ship.
for (const [begins, ends] of /** @type {const} */ ([["pointerover", "pointerout"], ["focusin", "focusout"]])) {
  document.addEventListener(begins, (event) => {
    const line = around(event, "#ask [data-about^='spot:']"), about = line?.dataset.about ?? "";
    const spot = /spot:(-?\d+),(-?\d+)/.exec(about), fields = helm()?.elements;
    if (!line || !spot || !fields?.x || !fields.y) return;
    trial = true;
    fields.x.value = (Number(spot[1]) / 1000).toFixed(3);
    fields.y.value = (Number(spot[2]) / 1000).toFixed(3);
    const heading = /heading ([\d.]+)/.exec(line.textContent ?? "")?.[1], speed = /speed:(\d+)/.exec(about)?.[1];
    if (fields.heading && heading) fields.heading.value = heading;
    if (fields.speed && speed) fields.speed.value = speed;
    preview();
  });
  document.addEventListener(ends, (event) => {
    if (!trial || !around(event, "#ask [data-about^='spot:']")) return;
    trial = false;
    recall();
    preview();
  });
}

/// The ship that is deployed by the form.
/** @param {Helm} form */
const chosen = (form) => JSON.parse(form.elements.how.value).deploy?.ship;

/// The decision with its numbers filled in.
/** @param {Helm} form */
function filled(form) {
  /** @param {string} name */
  const of = (name) => number(form.elements[name]?.value ?? 0);
  /** @type {Record<string, number>} */
  const values = {
    $heading: asHeading(form.elements.heading?.value ?? 0),
    $angle: asHeading(form.elements.angle?.value ?? 0),
    $x: Math.round(of("x") * 1000),
    $y: Math.round(of("y") * 1000),
    $speed: of("speed"),
  };
  return JSON.parse(form.elements.how.value, (_, value) => values[value] ?? value);
}

document.addEventListener("submit", (event) => {
  const form = helm();
  if (!form || !about(event, "[data-helm]")) return;
  event.preventDefault();
  const unread = ["x", "y", "heading"].map((name) => form.elements[name]).find((field) => field && !Number.isFinite(number(field.value || "?")));
  if (unread) return unread.focus();
  send(act(filled(form)));
});
// A field that is emptied at once only tells that it has changed.
for (const kind of ["input", "change"]) document.addEventListener(kind, (event) => {
  const form = around(event, "[data-helm]") && helm(), field = event.target;
  if (!form) return;
  if (field instanceof HTMLSelectElement && field.name === "towards" && form.elements.heading) form.elements.heading.value = (Number(field.value) / 10).toFixed(1);
  // Another ship to deploy: its own numbers.
  const own = field instanceof HTMLSelectElement && field.name === "how" && field.selectedOptions[0]?.dataset.now;
  if (own) for (const [name, value] of Object.entries(JSON.parse(own))) {
    const other = form.elements[name];
    if (other) other.value = value;
  }
  preview();
});
document.addEventListener("focusin", (event) => { if (around(event, "[data-helm]")) preview(); });

// Pointing at an arrow, on the board or in the list, shows where it leads.
for (const [begins, ends] of /** @type {const} */ ([["pointerover", "pointerout"], ["focusin", "focusout"]])) {
  document.addEventListener(begins, (event) => {
    const heading = around(event, "[data-heading]")?.dataset.heading ?? /(?:^| )heading:(\d+)/.exec(around(event, "[data-about]")?.dataset.about ?? "")?.[1];
    if (heading !== undefined && !drag) ghost(Number(heading));
  });
  document.addEventListener(ends, (event) => {
    if (!drag && around(event, "[data-heading], [data-about*='heading:']")) clear();
  });
}

// ---- Order disks ------------------------------------------------------------------------------------------------------------

/** @type {{ order: string | undefined, x: number, y: number, moved: boolean } | null} */
let token = null;
document.addEventListener("pointerdown", (event) => {
  const disk = around(event, "[data-token]");
  if (disk && event.button === 0) token = { order: disk.dataset.token, x: event.clientX, y: event.clientY, moved: false };
});
/** @param {PointerEvent} event */
const slotAt = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-slot]")).find(Boolean);
document.addEventListener("pointermove", (event) => {
  if (!token) return;
  token.moved ||= Math.hypot(event.clientX - token.x, event.clientY - token.y) > 12;
  for (const slot of document.querySelectorAll(".st-slot.over")) slot.classList.remove("over");
  if (token.moved) slotAt(event)?.querySelector(".st-slot")?.classList.add("over");
});
document.addEventListener("pointerup", (event) => {
  const held = token;
  token = null;
  for (const slot of document.querySelectorAll(".st-slot.over")) slot.classList.remove("over");
  if (!held?.moved) return;
  const slot = slotAt(event)?.dataset.slot;
  swallow();
  if (!slot) return;
  const [ship, place] = slot.split(":").map(Number);
  send(act({ assign: { ship, place, order: held.order } }));
});

// ---- Saved fleets -------------------------------------------------------------------------------------------------------------

const KEY = "klaxon-star-trek-fleets";
/** @returns {{ name: string, faction: string, text: string }[]} */
const saved = () => { try { return JSON.parse(localStorage.getItem(KEY) ?? "[]") ?? []; } catch { return []; } };
/// The fleet as the server has it.
/** @typedef {{ faction: string, ships: string[], disks: { disk: string, ship: number, pool: number }[] }} Fleet */
/** @returns {Fleet | null} */
const current = () => { const text = document.querySelector("[data-fleet]")?.dataset.fleet; return text ? JSON.parse(text) : null; };

/// One line for each ship; `/2` behind a disk means: out of the Start points of the second disk of the list.
/** @param {Fleet} fleet */
function asText({ ships, disks }) {
  const sorted = disks.map((d, i) => ({ ...d, old: i + 1 })).sort((a, b) => a.ship - b.ship || a.old - b.old);
  /** @param {number} old */
  const place = (old) => sorted.findIndex((d) => d.old === old) + 1;
  /** @param {number} n */
  const aboard = (n) => sorted.filter((d) => d.ship === n).map((d) => d.disk + (d.pool ? `/${place(d.pool)}` : ""));
  const lines = ships.map((ship, i) => [ship, ...aboard(i + 1)].join(" "));
  const extra = [...new Set(sorted.map((d) => d.ship).filter((n) => n > 100))];
  return [...lines, ...extra.map((n) => [`scenario-${n - 100}`, ...aboard(n)].join(" "))].join("\n");
}

/// The decisions that buy a fleet from nothing; givers of Start points come before what they pay for.
/** @param {string} text */
function purchases(text) {
  /** @type {object[]} */
  const deeds = [];
  /** @type {Fleet["disks"]} */
  const disks = [];
  let ships = 0;
  for (const line of text.split("\n").map((l) => l.trim()).filter((l) => l && !l.startsWith("#"))) {
    const [ship, ...aboard] = line.split(/[\s,:]+/).filter(Boolean);
    const extra = /^scenario-(\d+)$/.exec(ship);
    if (!extra) { deeds.push({ "buy-ship": { ship: ship.toUpperCase() } }); ships += 1; }
    for (const word of aboard) {
      const [disk, pool] = word.toUpperCase().split("/");
      disks.push({ disk, ship: extra ? 100 + Number(extra[1]) : ships, pool: Number(pool ?? 0) });
    }
  }
  const bought = new Map();
  let left = disks.map((d, i) => ({ ...d, n: i + 1 }));
  while (left.length) {
    const ready = left.filter((d) => !d.pool || bought.has(d.pool));
    if (!ready.length) break;
    for (const d of ready) {
      bought.set(d.n, bought.size + 1);
      deeds.push({ buy: { disk: d.disk, ship: d.ship, pool: d.pool ? bought.get(d.pool) : 0 } });
    }
    left = left.filter((d) => !ready.includes(d));
  }
  return deeds;
}

/** @param {string} text */
function build(text) {
  const now = current();
  if (!now) return;
  const sell = [...now.ships].map((_, i) => ({ "sell-ship": { ship: now.ships.length - i } }));
  for (const action of [...sell, ...purchases(text)]) send(act(action));
}

function list() {
  /** @type {HTMLSelectElement | null} */
  const select = byId("st-saved-list"), now = current();
  if (!select || !now) return;
  const fleets = saved().filter((f) => f.faction === now.faction);
  const want = fleets.map((f) => f.name).join("\n");
  if (select.dataset.have !== want || select.options.length !== Math.max(1, fleets.length)) {
    select.dataset.have = want;
    select.replaceChildren(...(fleets.length ? fleets.map((f) => new Option(f.name, f.name)) : [new Option("none yet", "")]));
  }
  /** @type {HTMLTextAreaElement | null} */
  const lines = byId("st-fleet-lines");
  if (lines && document.activeElement !== lines) lines.value = asText(now);
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-fleet-do]");
  const now = current();
  if (!button || !now) return;
  /** @type {(id: string) => HTMLInputElement} */
  const field = (id) => the(`#${id}`);
  const name = field("st-saved-list").value, all = saved();
  if (button.dataset.fleetDo === "save") {
    const title = field("st-saved-name").value.trim() || `${now.faction} ${now.ships.join(" ")}`;
    const rest = all.filter((f) => f.name !== title || f.faction !== now.faction);
    localStorage.setItem(KEY, JSON.stringify([...rest, { name: title, faction: now.faction, text: asText(now) }]));
  } else if (button.dataset.fleetDo === "load") {
    const fleet = all.find((f) => f.name === name && f.faction === now.faction);
    if (fleet) build(fleet.text);
  } else if (button.dataset.fleetDo === "forget") {
    localStorage.setItem(KEY, JSON.stringify(all.filter((f) => f.name !== name || f.faction !== now.faction)));
  } else if (button.dataset.fleetDo === "build") build(field("st-fleet-lines").value);
  list();
});

// ---- Every time the page changes ------------------------------------------------------------------------------------------------

/// The plan as it was drawn last.
/** @type {string | undefined} */
let drawn;
function refresh() {
  read();
  tools();
  list();
  recall();
  beside();
  const now = byId("st-plan")?.dataset.plan;
  if (now === drawn) { tags(); return; }
  drawn = now;
  if (!drag) clear();
  const me = planned()?.me;
  if (places() && me?.kind === "deploy" && me.ask) preview();
  drawCourse();
  flyOn();
  attend();
  tags();
}
// A ship that has moved takes its name along.
new MutationObserver((all) => { if (all.some((m) => m.target instanceof Element && m.target.classList.contains("st-tag"))) refresh(); }).observe(byId("main") ?? document.body, { subtree: true, attributeFilter: ["transform"] });
addEventListener("resize", attend);
onShow(tags);
onShow(beside);
new MutationObserver(refresh).observe(byId("main") ?? document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["viewBox", "data-plan", "data-fleet"] });
refresh();
