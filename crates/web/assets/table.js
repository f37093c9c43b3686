// A table's page: one WebSocket, regions morphed into place, clicks and keys sent up.

import { Idiomorph } from "./vendor/idiomorph-0.8.0/idiomorph.esm.js";
import { claim, takeSecret } from "./claim.js";
import * as beats from "./beats.js";
import { offer, sound } from "./sound.js";
import { open as openTab, opened as openedTab } from "./tabs.js";
import { attend } from "./camera.js";
import { settle } from "./pins.js";
import * as wish from "./wish.js";
import { arrive, isOpen as endingOpen } from "./ending.js";

const play = document.querySelector(".play");
const table = play.dataset.table;
const line = document.getElementById("line");
const byId = (id) => document.getElementById(id);

// ---- The line -------------------------------------------------------------------------------------------------

let socket = null;
let tries = 0;
let heard = Date.now();
let settled = false;
let opened = false;
let drawn = play.dataset.drawn;

function connect() {
  opened = false;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  // What happened since the page was drawn last can still be shown.
  const had = new URLSearchParams({ n: byId("turn").dataset.n });
  // What the page was drawn with need not come again; after a break everything does.
  if (drawn && drawn.length < 6000) had.set("drawn", drawn);
  drawn = "";
  socket = new WebSocket(`${scheme}://${location.host}/t/${table}/ws?${had}`);
  socket.addEventListener("open", () => {
    tries = 0;
    opened = true;
    heard = Date.now();
    if (oddsFirst()) send(wish.oddsFirst(true));
  });
  socket.addEventListener("message", (event) => {
    heard = Date.now();
    if (event.data.startsWith("{")) told(JSON.parse(event.data));
    else patch(event.data);
  });
  socket.addEventListener("close", lost);
}

function told(message) {
  if (message.t === "hello") {
    if (message.build !== document.body.dataset.build) location.reload();
    ahead = message.now - Date.now();
    document.body.dataset.ahead = ahead;
    state("live", "");
  } else if (message.t === "shut") {
    // The table was closed to watchers: its door says so.
    location.reload();
  } else if (message.t === "fault") {
    state("fault", message.text);
  }
}

function lost() {
  socket = null;
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

function state(name, text) {
  line.dataset.state = name;
  line.textContent = text;
}

// A line that says nothing for long is dead, even if nobody told us.
setInterval(() => {
  if (socket && Date.now() - heard > 70000) socket.close();
}, 5000);
addEventListener("online", () => { if (!socket) connect(); });

function send(wanted) {
  const text = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
  // Whoever answers has seen enough.
  if (wish.decides(text)) beats.finish();
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

// A board's own script sends wishes through the same line.
document.addEventListener("klaxon:send", (event) => { acted = true; send(event.detail); });

// ---- The clock --------------------------------------------------------------------------------------------------

// How far the server's clock is ahead of ours. The time left is always computed anew: hidden tabs get few ticks.
let ahead = 0;

function countDown() {
  for (const clock of play.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.due) - Date.now() - ahead) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
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

const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    // A name that is being typed stays. (Not `ignoreActiveValue`: that would keep the words of a focused button, too.)
    beforeNodeMorphed: (node) => !(node.id === "own-name" && node === document.activeElement),
    // What the viewer has folded stays folded.
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
  },
};

function patch(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const told = template.content.querySelector("[data-beats]");
  told?.remove();
  const chapters = beats.ready(told?.dataset.beats);
  const before = turn();
  const said = byId("chat")?.childElementCount;
  for (const element of [...template.content.children]) {
    if (element.hasAttribute("data-frag")) for (const part of [...element.children]) place(part);
    else place(element);
  }
  follow();
  countDown();
  attend();
  settle();
  if (settled && byId("chat")?.childElementCount > said && openedTab() !== "chat") unread();
  // What was pointed at by something that is gone must not stay lit.
  for (const thing of play.querySelectorAll(".lit")) thing.classList.remove("lit");
  after(before, chapters.length > 0 && beats.pace() !== "off");
  beats.play(chapters);
}

/// Something was said that nobody has read.
function unread() {
  const tab = byId("tab-chat");
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
  if (event.target === log && log.clientHeight > 0) following = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
}, true);
document.addEventListener("klaxon:tab", follow);
addEventListener("resize", follow);

function place(element) {
  const old = byId(element.id);
  if (element.hasAttribute("data-gone")) old?.remove();
  else if (old) Idiomorph.morph(old, element, morphing);
  else if (element.dataset.into) byId(element.dataset.into)?.append(element);
  else if (element.classList.contains("panel")) byId("panels")?.append(element);
}

function turn() {
  const data = byId("turn").dataset;
  return { mine: data.mine === "true", over: data.over === "true", step: Number(data.step), roll: byId("dice")?.firstElementChild?.id };
}

