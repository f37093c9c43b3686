// The performer: plays beats (crates/core/src/beat.rs) on any board, by the ids of what it draws. Everything it shows lies in
// a layer over the board and moves by transform and opacity alone. What is asked is live all the while; answering ends
// the show. Each beat that is begun is told to the document as a `klaxon:beat` event, each chapter that ends as a
// `klaxon:chapter`: with kind, step and milliseconds.

import { about, around, byId, typing } from "./dom.js";
import { sound } from "./sound.js";

const SVG = "http://www.w3.org/2000/svg";
const GO = "cubic-bezier(.45,.05,.2,1)", OUT = "cubic-bezier(.2,.8,.2,1)", DROP = "cubic-bezier(.3,1.35,.5,1)";
/** @type {Record<string, number>} */
const PACES = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };
/** @type {Partial<Record<Kind, number>>} */
const MS = { shot: 320, throw: 700, hit: 260, loss: 520, card: 360, reveal: 420, flip: 260, score: 480, banner: 900 };
const steps = matchMedia("(prefers-reduced-motion: reduce)");
const stage = () => document.querySelector(".play .board, .play .stage");

/// How long a beat takes at normal pace.
/** @param {Beat} beat */
function length(beat) {
  if (beat.b === "move") return Math.min(120 * Math.max(1, beat.path.length - 1) + 160, 900);
  if (beat.b === "spread") return Math.min(Math.max(90 * beat.over.length, 180), 720);
  return MS[beat.b] ?? 0;
}
/** @param {Beat[]} group */
const span = (group) => Math.max(...group.map(length));
/** @param {Chapter} chapter */
const total = (chapter) => chapter.beats.reduce((sum, group) => sum + span(group), 0);

// ---- Pace ---------------------------------------------------------------------------------------------------------

export const pace = () => localStorage.getItem("klaxon-pace") ?? "normal";
/** @param {string} name */
function setPace(name) {
  localStorage.setItem("klaxon-pace", name);
  showPace();
  if (name === "off") finish();
}
/// The next slower or faster one, for a key.
export const nextPace = () => {
  const all = Object.keys(PACES);
  setPace(all[(all.indexOf(pace()) + 1) % all.length]);
  const select = byId("pace");
  select?.animate?.([{ opacity: 0.3 }, { opacity: 1 }], 300);
  const name = pace();
  say(`What happens is shown ${name === "off" ? "at once" : name === "normal" ? "at normal pace" : name}.`, true);
};
function showPace() {
  document.body.dataset.pace = pace();
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("#pace"))) select.value = pace();
}
document.addEventListener("change", (event) => { if (event.target instanceof HTMLSelectElement && event.target.id === "pace") setPace(event.target.value); });

// ---- Where things are ---------------------------------------------------------------------------------------------

/** @param {Element | null} element */
const seen = (element) => element !== null && element.getClientRects().length > 0;

/// What the board calls so.
/** @param {string} id @returns {Element | null} */
function find(id) {
  if (!id) return null;
  const own = byId(id);
  if (seen(own)) return own;
  const name = CSS.escape(id);
  return [...document.querySelectorAll(`.play [data-piece="${name}"], .play #board [data-id="${name}"], .play [data-id="${name}"]`)].find(seen) ?? null;
}

/** @param {Element} thing @returns {Spot} */
function box(thing) {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return { x, y, w: width, h: height, cx: x + width / 2, cy: y + height / 2 };
}

/// A picture of something, to be laid over the page where it stands.
/** @typedef {HTMLElement & { at: Spot }} Picture */
/** @param {Element} thing @returns {Picture} */
function copy(thing) {
  const at = box(thing), clone = /** @type {Element} */ (thing.cloneNode(true));
  for (const part of [clone, ...clone.querySelectorAll("*")]) for (const name of ["id", "data-id", "data-click", "data-piece", "tabindex", "role"]) part.removeAttribute(name);
  const picture = Object.assign(document.createElement("div"), { at });
  const m = thing instanceof SVGElement && thing.parentNode instanceof SVGGraphicsElement && thing.parentNode.getScreenCTM();
  if (m) {
    const svg = document.createElementNS(SVG, "svg"), g = document.createElementNS(SVG, "g");
    g.setAttribute("transform", `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e - at.x} ${m.f - at.y})`);
    g.append(clone);
    svg.append(g);
    picture.append(svg);
  } else picture.append(clone);
  picture.className = "beat-copy";
  Object.assign(picture.style, { left: `${at.x}px`, top: `${at.y}px`, width: `${at.w}px`, height: `${at.h}px` });
  return picture;
}

