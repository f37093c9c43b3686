// A table's page: one WebSocket, regions morphed into place, clicks and keys sent up.

import { Idiomorph } from "./vendor/idiomorph-0.8.0/idiomorph.esm.js";
import { alike, around, byId, the, typing } from "./dom.js";
import { claim, takeSecret } from "./claim.js";
import * as beats from "./beats.js";
import { offer, sound } from "./sound.js";
import { open as openTab, opened as openedTab } from "./tabs.js";
import { attend } from "./camera.js";
import { settle } from "./pins.js";
import * as wish from "./wish.js";
import { arrive, isOpen as endingOpen } from "./ending.js";

const play = the(".play");
const table = play.dataset.table ?? "";
const line = the("#line");
/// What the page says of the turn, as data.
const told = () => the("#turn").dataset;
const curtain = () => the("#curtain");
/** @returns {HTMLDialogElement} */
const help = () => the("#help");

// ---- The line -------------------------------------------------------------------------------------------------

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let heard = Date.now();
let settled = false;
let opened = false;
/// The page shows what the server knows: what waited can be said.
let ready = false;
let drawn = play.dataset.drawn;

function connect() {
  opened = false;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  // What happened since the page was drawn last can still be shown.
  const had = new URLSearchParams({ n: told().n ?? "" });
  // What the page was drawn with need not come again; after a break everything does.
  if (drawn && drawn.length < 6000) had.set("drawn", drawn);
  drawn = "";
  socket = new WebSocket(`${scheme}://${location.host}/t/${table}/ws?${had}`);
  socket.addEventListener("open", () => {
    tries = 0;
    opened = true;
    heard = Date.now();
    if (oddsFirst()) up(JSON.stringify(wish.oddsFirst(true)), null);
  });
  socket.addEventListener("message", (event) => {
    heard = Date.now();
    if (event.data.startsWith("{")) return hear(JSON.parse(event.data));
    patch(event.data);
    if (!ready) sayAgain();
  });
  socket.addEventListener("close", lost);
}

/** @param {Message} message */
function hear(message) {
  if (message.t === "hello") {
    if (message.build !== document.body.dataset.build) renew();
    ahead = message.now - Date.now();
    document.body.dataset.ahead = String(ahead);
    state("live", "");
  } else if (message.t === "done") {
    done();
  } else if (message.t === "shut") {
    // The table was closed to watchers: its door says so.
    location.reload();
  } else if (message.t === "fault") {
    state("fault", message.text);
  }
}

function lost() {
  socket = null;
  ready = false;
  // It is not known what of this was heard; clicks that led halfway to a choice are forgotten there.
  waits = [...path, ...flying.filter((kept) => kept !== null), ...waits];
  [path, flying] = [[], []];
  // A line that never opened may have been refused. The browser does not say so.
  if (opened || tries === 0) state("off", "offline, reconnecting …");
  else askWhy();
  // A little later each time, and not everybody at once.
  const wait = Math.min(250 * 2 ** tries, 8000) * (0.75 + Math.random() / 2);
  tries += 1;
  setTimeout(connect, wait);
}

async function askWhy() {
  try {
    const answer = await fetch(`/t/${table}/why`, { method: "POST" });
    const { text } = await answer.json();
    if (!socket || socket.readyState !== WebSocket.OPEN) state("fault", text.charAt(0).toUpperCase() + text.slice(1) + ".");
  } catch {
    state("off", "offline, reconnecting …");
  }
}

/** @param {string} name @param {string} text */
function state(name, text) {
  line.dataset.state = name;
  line.textContent = name === "off" && waits.length ? `${text} what you did is kept` : text;
}

/// A newer program serves: the page is drawn by it. While two versions serve side by side that may lead to the other one
/// again, so it is tried once in a while and not all the time.
function renew() {
  const last = Number(sessionStorage.getItem("klaxon-renewed"));
  if (Date.now() - last < 30000) return;
  sessionStorage.setItem("klaxon-renewed", String(Date.now()));
  if (waits.length) sessionStorage.setItem(`klaxon-waits-${table}`, JSON.stringify({ at: Date.now(), waits }));
  location.reload();
}

// A line that says nothing for long is dead, even if nobody told us.
setInterval(() => {
  if (socket && Date.now() - heard > 70000) socket.close();
}, 5000);
addEventListener("online", () => { if (!socket) connect(); });

