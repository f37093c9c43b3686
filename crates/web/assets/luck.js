// The luck of a finished game, computed anew from its published seed: the same numbers as the server drew, and the same
// digests as stand in its log. No rules are needed for it.

import { deriveKey, hash, hex, join, keyedHash, unhex } from "./blake3.js";

// ---- Draws ------------------------------------------------------------------------------------------------------

// ChaCha with 8 rounds: the seed is the key, the number of the step the stream.
/** @param {Uint8Array} seed @param {number} step @returns {Generator<number, never>} */
function* stream(seed, step) {
  const key = new DataView(seed.buffer, seed.byteOffset, 32);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i += 1) start[4 + i] = key.getUint32(4 * i, true);
  start[14] = step;
  for (let block = 0; ; block += 1) {
    start[12] = block;
    const v = start.slice();
    for (let round = 0; round < 4; round += 1) {
      for (const [a, b, c, d] of [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]]) {
        v[a] += v[b]; v[d] = left(v[d] ^ v[a], 16);
        v[c] += v[d]; v[b] = left(v[b] ^ v[c], 12);
        v[a] += v[b]; v[d] = left(v[d] ^ v[a], 8);
        v[c] += v[d]; v[b] = left(v[b] ^ v[c], 7);
      }
    }
    for (let i = 0; i < 16; i += 1) yield (v[i] + start[i]) >>> 0;
  }
}

/** @param {number} word @param {number} by */
const left = (word, by) => (word << by) | (word >>> (32 - by));

/// Draws once from each of several ranges: numbers from 0 to n − 1.
/** @param {Uint8Array} seed @param {number} step @param {number[]} ranges */
export function draws(seed, step, ranges) {
  if (!ranges.length) return [];
  const words = stream(seed, step);
  return ranges.map((n) => {
    const most = BigInt(n);
    for (;;) {
      const product = BigInt(words.next().value) * most;
      if ((product & 0xffffffffn) >= (0x100000000n - most) % most) return Number(product >> 32n);
    }
  });
}

// ---- What a log promises --------------------------------------------------------------------------------------------

/** @param {Uint8Array} seed */
export const commitment = (seed) => hex(hash(join("klaxon commitment 1", seed)));

/// The seal that a line of the log had while the game ran.
/** @param {LogHeader} header @param {string} line */
export const seal = (header, line) => {
  const seeds = header.luck.map((stretch) => stretch.seed).join(" ");
  return hex(keyedHash(deriveKey("klaxon 2026 log seal", seeds), line));
};

/** @param {number[]} numbers */
const u8 = (...numbers) => Uint8Array.from(numbers);
/** @param {number} n */
const u32 = (n) => new Uint8Array(Uint32Array.of(n).buffer);
/** @param {number} n */
const u64 = (n) => new Uint8Array(BigUint64Array.of(BigInt(n)).buffer);

/// A decision as its digest has it.
/** @param {LogEntry} entry */
function written(entry) {
  const act = entry.in?.act ?? (entry.do === undefined ? null : entry);
  if (act) {
    const said = new TextEncoder().encode(typeof act.do === "string" && !entry.in ? act.do : canonical(act.do));
    return join(u8(1, act.seat), u32(act.q), u64(said.length), said);
  }
  const undo = entry.undo ?? entry.in?.undo?.seat;
  const clock = entry.clock ?? entry.in?.clock?.now;
  if (undo !== undefined) return u8(2, undo);
  if (clock !== undefined) return join(u8(3), u64(clock));
  return u8(4, entry.edition);
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/// Goes through a finished log beside what was drawn and asked at each entry. Says what could be computed anew, and
/// everything that came out otherwise.
/** @param {LogHeader} header @param {LogEntry[]} entries @param {Fact[]} facts */
export function check(header, entries, facts) {
  /** @type {string[]} */
  const wrong = [];
  const found = { draws: 0, digests: 0, undigested: 0, wrong };
  const stretches = header.luck.map(({ from, commitment: published, seed }) => {
    const bytes = unhex(seed);
    if (commitment(bytes) !== published) wrong.push(`the seed from step ${from} on is not the one committed to`);
    return { from, seed: bytes, key: deriveKey("klaxon 2026-11 hashes and digests of a log", bytes) };
  });
  if (facts.length !== entries.length + 1) wrong.push(`there are ${entries.length} entries, but ${facts.length - 1} of them are explained`);
  let chain = deriveKey("klaxon 2026-11 digest of a game", join(u8(header.edition ?? 1), header.game));
  facts.forEach(({ n, step, asked, drawn, over }, i) => {
    const entry = i ? entries[i - 1] : null;
    if (n !== i || (entry && entry.n !== n)) wrong.push(`entry ${i} has another number`);
    const { seed, key } = stretches.findLast((stretch) => stretch.from <= step) ?? stretches[0];
    const again = draws(seed, step, drawn.map(([, of]) => of));
    again.forEach((which, k) => {
      found.draws += 1;
      if (which !== drawn[k][0]) wrong.push(`entry ${n}: draw ${k + 1} is ${which + 1} of ${drawn[k][1]}, not ${drawn[k][0] + 1}`);
    });
    const end = over ? join(u8(1, over.winners, Number(over.draw), Number(over.score !== null)), u32(over.score ?? 0)) : u8(0);
    const luck = drawn.map(([which, of]) => join(u32(which), u32(of)));
    chain = keyedHash(key, join(chain, u32(n), entry ? written(entry) : u8(0), u8(asked), u64(drawn.length), ...luck, end));
    const says = (entry ?? header).digest;
    if (says === undefined) found.undigested += 1;
    else if (says !== hex(chain.subarray(0, 4))) wrong.push(`entry ${n}: the log's digest is ${says}, but ${hex(chain.subarray(0, 4))} comes out`);
    else found.digests += 1;
  });
  return found;
}