// ---- The layer ------------------------------------------------------------------------------------------------------

/** @type {HTMLElement | null} */
let layer = null;
function over() {
  if (!layer?.isConnected) {
    layer = document.createElement("div");
    layer.className = "beats";
    layer.setAttribute("aria-hidden", "true");
    stage()?.append(layer);
  }
  return layer;
}

/** @param {string} name @param {Partial<CSSStyleDeclaration>} style */
function put(name, style = {}, text = "") {
  const part = document.createElement("div");
  part.className = name;
  part.textContent = text;
  Object.assign(part.style, style);
  over().append(part);
  return part;
}

/// Plays keyframes on a part of the layer, and takes it away afterwards.
/** @param {HTMLElement} part @param {PropertyIndexedKeyframes} frames @param {number} ms @param {KeyframeAnimationOptions} more */
function act(part, frames, ms, more = {}) {
  part.style.willChange = "transform, opacity";
  const show = part.animate(frames, { duration: Math.max(ms, 1), easing: OUT, fill: "both", ...more });
  show.finished.then(() => part.remove(), () => {});
}

/** @param {Element} thing @param {number} ms */
function ring(thing, ms, name = "", delay = 0) {
  const at = box(thing), d = Math.min(Math.max(at.w, at.h, 22), 150);
  const part = put(`beat-ring ${name}`, { left: `${at.cx - d / 2}px`, top: `${at.cy - d / 2}px`, width: `${d}px`, height: `${d}px` });
  if (still()) act(part, { opacity: [1, 1, 0] }, 1000);
  else act(part, { opacity: [0, 1, 0], transform: ["scale(.6)", "scale(1)", "scale(1.25)"] }, ms, { delay });
}

/** @param {string} text @param {Spot} at @param {number} ms */
function float(text, at, ms, name = "") {
  if (!text) return;
  const part = put(`beat-text ${name}`, { left: `${at.cx}px`, top: `${at.y}px` }, text);
  const up = still() ? "translate(-50%,-100%)" : "translate(-50%,-160%)";
  act(part, { opacity: [0, 1, 1, 0], transform: ["translate(-50%,-60%)", "translate(-50%,-100%)", up, up] }, still() ? 1500 : Math.max(ms * 3, 700));
}

// What has gone is held where it was until its beat comes; what has moved, too.
/** @type {Map<string, { picture: Picture, veil: Animation[] }>} */
const held = new Map();
/** @param {string} id @param {Picture} picture @param {Element | null} thing */
function hold(id, picture, thing) {
  over().append(picture);
  const veil = thing && !thing.dataset.n ? withIt(thing).map(veiled) : [];
  held.set(id, { picture, veil });
}
/// Unseen, until the animation is cancelled. It stands still: one that runs would have the board painted anew in every frame.
/** @param {Element} thing */
function veiled(thing) {
  const veil = thing.animate({ opacity: [0, 0] }, { duration: 1e7 });
  veil.pause();
  return veil;
}
/** @param {string} id */
function letGo(id) {
  const one = held.get(id);
  one?.picture.remove();
  for (const veil of one?.veil ?? []) veil.cancel();
  held.delete(id);
}
/// A thing with what goes along with it, such as its name.
/** @param {Element} thing */
const withIt = (thing) => [thing, ...document.querySelectorAll(`[data-with="${CSS.escape(thing.id || "-")}"]`)];

// ---- Each kind of beat -------------------------------------------------------------------------------------------------