// What was wished stays here until the server says that it is done. When the line breaks before, it is said again on the
// next one, with what was asked when it was wished: the server takes it only if that is still so.
/** @typedef {{ text: string, q: string }} Kept */
/** On their way, in order; nothing for those that may be lost. @type {(Kept | null)[]} */
let flying = [];
/** Waiting for a line. @type {Kept[]} */
let waits = kept();
/** Clicks that the server has and that have led to no choice yet. @type {Kept[]} */
let path = [];

/** What a page that was drawn anew had waiting. @returns {Kept[]} */
function kept() {
  const name = `klaxon-waits-${table}`;
  const { at, waits } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
  sessionStorage.removeItem(name);
  return Date.now() - at < 30000 ? waits : [];
}

/** @param {string} text @param {Kept | null} kept */
function up(text, kept) {
  socket?.send(text);
  flying.push(kept);
}

/** @param {wish.Wish | string} wanted */
function send(wanted) {
  const text = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
  // Whoever answers has seen enough.
  if (wish.decides(text)) beats.finish();
  const kept = wish.fleeting(text) ? null : { text, q: told().q ?? "" };
  if (ready && socket?.readyState === WebSocket.OPEN) return up(text, kept);
  if (!kept) return;
  waits.push(kept);
  if (!socket) state("off", "offline, reconnecting …");
}

/// The first of those on their way is done, and what came of it is shown.
function done() {
  const first = flying.shift();
  const q = told().q ?? "";
  if (first && /"t":"click"/.test(first.text)) path.push(first);
  else if (first && /"t":"clear"/.test(first.text)) path = [];
  path = path.filter((kept) => kept.q === q);
}

/// Says what waited. What was said in the chat and stands there need not be said twice.
function sayAgain() {
  ready = true;
  const again = waits;
  waits = [];
  for (const kept of again) {
    const { text, q } = kept;
    const [seat, question] = q.split(":").map(Number);
    const words = /"t":"say"/.test(text) ? JSON.parse(text).text : "";
    if (wish.aboutQuestion(text)) {
      if (q) up(JSON.stringify(wish.again(seat ?? 0, question ?? 0, JSON.parse(text))), kept);
    } else if (!words || !byId("chat")?.textContent?.includes(words)) up(text, kept);
  }
}

// A board's own script sends wishes through the same line.
document.addEventListener("klaxon:send", (event) => { acted = true; send(event.detail); });

// ---- The clock --------------------------------------------------------------------------------------------------

// How far the server's clock is ahead of ours. The time left is always computed anew: hidden tabs get few ticks.
let ahead = 0;

/**
 * "2 d 4 h", "3 h 5 min", "9:41".
 * @param {number} left in seconds
 */
function timeLeft(left) {
  if (left >= 86400) return `${Math.floor(left / 86400)} d ${Math.floor((left % 86400) / 3600)} h`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function countDown() {
  for (const clock of play.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.due) - Date.now() - ahead) / 1000));
    const text = timeLeft(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("soon", left <= 10);
  }
}
setInterval(countDown, 200);

/// Seeing odds first is a habit of the person, not of the table. A finger cannot hover, so there it is the default.
function oddsFirst() {
  const habit = localStorage.getItem("klaxon-odds-first");
  return habit ? habit === "on" : matchMedia("(pointer: coarse)").matches;
}

// ---- Patches ----------------------------------------------------------------------------------------------------

/** @type {{ morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: (node: Element, to: Node) => boolean, beforeAttributeUpdated: (name: string, node: Element) => boolean } }} */
const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    // A name that is being typed stays. (Not `ignoreActiveValue`: that would keep the words of a focused button, too.)
    beforeNodeMorphed: (node, to) => !(node.id === "own-name" && node === document.activeElement) && !alike(node, to),
    // What the viewer has folded stays folded.
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
  },
};

/** @param {string} html */
function patch(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const show = template.content.querySelector("[data-beats]");
  show?.remove();
  const chapters = beats.ready(show?.dataset.beats);
  const before = turn();
  const spokenBefore = spoken();
  for (const element of [...template.content.children]) {
    if (element.hasAttribute("data-frag")) for (const part of [...element.children]) place(part);
    else place(element);
  }
  follow();
  countDown();
  attend();
  settle();
  showHinted();
  if (settled && spoken() > spokenBefore && openedTab() !== "chat") unread();
  // What was pointed at by something that is gone must not stay lit.
  for (const thing of play.querySelectorAll(".lit")) thing.classList.remove("lit");
  after(before, chapters.length > 0 && beats.pace() !== "off");
  showLesson();
  beats.play(chapters);
}

