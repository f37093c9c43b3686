// BLAKE3, as its authors describe it: plain, keyed, and for deriving keys. Small rather than fast: it checks one game.

const IV = Uint32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const CHUNK_START = 1, CHUNK_END = 2, PARENT = 4, ROOT = 8, KEYED = 16, CONTEXT = 32, MATERIAL = 64;
const BLOCK = 64, CHUNK = 1024;

/** @param {Uint32Array} v @param {number} a @param {number} b @param {number} c @param {number} d @param {number} x @param {number} y */
function mix(v, a, b, c, d, x, y) {
  v[a] += v[b] + x;
  v[d] = turn(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = turn(v[b] ^ v[c], 12);
  v[a] += v[b] + y;
  v[d] = turn(v[d] ^ v[a], 8);
  v[c] += v[d];
  v[b] = turn(v[b] ^ v[c], 7);
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

// A node that is not compressed yet: only then it is known whether it is the root.
/** @typedef {{ cv: Uint32Array, block: Uint32Array, counter: number, length: number, flags: number }} Part */
/** @param {Part} node */
function compress({ cv, block, counter, length, flags }) {
  const v = new Uint32Array(16);
  v.set(cv);
  v.set(IV.subarray(0, 4), 8);
  v.set([counter % 2 ** 32, Math.floor(counter / 2 ** 32), length, flags], 12);
  let m = block;
  for (let round = 0; round < 7; round += 1) {
    if (round) m = Uint32Array.from(ORDER, (i) => m[i]);
    mix(v, 0, 4, 8, 12, m[0], m[1]);
    mix(v, 1, 5, 9, 13, m[2], m[3]);
    mix(v, 2, 6, 10, 14, m[4], m[5]);
    mix(v, 3, 7, 11, 15, m[6], m[7]);
    mix(v, 0, 5, 10, 15, m[8], m[9]);
    mix(v, 1, 6, 11, 12, m[10], m[11]);
    mix(v, 2, 7, 8, 13, m[12], m[13]);
    mix(v, 3, 4, 9, 14, m[14], m[15]);
  }
  return v.slice(0, 8).map((word, i) => word ^ v[i + 8]);
}

/** @param {Uint8Array} bytes */
const words = (bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
};

/** @param {Uint8Array} bytes @param {Uint32Array} key @param {number} flags @param {number} counter @returns {Part} */
function chunk(bytes, key, flags, counter) {
  let cv = key;
  for (let at = 0; ; at += BLOCK) {
    const part = bytes.subarray(at, at + BLOCK);
    const padded = new Uint8Array(BLOCK);
    padded.set(part);
    const last = at + BLOCK >= bytes.length;
    const node = { cv, block: words(padded), counter, length: part.length, flags: flags | (at ? 0 : CHUNK_START) | (last ? CHUNK_END : 0) };
    if (last) return node;
    cv = compress(node);
  }
}

// The left side of a tree is the largest whole one that leaves something for the right.
/** @param {Uint8Array} bytes @param {Uint32Array} key @param {number} flags @param {number} counter @returns {Part} */
function tree(bytes, key, flags, counter) {
  if (bytes.length <= CHUNK) return chunk(bytes, key, flags, counter);
  let left = CHUNK;
  while (left * 2 < bytes.length) left *= 2;
  const block = new Uint32Array(16);
  block.set(compress(tree(bytes.subarray(0, left), key, flags, counter)));
  block.set(compress(tree(bytes.subarray(left), key, flags, counter + left / CHUNK)), 8);
  return { cv: key, block, counter: 0, length: BLOCK, flags: flags | PARENT };
}

/** @param {Uint8Array} bytes @param {Uint32Array} key @param {number} flags */
function root(bytes, key, flags) {
  const node = tree(bytes, key, flags, 0);
  const out = new DataView(new ArrayBuffer(32));
  compress({ ...node, flags: node.flags | ROOT }).forEach((word, i) => out.setUint32(4 * i, word, true));
  return new Uint8Array(out.buffer);
}

const text = new TextEncoder();
/** @param {string | Uint8Array} input */
const bytesOf = (input) => (typeof input === "string" ? text.encode(input) : input);

/** @param {string | Uint8Array} input */
export const hash = (input) => root(bytesOf(input), IV, 0);
/** @param {Uint8Array} key @param {string | Uint8Array} input */
export const keyedHash = (key, input) => root(bytesOf(input), words(key), KEYED);
/** @param {string} context @param {string | Uint8Array} input */
export const deriveKey = (context, input) => root(bytesOf(input), words(root(bytesOf(context), IV, CONTEXT)), MATERIAL);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {(string | Uint8Array)[]} parts */
export function join(...parts) {
  const all = parts.map(bytesOf);
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