const still = () => steps.matches;
/** @type {{ [K in Kind]: (beat: Beats[K], ms: number) => void }} */
const kinds = {
  move({ piece, path }, ms) {
    const thing = find(piece);
    const last = !waiting("move", piece);
    const places = path.map(find).filter((place) => place !== null).map(box);
    const end = last && thing ? box(thing) : places.at(-1);
    if (!end) return letGo(piece);
    if (still()) {
      const from = places[0] ?? end;
      for (const [a, b] of [...places.slice(0, -1), from].map((a, i) => [a, places[i + 1] ?? end])) beam(a, b, 1000, "path");
      return letGo(piece);
    }
    if (!held.has(piece) && thing) {
      const picture = copy(thing);
      hold(piece, picture, thing);
      if (places[0]) picture.style.transform = `translate(${places[0].cx - picture.at.cx}px, ${places[0].cy - picture.at.cy}px)`;
    }
    const one = held.get(piece);
    if (!one) return;
    const { picture } = one, here = box(picture);
    const way = [here, ...places.slice(1, -1), end];
    for (let i = 1; i < way.length; i++) beam(way[i - 1], way[i], ms * 2, "trail", (ms * (i - 1)) / way.length);
    picture.style.willChange = "transform";
    const show = picture.animate(way.map((at) => ({ transform: `translate(${at.cx - picture.at.cx}px, ${at.cy - picture.at.cy}px)` })), { duration: Math.max(ms, 1), easing: GO, fill: "forwards" });
    if (last) show.finished.then(() => letGo(piece), () => {});
  },
  shot({ from, to, heavy }, ms) {
    const [a, b] = [find(from) ?? held.get(from)?.picture, find(to) ?? held.get(to)?.picture];
    if (a && b) beam(box(a), box(b), still() ? 1000 : ms, heavy ? "heavy" : "");
  },
  throw({ title, html }, ms) {
    const pin = put("beat-throw"), dice = document.createElement("div");
    pin.append(Object.assign(document.createElement("p"), { textContent: title }));
    dice.className = "faces";
    dice.innerHTML = html;
    pin.append(dice);
    place(pin);
    const all = [...dice.children], one = ms / (all.length + 1);
    all.forEach((die, i) => { if (!still()) die.animate({ opacity: [0, 1], transform: ["translateY(-52px) rotate(-170deg) scale(1.4)", "none"] }, { duration: Math.max(one * 2, 1), delay: i * one * 0.9, easing: DROP, fill: "backwards" }); });
    setTimeout(() => pin.classList.add("told"), still() ? 0 : ms);
  },
  hit({ on, text, stopped }, ms) {
    const thing = find(on) ?? held.get(on)?.picture;
    for (const pin of over().querySelectorAll(".beat-throw")) pin.classList.add("told");
    if (!thing) return;
    ring(thing, ms, stopped ? "stopped" : "hit");
    float(text, box(thing), ms, stopped ? "stopped" : "bad");
    if (stopped || still()) return;
    const scale = thing instanceof SVGGraphicsElement ? 3 / (thing.getScreenCTM()?.a || 1) : 3;
    thing.animate({ translate: [0, 1, -1, 1, 0].map((n) => `${n * scale}px 0`) }, ms);
  },
  loss({ piece, part }, ms) {
    const thing = find(piece);
    if (part) { if (thing) ring(thing, ms, "bad"); return; }
    const picture = held.get(piece)?.picture;
    if (!picture) { if (thing) ring(thing, ms, "bad"); return; }
    held.delete(piece);
    if (still()) { picture.classList.add("ghost"); act(picture, { opacity: [0.7, 0.7, 0] }, 1500); return; }
    const rest = /** @type {HTMLElement} */ (picture.cloneNode(true));
    over().append(rest);
    const from = getComputedStyle(picture).transform, at = from === "none" ? "" : from;
    picture.style.clipPath = "inset(-20% 50% -20% -20%)";
    rest.style.clipPath = "inset(-20% -20% -20% 50%)";
    act(picture, { opacity: [1, 1, 0], transform: [`${at} none`, `${at} translate(-3px, 2px) rotate(-6deg)`, `${at} translate(-12px, 14px) rotate(-20deg)`].map((t) => t.replace(" none", "") || "none") }, ms);
    act(rest, { opacity: [1, 1, 0], transform: [at || "none", `${at} translate(3px, 2px) rotate(6deg)`, `${at} translate(12px, 14px) rotate(20deg)`] }, ms);
  },
  card({ id, name }, ms) {
    const card = put("beat-card", {}, name);
    place(card);
    const begun = starts.get(id), at = box(card);
    const from = begun && !(begun instanceof Element) ? begun : { cx: innerWidth / 2, cy: 0 };
    if (still()) return;
    card.animate({ opacity: [0, 1], transform: [`translate(${from.cx - at.cx}px, ${from.cy - at.cy}px) scale(.8)`, "none"] }, { duration: Math.max(ms, 1), easing: OUT });
  },
  reveal({ whose, text, holds }, ms) {
    const card = put(`beat-reveal ${holds === false ? "bad" : ""}`);
    card.append(Object.assign(document.createElement("span"), { textContent: whose }), Object.assign(document.createElement("strong"), { textContent: text }));
    place(card, ".beat-reveal");
    if (!still()) card.animate({ transform: ["rotateY(90deg)", "none"] }, { duration: Math.max(ms * 0.6, 1), easing: OUT });
  },
  flip({ piece }, ms) {
    const thing = find(piece);
    if (!thing || still()) return;
    if (box(thing).w > 180) ring(thing, ms);
    else if (!(thing instanceof SVGElement)) thing.animate({ scale: ["1 1", "0 1", "1 1"] }, ms);
    else {
      const picture = copy(thing);
      over().append(picture);
      const veil = veiled(thing);
      setTimeout(() => veil.cancel(), ms);
      act(picture, { transform: ["scaleX(1)", "scaleX(0)", "scaleX(1)"] }, ms);
    }
  },
  spread({ over: spaces, harm }, ms) {
    const things = spaces.map(find).filter((space) => space !== null);
    things.forEach((thing, i) => ring(thing, Math.max(ms / things.length, 260), harm ? "bad" : "good", still() ? 0 : (i * ms) / things.length));
  },
  score({ gauge, by, from }, ms) {
    const to = find(gauge), start = find(from) ?? held.get(from)?.picture;
    const text = by > 0 ? `+${by}` : `−${-by}`;
    const name = by > 0 ? "good" : "bad";
    if (to) ring(to, ms, name, ms / 2);
    const place = to ?? start;
    if (!to || !start || still()) { if (place) float(text, box(place), ms, name); return; }
    const [a, b] = [box(start), box(to)];
    const part = put(`beat-text ${name}`, { left: `${a.cx}px`, top: `${a.cy}px` }, text);
    act(part, { opacity: [0, 1, 1, 0.2], transform: ["translate(-50%,-50%)", "translate(-50%,-90%) scale(1.3)", `translate(${b.cx - a.cx}px, ${b.cy - a.cy}px) translate(-50%,-50%)`, `translate(${b.cx - a.cx}px, ${b.cy - a.cy}px) translate(-50%,-50%)`], offset: [0, 0.25, 0.9, 1] }, ms, { easing: GO });
  },
  banner({ text, of }, ms) { banner(text, of, ms); },
};