/// What a lesson or puzzle says: to the step, and to a mistake.
const says = () => [byId("lesson")?.querySelector("[role=status]")?.textContent ?? "", byId("lesson")?.querySelector(".slip")?.textContent ?? ""];
/// What it says anew comes into sight, for whoever has scrolled down to the choices would miss it.
let said = says();
function showLesson() {
  const [before, now, rail, lesson] = [said, says(), play.querySelector(".asked"), byId("lesson")];
  said = now;
  if (!rail || !lesson || now.join() === before.join() || now.join() === ",") return;
  const above = rail.getBoundingClientRect().top - lesson.getBoundingClientRect().top;
  if (above <= 0) return;
  rail.scrollTop -= above;
  // Whoever is at another step goes on from where it is told, if what has the focus went out of sight by that.
  const focus = document.activeElement;
  const hidden = focus && rail.contains(focus) && focus.getBoundingClientRect().top >= rail.getBoundingClientRect().bottom;
  if (hidden && now[0] !== before[0]) byId("lesson-title")?.focus({ preventScroll: true });
}

/// What a hint speaks of is brought into sight, once; the viewer may fold its group again.
let hinted = "";
function showHinted() {
  const pick = play.querySelector(".pick.hinted");
  if (pick && pick.id !== hinted) {
    const group = pick.closest("details");
    if (group) group.open = true;
    pick.scrollIntoView({ block: "nearest" });
  }
  hinted = pick?.id ?? "";
}

/// A request goes to whoever is chosen above it, or to anybody.
document.addEventListener("click", (event) => {
  const words = around(event, "[data-request]")?.dataset.request;
  if (!words) return;
  /** @type {HTMLSelectElement | null} */
  const whom = byId("whom");
  send(wish.request(words, whom?.value ? Number(whom.value) : undefined));
});

/// How much was said.
const spoken = () => byId("chat")?.childElementCount ?? 0;

/// Something was said that nobody has read.
function unread() {
  const tab = the("#tab-chat");
  /** @type {HTMLElement} */
  const badge = tab.querySelector(".n") ?? tab.appendChild(Object.assign(document.createElement("span"), { className: "n" }));
  badge.textContent = String(badge.hidden ? 1 : Number(badge.textContent) + 1);
  badge.hidden = false;
}

// The log follows the game unless the reader has scrolled up in it; another width of the page changes nothing of that.
let following = true;
function follow() {
  const log = byId("log");
  if (log && following) log.scrollTop = log.scrollHeight;
}
document.addEventListener("scroll", (event) => {
  const log = byId("log");
  if (log && event.target === log && log.clientHeight > 0) following = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
}, true);
document.addEventListener("klaxon:tab", follow);
addEventListener("resize", follow);

/** @param {Element} element */
function place(element) {
  const old = byId(element.id);
  if (element.hasAttribute("data-gone")) old?.remove();
  else if (old) Idiomorph.morph(old, element, morphing);
  else if (element.dataset.into) byId(element.dataset.into)?.append(element);
  else if (element.classList.contains("panel")) byId("panels")?.append(element);
}

function turn() {
  const data = told();
  return { mine: data.mine === "true", over: data.over === "true", step: Number(data.step), roll: byId("dice")?.firstElementChild?.id };
}

/** @param {ReturnType<typeof turn>} before @param {boolean} shown */
function after(before, shown) {
  const now = turn();
  document.title = told().title ?? "";
  // A board with sounds of its own makes them itself, and what is shown has its sounds, too.
  if (settled && !play.querySelector("[data-own-sound]")) {
    if (now.mine && !before.mine) sound.play("turn");
    else if (shown) { /* the show sounds by itself */ }
    else if (now.over && !before.over) sound.play("end");
    else if (now.roll && now.roll !== before.roll) sound.play("dice");
    else if (now.step > before.step) sound.play("move");
  }
  settled = true;
  // Where sound matters it is asked for before the clock runs.
  const gathers = play.dataset.game === "space-alert" && [...play.querySelectorAll("#ask .pick span")].some((words) => words.textContent?.startsWith("Ready"));
  if (gathers) offer(play.querySelector(".asked"));
  // Once it runs the question needs its place.
  const offered = gathers ? null : play.querySelector(".asked > #sound-offer");
  if (offered) the(".board").append(offered);
  arrive();
  /** @type {NodeListOf<HTMLElement>} */
  const parts = play.querySelectorAll(".bar, .asked, .board, .dock, .tabs, .pane");
  for (const part of parts) {
    part.inert = !curtain().hidden || (endingOpen() && !part.matches(".bar"));
  }
  // Odds that wait for a "go ahead" come into sight.
  const goAhead = play.querySelector("#odds [data-focus]");
  if (goAhead && !waiting) goAhead.focus();
  waiting = goAhead !== null;
  // When what had the focus is gone, the next thing to do gets it, and where there is nothing to do, what the table waits
  // for: never the page as a whole.
  const rests = byId("prompt");
  const focus = document.activeElement;
  // A button that has come to stand in a closed fold loses it, too, a moment later.
  const lost = !focus?.checkVisibility() || focus === document.body || (focus === rests && now.mine && now.step > before.step);
  if (lost && acted) {
    // What is folded away or behind another tab cannot have it.
    const things = ["[data-focus]", "#ask :is(.pick, summary):not(.sure > summary)", "#prompt", ".tabs [aria-selected='true']"].flatMap((css) => [.../** @type {NodeListOf<HTMLElement>} */ (play.querySelectorAll(css))]);
    const first = things.find((thing) => thing.checkVisibility() && !(thing instanceof HTMLButtonElement && thing.disabled));
    first?.focus({ preventScroll: true });
  }
}

