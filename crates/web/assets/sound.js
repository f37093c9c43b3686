// Small sounds, made here: no files. Off until somebody turns them on; offered once.

/** @type {AudioContext | null} */
let shared = null;

/// The page's one audio context, awake.
export function context() {
  shared ??= new AudioContext();
  if (shared.state === "suspended") shared.resume();
  return shared;
}

/** @typedef {{ n?: number, ms?: number, heavy?: boolean, stopped?: boolean, holds?: boolean | null, of?: string, mine?: boolean }} Detail */
/** @typedef {(audio: BaseAudioContext, now: number, detail: Detail) => void} Cue */

export const sound = {
  /// "on", "quiet" or "off"; null until somebody has chosen.
  /** @returns {string | null} */
  get level() { return localStorage.getItem("klaxon-sound"); },
  set level(level) {
    localStorage.setItem("klaxon-sound", level ?? "off");
    document.dispatchEvent(new CustomEvent("klaxon:sound", { detail: level }));
  },
  get on() { return this.level === "on" || this.level === "quiet"; },
  set on(value) { this.level = value ? "on" : "off"; },

  /** @param {string} cue @param {Detail} [detail] */
  play(cue, detail) {
    if (!this.on || document.hidden) return;
    const audio = context();
    master(audio).gain.value = this.level === "quiet" ? 0.08 : 0.25;
    render(audio, cue, detail);
  },
};

// ---- The desk -----------------------------------------------------------------------------------------------------

// One master, twelve decibels down, and at most three voices at a time.
/** @type {WeakMap<BaseAudioContext, { gain: GainNode, voices: number[] }>} */
const desks = new WeakMap();
/** @param {BaseAudioContext} audio */
function desk(audio) {
  let found = desks.get(audio);
  if (!found) {
    const gain = audio.createGain();
    gain.gain.value = 0.25;
    gain.connect(audio.destination);
    found = { gain, voices: [] };
    desks.set(audio, found);
  }
  return found;
}
/** @param {BaseAudioContext} audio */
const master = (audio) => desk(audio).gain;

/// Is a voice free from then on for so long?
/** @param {BaseAudioContext} audio @param {number} at @param {number} length */
function free(audio, at, length) {
  const own = desk(audio);
  own.voices = own.voices.filter((end) => end > at);
  if (own.voices.length >= 3) return false;
  own.voices.push(at + length);
  return true;
}

/// Builds the graph of one cue; tests run the same in an OfflineAudioContext. Besides the cues of a table there is one for
/// each kind of beat.
/** @param {BaseAudioContext} audio @param {string} cue @param {Detail} [detail] */
export function render(audio, cue, detail = {}) {
  const now = audio.currentTime;
  cues[cue]?.(audio, now, detail);
}

/** @type {Record<string, Cue>} */
const cues = {
  turn: (audio, now) => { tone(audio, now, 523.25, 0.16, 0.4); tone(audio, now + 0.14, 783.99, 0.26, 0.4); },
  dice: (audio, now) => { for (let i = 0; i < 5; i++) knock(audio, now + i * 0.055 + (i % 2) * 0.012); },
  end: (audio, now) => [392, 493.88, 587.33, 783.99].forEach((pitch, i) => tone(audio, now + i * 0.2, pitch, 0.5, 0.28)),
  klaxon: (audio, now) => sweep(audio, now, "sawtooth", 180, 420, 0.6, 0.5),
  // Beats.
  move: (audio, now, { n = 1, ms = 280 }) => { for (let i = 0; i < Math.min(n, 6); i++) tone(audio, now + (i * ms) / n / 1000, 220 + 30 * i, 0.07, 0.2); },
  shot: (audio, now, { heavy }) => (heavy ? sweep(audio, now, "sawtooth", 420, 70, 0.5, 0.3) : sweep(audio, now, "square", 1100, 300, 0.22, 0.16)),
  throw: (audio, now, { n = 3, ms = 700 }) => { for (let i = 0; i < Math.min(n, 10); i++) knock(audio, now + (i * ms * 0.7) / n / 1000, 1400 + 130 * i); },
  hit: (audio, now, { stopped }) => (stopped ? knock(audio, now, 500) : sweep(audio, now, "sine", 120, 55, 0.28, 0.8)),
  loss: (audio, now) => { tone(audio, now, 329.63, 0.26, 0.3); tone(audio, now + 0.22, 220, 0.4, 0.3); },
  card: (audio, now) => knock(audio, now, 3200, 0.12),
  reveal: (audio, now, { holds }) => { knock(audio, now); knock(audio, now + 0.12); tone(audio, now + 0.26, holds === false ? 196 : 587.33, 0.3, 0.25); },
  flip: (audio, now) => knock(audio, now, 2200),
  spread: (audio, now, { n = 1, ms = 90 }) => { for (let i = 0; i < Math.min(n, 8); i++) tone(audio, now + (i * ms) / n / 1000, 440 + 40 * i, 0.06, 0.14); },
  score: (audio, now) => { tone(audio, now, 523.25, 0.14, 0.25); tone(audio, now + 0.12, 659.25, 0.24, 0.25); },
  banner: (audio, now, { of, mine }) => {
    if (of === "alarm") sweep(audio, now, "sawtooth", 300, 560, 0.4, 0.3);
    else if (of === "end") cues.end(audio, now, {});
    else if (of === "turn" && mine) cues.turn(audio, now, {});
    else tone(audio, now, 392, 0.18, 0.2);
  },
};

/** @param {BaseAudioContext} audio @param {number} at @param {number} pitch @param {number} length @param {number} loud */
function tone(audio, at, pitch, length, loud) {
  if (!free(audio, at, length)) return;
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(master(audio));
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** @param {BaseAudioContext} audio @param {number} at */
function knock(audio, at, pitch = 1700, length = 0.03) {
  if (!free(audio, at, length)) return;
  const samples = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (((i * 7919) % 997) / 498.5 - 1) * (1 - i / samples) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = 1.4;
  source.connect(filter).connect(gain).connect(master(audio));
  source.start(at);
}

/** @param {BaseAudioContext} audio @param {number} at @param {OscillatorType} type @param {number} from @param {number} to @param {number} length @param {number} loud */
function sweep(audio, at, type, from, to, length, loud) {
  if (!free(audio, at, length)) return;
  const [oscillator, filter, gain] = [audio.createOscillator(), audio.createBiquadFilter(), audio.createGain()];
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length * 0.85);
  filter.type = "lowpass";
  filter.frequency.value = 1400;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(filter).connect(gain).connect(master(audio));
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

// ---- Offered once ---------------------------------------------------------------------------------------------------

/// "Sound? Yes, Quiet, No": asked once, never again. It goes by itself when nobody cares.
/** @param {Element | null} place */
export function offer(place) {
  if (sound.level || !place || document.getElementById("sound-offer")) return;
  const box = document.createElement("div");
  box.id = "sound-offer";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Sound?");
  box.append("Sound? ");
  /** @param {string} level */
  const choose = (level) => { sound.level = level; box.remove(); sound.play("turn"); };
  for (const [level, text] of [["on", "Yes"], ["quiet", "Quiet"], ["off", "No"]]) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: text });
    button.addEventListener("click", (event) => { event.stopPropagation(); choose(level); });
    box.append(button);
  }
  place.append(box);
  setTimeout(() => { if (box.isConnected && !box.matches(":focus-within")) choose("off"); }, 20000);
}