/** @param {string} text @param {string} of @param {number} ms */
function banner(text, of, ms) {
  for (const old of over().querySelectorAll(".beat-banner")) old.remove();
  const part = put(`beat-banner ${of}`, {}, text);
  const slide = still() ? ["translateX(-50%)", "translateX(-50%)"] : ["translate(-50%,-14px)", "translate(-50%,0)"];
  act(part, { opacity: [0, 1, 1, 0], transform: [slide[0], slide[1], slide[1], slide[1]], offset: [0, 0.2, 0.8, 1] }, Math.max(ms, 300));
}

/// A line from one to another.
/** @param {Spot} a @param {Spot} b @param {number} ms @param {string} name */
function beam(a, b, ms, name, delay = 0) {
  const long = Math.hypot(b.cx - a.cx, b.cy - a.cy), turn = `rotate(${Math.atan2(b.cy - a.cy, b.cx - a.cx)}rad)`;
  if (long < 4) return;
  const part = put(`beat-beam ${name}`, { left: `${a.cx}px`, top: `${a.cy}px`, width: `${long}px` });
  if (still()) act(part, { opacity: [1, 1, 0], transform: [turn, turn, turn] }, ms);
  else act(part, { opacity: [1, 1, 0], transform: [`${turn} scaleX(0)`, `${turn} scaleX(1)`, `${turn} scale(1,.3)`] }, ms, { delay, fill: "both" });
}

/// In the middle over the board's foot; several stand side by side.
/** @param {HTMLElement} part @param {string} [among] */
function place(part, among) {
  const at = (stage() ?? document.body).getBoundingClientRect(), size = part.getBoundingClientRect();
  const rest = among ? [.../** @type {NodeListOf<HTMLElement>} */ (over().querySelectorAll(among))] : [part];
  const wide = rest.reduce((sum, one) => sum + one.offsetWidth + 12, -12);
  let x = at.x + (at.width - wide) / 2;
  for (const one of rest) { one.style.left = `${x}px`; x += one.offsetWidth + 12; }
  // What is compared stands high: the battle's own table lies below.
  part.style.top = among ? `${at.y + at.height * 0.2}px` : `${at.bottom - size.height - Math.min(90, at.height / 4)}px`;
}

// ---- What waits to be shown ---------------------------------------------------------------------------------------------