let acted = false;
let waiting = false;

// ---- Mouse --------------------------------------------------------------------------------------------------------

let clickedAt = 0;
document.addEventListener("click", (event) => {
  if (dragged) return;
  const target = around(event, "[data-do], [data-claim], [data-id]");
  if (!target) return;
  // The second half of a double click belongs to the first: it does not answer what is asked next.
  const asked = turn().step;
  const late = event.detail > 1 && asked !== clickedAt;
  clickedAt = asked;
  if (late) return;
  if (target.dataset.do) {
    acted = true;
    if (target.id === "odds-first") localStorage.setItem("klaxon-odds-first", oddsFirst() ? "off" : "on");
    send(target.dataset.do);
  } else if (target.dataset.claim !== undefined) {
    claim(table, { seat: Number(target.dataset.claim) }, play);
  } else if (target.dataset.id && curtain().hidden) {
    send(wish.click(target.dataset.id));
  }
});

// Dragging one thing onto another is the same as clicking both. A ship or a token may also be dragged by a finger; on
// everything else a finger scrolls.
const SVG = "http://www.w3.org/2000/svg";
/** @type {{ id: string | undefined, picked: boolean, held: boolean, pointer: number, x: number, y: number, line: SVGLineElement | null } | null} */
let drag = null;
let dragged = false;

/// A line over the page from where a drag began.
/** @param {Point} from */
function overlay(from) {
  const svg = document.createElementNS(SVG, "svg");
  const stroke = svg.appendChild(document.createElementNS(SVG, "line"));
  svg.setAttribute("class", "drag-line");
  svg.setAttribute("aria-hidden", "true");
  stroke.setAttribute("x1", String(from.x));
  stroke.setAttribute("y1", String(from.y));
  document.body.append(svg);
  return stroke;
}

function letGo() {
  drag?.line?.parentElement?.remove();
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  letGo();
  const thing = around(event, "[data-click], .picked[data-id]");
  if (!thing || !event.isPrimary || event.button !== 0 || !curtain().hidden) return;
  const picked = thing.closest(".picked") !== null;
  const held = getComputedStyle(thing).touchAction === "none";
  drag = { id: thing.dataset.id, picked, held, pointer: event.pointerId, x: event.clientX, y: event.clientY, line: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.pointer !== event.pointerId) return;
  if (!drag.line && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 10) return;
  drag.line ??= overlay(drag);
  drag.line.setAttribute("x2", String(event.clientX));
  drag.line.setAttribute("y2", String(event.clientY));
});

document.addEventListener("pointerup", (event) => {
  if (!drag || drag.pointer !== event.pointerId) return;
  const { id, picked, line: drawn } = drag;
  letGo();
  if (!drawn) return;
  // The click that follows a drag is no click.
  dragged = true;
  setTimeout(() => { dragged = false; });
  const under = document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-id]"));
  const onto = under.find((thing) => thing)?.dataset.id;
  if (!id || !onto || onto === id) return;
  if (!picked) {
    send(wish.clear());
    send(wish.click(id));
  }
  send(wish.click(onto));
});

document.addEventListener("pointercancel", letGo);
// Inside drawings `touch-action` alone does not keep a browser from scrolling.
document.addEventListener("touchmove", (event) => { if (drag?.held) event.preventDefault(); }, { passive: false });
document.addEventListener("selectstart", (event) => { if (drag) event.preventDefault(); });

