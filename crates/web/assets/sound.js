// Small sounds, made here: no files. Off until somebody turns them on.

let shared = null;

/// The page's one audio context, awake.
export function context() {
  shared ??= new AudioContext();
  if (shared.state === "suspended") shared.resume();
  return shared;
}

export const sound = {
  get on() { return localStorage.getItem("klaxon-sound") === "on"; },
  set on(value) { localStorage.setItem("klaxon-sound", value ? "on" : "off"); },

  play(cue) {
    if (!this.on) return;
    render(context(), cue);
  },
};

/// Builds the graph of one cue; tests run the same in an OfflineAudioContext.
export function render(audio, cue) {
  const now = audio.currentTime;
  if (cue === "turn") {
    tone(audio, now, 523.25, 0.16, 0.1);
    tone(audio, now + 0.14, 783.99, 0.26, 0.1);
  } else if (cue === "dice") {
    for (let i = 0; i < 5; i++) knock(audio, now + i * 0.055 + (i % 2) * 0.012);
  } else if (cue === "move") {
    tone(audio, now, 220, 0.07, 0.05);
  } else if (cue === "end") {
    [392, 493.88, 587.33, 783.99].forEach((pitch, i) => tone(audio, now + i * 0.13, pitch, 0.5, 0.07));
  } else if (cue === "klaxon") {
    klaxon(audio, now);
  }
}

function tone(audio, at, pitch, length, loud) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

function knock(audio, at) {
  const length = Math.floor(audio.sampleRate * 0.03);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (((i * 7919) % 997) / 498.5 - 1) * (1 - i / length) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1700;
  gain.gain.value = 0.35;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function klaxon(audio, at) {
  const [oscillator, filter, gain] = [audio.createOscillator(), audio.createBiquadFilter(), audio.createGain()];
  oscillator.type = "sawtooth";
  oscillator.frequency.setValueAtTime(180, at);
  oscillator.frequency.linearRampToValueAtTime(420, at + 0.5);
  filter.type = "bandpass";
  filter.frequency.value = 700;
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.6);
  oscillator.connect(filter).connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.62);
}