/** @type {Chapter[]} */
let queue = [];
/** @type {{ chapter: Chapter, rest: Beat[][], skip: boolean } | null} */
let now = null;
/** @type {(() => void) | null} */
let skipping = null;
/// Where cards lay, and pictures of what will have moved or gone.
/** @type {Map<string, Spot | Picture>} */
let starts = new Map();
/// What a beat takes from the board, or moves on it.
/** @param {Beat} beat */
const taken = (beat) => (beat.b === "move" || (beat.b === "loss" && !beat.part) ? beat.piece : null);

/** @param {Kind} kind @param {string} piece */
const waiting = (kind, piece) => [...(now?.rest ?? []), ...queue.flatMap((chapter) => chapter.beats)].some((group) => group.some((beat) => beat.b === kind && "piece" in beat && beat.piece === piece));
/// Is something being shown?
export const showing = () => now !== null;

/// Time is short: the show does not take it.
function hurried() {
  if (byId("sa-clock")?.dataset.state === "running") return true;
  const ahead = Number(document.body.dataset.ahead ?? 0);
  return [...document.querySelectorAll(".play [data-due]")].some((clock) => Number(clock.dataset.due) - Date.now() - ahead < 30000);
}

/// Chapters that are about to come, read before the page changes: what will be gone is copied.
/** @param {string} [json] */
export function ready(json) {
  /** @type {Chapter[]} */
  const chapters = json ? JSON.parse(json) : [];
  if (!chapters.length || pace() === "off" || document.hidden) return chapters;
  starts = new Map();
  for (const beat of chapters.flatMap((chapter) => chapter.beats.flat())) {
    if (beat.b === "card") { const card = find(beat.id); if (card) starts.set(beat.id, box(card)); }
    const piece = taken(beat);
    if (piece === null || held.has(piece) || starts.has(piece)) continue;
    const thing = find(piece);
    if (thing) starts.set(piece, copy(thing));
  }
  return chapters;
}

/// Plays them, now that the page has changed.
/** @param {Chapter[]} chapters */
export function play(chapters) {
  const last = chapters.at(-1);
  if (!last) return;
  if (document.hidden) { missed(chapters); return; }
  if (pace() === "off") return;
  queue.push(...chapters.slice(0, -1));
  // Behind: all but the last at a quarter of the time; far behind only what begins, and where it led.
  const behind = queue.reduce((sum, chapter) => sum + chapter.beats.length, 0);
  if (behind > 8 || queue.reduce((sum, chapter) => sum + total(chapter), 0) > 4000) for (const chapter of queue) chapter.quick = true;
  if (behind > 20) {
    queue = queue.map((chapter) => ({ ...chapter, beats: chapter.beats.filter((group) => group[0].b === "banner") })).filter((chapter) => chapter.beats.length);
    for (const id of [...held.keys()]) letGo(id);
  }
  queue.push(last);
  for (const beat of still() ? [] : queue.flatMap((chapter) => chapter.beats.flat())) {
    const piece = taken(beat), picture = piece === null || held.has(piece) ? null : starts.get(piece);
    if (piece !== null && picture instanceof Element) hold(piece, picture, beat.b === "move" ? find(piece) : null);
  }
  if (still()) for (const [id, picture] of starts) if (picture instanceof Element && waiting("loss", id)) hold(id, picture, null);
  if (!now) run();
}

async function run() {
  for (let chapter = queue.shift(); chapter; chapter = queue.shift()) {
    const whole = Math.max(total(chapter), 1);
    const speed = Math.min(PACES[pace()] * (chapter.quick ? 0.25 : 1), (hurried() ? 400 : 9000) / whole);
    now = { chapter, rest: [...chapter.beats], skip: false };
    stage()?.classList.add("showing");
    stage()?.classList.toggle("throws", chapter.beats.flat().some((beat) => beat.b === "throw"));
    skipButton(true);
    for (let group = now.rest.shift(); group; group = now.rest.shift()) {
      const ms = now.skip ? 0 : span(group) * speed;
      // One thing at a time lies at the board's foot.
      if (/throw|card|reveal/.test(group[0].b)) sweep();
      for (const beat of group) begin(beat, chapter.step, ms);
      if (ms > 0) await wait(ms);
    }
    if (over().querySelector(FOOT) && !now.skip) await wait(Math.min(600, 900 * speed));
    stage()?.classList.remove("throws");
    sweep();
    document.dispatchEvent(new CustomEvent("klaxon:chapter", { detail: { step: chapter.step, line: chapter.line ?? "", skipped: now.skip } }));
  }
  now = null;
  for (const id of [...held.keys()]) letGo(id);
  skipButton(false);
  stage()?.classList.remove("showing");
  document.dispatchEvent(new CustomEvent("klaxon:shown"));
}