/** @type {ReturnType<typeof setTimeout> | undefined} */
let peeking;
/** @param {Element | null} target */
function peek(target) {
  clearTimeout(peeking);
  const choice = target?.closest("[data-odds]");
  const thing = target?.closest("[data-click]");
  // Read now: a patch may have taken the thing away before its time comes.
  const wanted = choice
    ? wish.odds(Number(choice.dataset.q), Number(choice.dataset.odds))
    : thing?.dataset.id && wish.peek(thing.dataset.id);
  if (wanted) peeking = setTimeout(() => send(wanted), 140);
}
document.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") peek(around(event, "*")); });
document.addEventListener("focusin", (event) => peek(around(event, "*")));

// ---- Keys ---------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    const thing = around(event, "[data-id][tabindex]");
    if (thing?.dataset.id) {
      event.preventDefault();
      acted = true;
      send(wish.click(thing.dataset.id));
    }
    return;
  }
  if (event.key === "Escape") {
    letGo();
    if (!document.querySelector("dialog[open]")) send(wish.clear());
    return;
  }
  if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^[1-9]$/.test(event.key)) {
    /** @type {HTMLElement | null} */
    const button = play.querySelector(`#ask [data-key="${event.key}"]`);
    if (button) { acted = true; button.focus(); button.click(); }
    return;
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    u: () => byId("undo")?.click(),
    h: () => byId("hint")?.click(),
    b: () => (play.querySelector("#board .can[tabindex], #board .can > [tabindex]") ?? byId("board")?.parentElement)?.focus(),
    g: () => byId("got-it")?.click(),
    o: () => peek(document.activeElement),
    l: () => { openTab("log"); byId("log")?.focus(); },
    c: () => { openTab("chat"); byId("say-text")?.focus(); },
    s: () => byId("sound")?.click(),
    p: beats.nextPace,
    "?": () => help().showModal(),
  };
  const deed = keys[event.key.toLowerCase()];
  if (deed) { event.preventDefault(); deed(); }
});

// The log opens at its end.
follow();

byId("keys")?.addEventListener("click", () => help().showModal());

const soundButton = byId("sound");
/** @returns {HTMLSelectElement | null} */
const loudness = () => byId("loud");
function showSound() {
  soundButton?.setAttribute("aria-pressed", String(sound.on));
  const loud = loudness();
  if (loud) loud.value = sound.level ?? "off";
}
soundButton?.addEventListener("click", () => { sound.on = !sound.on; sound.play("turn"); });
loudness()?.addEventListener("change", () => { sound.level = loudness()?.value ?? "off"; sound.play("turn"); });
document.addEventListener("klaxon:sound", showSound);
showSound();
// Offered at the first touch, never again.
if (play.dataset.game !== "space-alert") addEventListener("pointerup", () => offer(play.querySelector(".board")), { once: true });

// ---- The dice ---------------------------------------------------------------------------------------------------------

// The browser keeps what was promised when it first saw the table: the page of the proof compares it.
const promised = byId("luck")?.dataset.commitment;
if (promised && !localStorage.getItem(`klaxon-commitment-${table}`)) localStorage.setItem(`klaxon-commitment-${table}`, promised);

// ---- Chat -------------------------------------------------------------------------------------------------------------

byId("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {HTMLFormElement & { elements: { text: HTMLInputElement, team?: HTMLInputElement } }} */
  const form = the("#say");
  const text = form.elements.text.value.trim();
  if (text) send(wish.say(text, form.elements.team?.checked ?? false));
  form.elements.text.value = "";
});

// ---- Seats ------------------------------------------------------------------------------------------------------------

// A link to something folded unfolds it.
play.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = around(event, "a[href^='#']");
  const fold = link && byId(link.hash.slice(1));
  if (!(fold instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  const pane = fold.closest(".pane");
  if (pane) openTab(pane.id.slice("pane-".length));
  fold.open = true;
  fold.querySelector("summary")?.focus();
});

play.addEventListener("submit", (event) => {
  /** @type {HTMLFormElement | null} */
  const form = around(event, "#naming");
  if (!form) return;
  event.preventDefault();
  claim(table, { seat: Number(form.dataset.seat), name: new FormData(form).get("name") }, play);
});

/// Spends the secret of a link, if there is one: of a seat, or of the table itself.
function spend() {
  const [seat, heir] = takeSecret();
  if (seat) return claim(table, { token: seat }, play);
  return heir ? claim(table, { token: heir }, play, "owner") : null;
}
// A link that is opened where the table is open already changes only what stands behind the `#`.
addEventListener("hashchange", spend);

const spent = spend();
if (spent) {
  spent.then((taken) => { if (!taken) connect(); });
} else {
  connect();
}
