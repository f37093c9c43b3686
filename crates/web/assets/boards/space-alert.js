// Space Alert: the mission clock that runs, and the sound of the ship. Nothing is spoken or sounded that does not stand
// on the page; without speech or sound nothing is missing.

import { pace } from "../beats.js";
import { around, byId, the } from "../dom.js";
import { sound, context as audio } from "../sound.js";


// ---- The clock ----------------------------------------------------------------------------------------------------

// The server's clock, as the line said hello; the time of the script is always computed anew.
const ahead = () => Number(document.body.dataset.ahead ?? 0);
/** @param {HTMLElement} console */
const script = (console) => ((Date.now() + ahead() - Number(console.dataset.zero)) * Number(console.dataset.rate)) / 10;
/** @param {number} ms */
const mmss = (ms) => {
  const s = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

function run() {
  const console = byId("sa-clock");
  if (console?.dataset.state !== "running" || !console.dataset.zero || !document.body.dataset.ahead) return;
  const now = script(console);
  write(byId("sa-time"), mmss(now));
  const transfer = byId("sa-transfer");
  if (transfer?.dataset.until) {
    const left = Math.max(0, Math.ceil((Number(transfer.dataset.until) - now) / 1000));
    write(transfer.querySelector(".left"), `${left} s`);
  }
}

/** @param {Element | null} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

setInterval(run, 100);

// ---- Sound ----------------------------------------------------------------------------------------------------------

const volume = () => ((Number(localStorage.getItem("klaxon-volume") ?? 70) / 100) * (sound.level === "quiet" ? 0.35 : 1));
/// How fast the table's clock runs: the script's seconds are shorter in a drill.
const speed = () => Math.max(Number(byId("sa-clock")?.dataset.rate ?? 10) / 10, 0.1);

/// A row of tones: pitch, start and length in seconds.
/** @param {number[][]} list @param {OscillatorType} type */
function tones(list, type = "sine", loud = 0.16) {
  const ctx = audio();
  const gain = ctx.createGain();
  gain.gain.value = loud * volume();
  gain.connect(ctx.destination);
  for (const [pitch, at, length, to] of list) {
    const [oscillator, shape] = [ctx.createOscillator(), ctx.createGain()];
    const start = ctx.currentTime + at;
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(pitch, start);
    if (to) oscillator.frequency.linearRampToValueAtTime(to, start + length);
    shape.gain.setValueAtTime(0, start);
    shape.gain.linearRampToValueAtTime(1, start + 0.015);
    shape.gain.setValueAtTime(1, start + length * 0.7);
    shape.gain.linearRampToValueAtTime(0, start + length);
    oscillator.connect(shape).connect(gain);
    oscillator.start(start);
    oscillator.stop(start + length + 0.02);
  }
}

const alarm = () => tones([0, 1, 2].map((i) => [330, i * 0.6, 0.5, 620]), "sawtooth", 0.09);
/** @type {[RegExp, () => void][]} */
const cues = [
  [/^Alert/, alarm],
  [/threat/i, () => tones([[660, 0, 0.16], [495, 0.18, 0.16], [660, 0.36, 0.22]], "square", 0.06)],
  [/^Incoming data/, () => tones([0, 1, 2, 3].map((i) => [880 + 110 * i, i * 0.09, 0.07]))],
  [/^Data transfer ends|five seconds/, () => tones([0, 1, 2, 3, 4].map((i) => [784, i / speed(), 0.12]))],
  [/^Data transfer complete/, () => tones([[988, 0, 0.5]])],
  [/^Data transfer/, () => tones([[523, 0, 0.12], [784, 0.14, 0.2]])],
  [/system down/, () => tones([[220, 0, 0.7, 90]], "sawtooth", 0.1)],
  [/restored/, () => tones([[262, 0, 0.3, 523]])],
  [/ended|complete|over/, () => tones([[392, 0, 0.2], [523, 0.22, 0.2], [659, 0.44, 0.4]])],
  [/.*/, () => tones([[587, 0, 0.18]])],
];

/// Speaks where the browser can; the caption has been on the page before.
/** @param {string} text */
function speak(text) {
  if (!("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(text.replaceAll("T+", "T plus "));
  words.lang = "en";
  words.volume = volume();
  words.rate = Math.min(1.05 * Math.max(speed(), 1), 1.8);
  // A drill announces faster than anybody speaks: what is stale is not said.
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** @type {number | null} */
let heard = null;
/** @type {string | null} */
let turned = null;

/// While communication is down, the chat says so itself (SA-3.26).
/** @param {boolean} down */
function hush(down) {
  /** @type {HTMLInputElement | null} */
  const say = byId("say-text");
  if (!say) return;
  say.toggleAttribute("disabled", down);
  say.placeholder = down ? "Communication is down" : "Say something";
  say.form?.querySelectorAll("button").forEach((button) => button.toggleAttribute("disabled", down));
}

function listen() {
  const caption = byId("sa-caption");
  if (caption) {
    const n = Number(caption.dataset.n);
    // What was announced before this page was opened is not news.
    if (heard !== null && n > heard && sound.on) {
      // A page that was busy says what it missed in between, too.
      /** @type {[number, string][]} */
      const recent = JSON.parse(caption.dataset.recent ?? "[]");
      const last = heard, missed = recent.filter(([number]) => number > last);
      cues.find(([words]) => words.test(caption.dataset.say ?? ""))?.[1]();
      speak(missed.map(([, text]) => text).join(" "));
    }
    heard = n;
    hush(byId("sa-silent") !== null);
  }
  const told = byId("sa-told");
  if (told) {
    const text = told.textContent ?? "";
    // What is shown has its own sounds.
    if (turned !== null && text !== turned && sound.on && pace() === "off") {
      if (/damaged|lost/.test(text)) tones([[120, 0, 0.4, 60]], "sawtooth", 0.12);
      else if (/shoots/.test(text)) tones([[900, 0, 0.12, 300]], "square", 0.05);
      else tones([[440, 0, 0.06]], "sine", 0.06);
    }
    turned = text;
  }
}

// The switch in the page's head turns everything off; here is how loud it is.
const button = byId("sound");
if (button) {
  const label = document.createElement("label");
  label.className = "sa-volume";
  label.title = "Volume";
  const range = document.createElement("input");
  Object.assign(range, { type: "range", id: "sa-volume", min: "0", max: "100", value: String(volume() * 100) });
  range.setAttribute("aria-label", "Volume");
  range.addEventListener("input", () => localStorage.setItem("klaxon-volume", range.value));
  range.addEventListener("change", () => { if (sound.on) tones([[587, 0, 0.18]]); });
  label.append(range);
  button.after(label);
  button.addEventListener("click", () => { if (!sound.on) window.speechSynthesis?.cancel(); });
}

// ---- The Resolution Round by itself -----------------------------------------------------------------------------------

let playing = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

document.addEventListener("click", (event) => {
  const play = around(event, "[data-play]");
  if (play) {
    playing = playing === Number(play.dataset.play) ? 0 : Number(play.dataset.play);
    show();
    plan();
  }
  if (around(event, "#sa-mark")) marking(!document.body.classList.contains("sa-marking"));
  else if (around(event, ".sa-pin-place")) marking(false);
});

/// Presses *Next step* after a while; a card that might be a trip waits longer for its owner.
function plan() {
  clearTimeout(next);
  if (!playing) return;
  const [step, fine] = [byId("sa-step"), byId("sa-trip-no")];
  if (step) next = setTimeout(() => byId("sa-step")?.click(), playing);
  else if (fine) next = setTimeout(() => byId("sa-trip-no")?.click(), playing * 1.5);
}

// The captain's *Play* carries everybody along: while steps come by themselves, whoever is asked whether he tripped, and
// says nothing, goes on as planned.
let stepped = 0;
let rhythm = 0;
let mine = 0;
document.addEventListener("pointerdown", () => { mine = Date.now(); });
document.addEventListener("keydown", () => { mine = Date.now(); });

/// A step was taken: how fast do they come, without a hand of this page's?
function paced() {
  const now = Date.now();
  rhythm = stepped && now - stepped < 4800 && mine < stepped ? now - stepped : 0;
  stepped = now;
}

function carried() {
  if (playing || !rhythm || !byId("sa-trip-no")) return;
  clearTimeout(next);
  const begun = Date.now();
  next = setTimeout(() => { if (mine < begun) byId("sa-trip-no")?.click(); }, Math.max(2400, rhythm * 1.5));
}

function show() {
  for (const button of document.querySelectorAll("[data-play]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.play) === playing));
  }
}

// ---- Markers ------------------------------------------------------------------------------------------------------------

/** @param {boolean} on */
function marking(on) {
  document.body.classList.toggle("sa-marking", on);
  byId("sa-mark")?.setAttribute("aria-pressed", String(on));
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") marking(false);
  const place = around(event, ".sa-pin-place");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
});

// ---- Patches ------------------------------------------------------------------------------------------------------------

let last = "";
new MutationObserver(() => {
  run();
  listen();
  show();
  const step = byId("turn")?.dataset.step + (byId("sa-flight")?.dataset.asking ?? "");
  if (step !== last) { last = step; paced(); plan(); carried(); }
}).observe(the(".play"), { subtree: true, childList: true, attributes: true, attributeFilter: ["data-n", "data-step", "data-state", "data-until", "data-zero", "data-asking"] });
run();
listen();