function after(before, shown) {
  const now = turn();
  document.title = byId("turn").dataset.title;
  // A board with sounds of its own makes them itself, and what is shown has its sounds, too.
  if (settled && !play.querySelector("[data-own-sound]")) {
    if (now.mine && !before.mine) sound.play("turn");
    else if (shown) ;
    else if (now.over && !before.over) sound.play("end");
    else if (now.roll && now.roll !== before.roll) sound.play("dice");
    else if (now.step > before.step) sound.play("move");
  }
  settled = true;
  // Where sound matters it is asked for before the clock runs.
  if (play.dataset.game === "space-alert" && [...play.querySelectorAll("#ask .pick span")].some((words) => words.textContent.startsWith("Ready"))) offer(play.querySelector(".asked"));
  arrive();
  const curtain = byId("curtain");
  for (const part of play.querySelectorAll(".bar, .asked, .board, .dock, .tabs, .pane")) {
    part.inert = !curtain.hidden || (endingOpen() && !part.matches(".bar"));
  }
  // Odds that wait for a "go ahead" come into sight.
  const goAhead = play.querySelector("#odds [data-focus]");
  if (goAhead && !waiting) goAhead.focus();
  waiting = goAhead !== null;
  // When what had the focus is gone, the next thing to do gets it, and where there is nothing to do, what the table waits
  // for: never the page as a whole.
  const rests = byId("prompt");
  const lost = document.activeElement === document.body || (document.activeElement === rests && now.mine && now.step > before.step);
  if (lost && acted) {
    const first = ["[data-focus]", "#ask [data-key]", "#ask .pick", "#ask summary"].map((css) => play.querySelector(css));
    (first.find((thing) => thing) ?? rests)?.focus({ preventScroll: true });
  }
}

let acted = false;
let waiting = false;

// ---- Mouse --------------------------------------------------------------------------------------------------------

let clickedAt = 0;
document.addEventListener("click", (event) => {
  if (dragged) return;
  const target = event.target.closest("[data-do], [data-claim], [data-id]");
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
  } else if (target.dataset.id && byId("curtain").hidden) {
    send(wish.click(target.dataset.id));
  }
});

// Dragging one thing onto another is the same as clicking both. A ship or a token may also be dragged by a finger; on
// everything else a finger scrolls.
const SVG = "http://www.w3.org/2000/svg";
let drag = null;
let dragged = false;

function overlay(from) {
  const svg = document.createElementNS(SVG, "svg");
  const stroke = svg.appendChild(document.createElementNS(SVG, "line"));
  svg.setAttribute("class", "drag-line");
  svg.setAttribute("aria-hidden", "true");
  stroke.setAttribute("x1", from.x);
  stroke.setAttribute("y1", from.y);
  document.body.append(svg);
  return svg;
}

function letGo() {
  drag?.svg?.remove();
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  letGo();
  const thing = event.target.closest?.("[data-click], .picked[data-id]");
  if (!thing || !event.isPrimary || event.button !== 0 || !byId("curtain").hidden) return;
  const picked = thing.closest(".picked") !== null;
  const held = getComputedStyle(thing).touchAction === "none";
  drag = { id: thing.dataset.id, picked, held, pointer: event.pointerId, x: event.clientX, y: event.clientY, svg: null };
});

document.addEventListener("pointermove", (event) => {
  if (drag?.pointer !== event.pointerId) return;
  if (!drag.svg && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 10) return;
  drag.svg ??= overlay(drag);
  drag.svg.firstChild.setAttribute("x2", event.clientX);
  drag.svg.firstChild.setAttribute("y2", event.clientY);
});

document.addEventListener("pointerup", (event) => {
  if (drag?.pointer !== event.pointerId) return;
  const { id, picked, svg } = drag;
  letGo();
  if (!svg) return;
  // The click that follows a drag is no click.
  dragged = true;
  setTimeout(() => { dragged = false; });
  const under = document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-id]"));
  const onto = under.find((thing) => thing)?.dataset.id;
  if (!onto || onto === id) return;
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

let peeking = 0;
function peek(target) {
  clearTimeout(peeking);
  const choice = target?.closest?.("[data-odds]");
  const thing = target?.closest?.("[data-click]");
  // Read now: a patch may have taken the thing away before its time comes.
  const wanted = choice
    ? wish.odds(Number(choice.dataset.q), Number(choice.dataset.odds))
    : thing?.dataset.id && wish.peek(thing.dataset.id);
  if (wanted) peeking = setTimeout(() => send(wanted), 140);
}
document.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") peek(event.target); });
document.addEventListener("focusin", (event) => peek(event.target));

// ---- Keys ---------------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, textarea, select");
  if (event.key === "Enter" || event.key === " ") {
    const thing = event.target.closest?.("[data-id][tabindex]");
    if (thing) {
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
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^[1-9]$/.test(event.key)) {
    const button = play.querySelector(`#ask [data-key="${event.key}"]`);
    if (button) { acted = true; button.focus(); button.click(); }
    return;
  }
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
    "?": () => byId("help").showModal(),
  };
  const deed = keys[event.key.toLowerCase()];
  if (deed) { event.preventDefault(); deed(); }
});

// The log opens at its end.
follow();

byId("keys")?.addEventListener("click", () => byId("help").showModal());

const soundButton = byId("sound");
function showSound() {
  soundButton.setAttribute("aria-pressed", String(sound.on));
  if (byId("loud")) byId("loud").value = sound.level ?? "off";
}
soundButton?.addEventListener("click", () => { sound.on = !sound.on; sound.play("turn"); });
byId("loud")?.addEventListener("change", (event) => { sound.level = event.target.value; sound.play("turn"); });
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
  const form = event.target;
  const text = form.elements.text.value.trim();
  if (text) send(wish.say(text, form.elements.team?.checked ?? false));
  form.elements.text.value = "";
});

// ---- Seats ------------------------------------------------------------------------------------------------------------

// A link to something folded unfolds it.
play.addEventListener("click", (event) => {
  const fold = event.target.closest("a[href^='#']") && byId(event.target.closest("a").hash.slice(1));
  if (fold?.tagName !== "DETAILS") return;
  event.preventDefault();
  const pane = fold.closest(".pane");
  if (pane) openTab(pane.id.slice("pane-".length));
  fold.open = true;
  fold.querySelector("summary").focus();
});

play.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "naming") return;
  event.preventDefault();
  claim(table, { seat: Number(form.dataset.seat), name: form.elements.name.value }, play);
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