const FOOT = ".beat-throw, .beat-card, .beat-reveal";
function sweep() { for (const part of over().querySelectorAll(FOOT)) part.remove(); }

/** @param {Beat} beat @param {number} step @param {number} ms */
function begin(beat, step, ms) {
  document.dispatchEvent(new CustomEvent("klaxon:beat", { detail: { b: beat.b, step, ms: Math.round(ms), still: still(), text: "text" in beat ? beat.text : "title" in beat ? beat.title : "" } }));
  try {
    if (ms > 0) {
      /** @type {{ [b: string]: (beat: any, ms: number) => void }} */ (kinds)[beat.b]?.(beat, ms);
      const n = (beat.b === "move" ? beat.path.length - 1 : beat.b === "throw" ? beat.dice?.length : beat.b === "spread" ? beat.over.length : 1) || 1;
      // A board with sounds of its own announces by itself.
      if (beat.b !== "banner" || !document.querySelector(".play [data-own-sound]")) sound.play(beat.b, { n, ms, ...beat, mine: byId("turn")?.dataset.mine === "true" });
    } else if (beat.b === "loss" || (beat.b === "move" && !waiting("move", beat.piece))) letGo(beat.piece);
  } catch (fault) {
    // A show that fails must not take the game with it.
    console.error(fault);
    if ("piece" in beat) letGo(beat.piece);
  }
}

/** @param {number} ms @returns {Promise<void>} */
function wait(ms) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    skipping = () => { clearTimeout(timer); done(); };
  });
}

/// Ends the chapter.
export function skip() {
  if (!now) return;
  now.skip = true;
  for (const part of over().querySelectorAll(":scope > :not(.beat-copy)")) part.remove();
  skipping?.();
}

/// Ends everything: an answer was given, or nothing is to be shown any more.
export function finish() {
  queue = [];
  for (const id of [...held.keys()]) letGo(id);
  skip();
}

// ---- Unseen ---------------------------------------------------------------------------------------------------------

let turns = 0, inputs = 0;
/** @param {Chapter[]} chapters */
function missed(chapters) {
  inputs += chapters.length;
  turns += chapters.flatMap((chapter) => chapter.beats.flat()).filter((beat) => beat.b === "banner" && beat.of === "turn").length;
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { finish(); return; }
  if (inputs === 0 || pace() === "off") return;
  const [n, what] = turns > 0 ? [turns, "turn"] : [inputs, "decision"];
  say(`${n} ${what}${n === 1 ? "" : "s"} passed`);
  [turns, inputs] = [0, 0];
});

/// A line that the log does not have: over the board, and for readers.
/** @param {string} text */
function say(text, quietly = false) {
  let live = byId("beats-said");
  if (!live) {
    live = Object.assign(document.createElement("p"), { id: "beats-said", className: "hidden" });
    live.setAttribute("role", "status");
    document.body.append(live);
  }
  live.textContent = text;
  if (!quietly || !now) banner(text, "phase", 1400);
}

// ---- Skip -------------------------------------------------------------------------------------------------------------

/** @type {HTMLElement | null} */
let button = null;
/** @param {boolean} on */
function skipButton(on) {
  if (!button?.isConnected) {
    button = Object.assign(document.createElement("button"), { type: "button", className: "beat-skip small", textContent: "Skip", title: "Skip (Space)" });
    button.addEventListener("click", (event) => { event.stopPropagation(); skip(); });
    stage()?.append(button);
  }
  button.hidden = !on;
}

// Whoever goes to a button by the keyboard presses it with the space bar, as always; else it skips.
let tabbed = false;
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") tabbed = true;
  if (event.key !== " " || !now || typing(event) || document.querySelector("dialog[open]")) return;
  if (tabbed && about(event, "button, a, summary, [tabindex]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A button that has the focus is pressed when the key comes up again.
  addEventListener("keyup", (up) => up.preventDefault(), { once: true, capture: true });
  skip();
}, true);
document.addEventListener("pointerdown", () => { tabbed = false; }, true);
document.addEventListener("click", (event) => { if (now && around(event, ".frame") && !around(event, "[data-click]")) skip(); });

showPace();
