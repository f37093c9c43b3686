// What a course leads to, in the rules' own integers: nothing here looks at the page. A test compares it with the rules over
// thousands of courses (crates/web/tests/parity.rs).

import { ahead, contacts, overlaps, square } from "./star-trek-plane.js";

/// Headings chosen for the hops of this move and for later moves; null is straight on.
/** @typedef {{ now: (number | null)[], later: (number | null)[] }} Turns */
/// Where a hop ends. `joint` is the turn that bends its leg, on the last hop of it.
/** @typedef {Disk & { heading: number, joint: number | null, now: boolean, hop: number, move: number }} Hop */
/// What ends a course: hop `i` leaves the table, or touches a ship.
/** @typedef {{ i: number, off?: boolean, met?: Piece & { guess: boolean } }} End */

/// Where every hop ends: this move hop by hop, then those of later moves.
/** @param {Flight} f @param {Turns} turns */
export function points(f, turns) {
  /** @type {Hop[]} */
  const out = [];
  // ST-2.6: hops are reckoned from where the leg began, and a leg goes on for as long as the heading stays.
  /** @type {Point} */
  let leg = f.leg ?? f, at = /** @type {Point} */ (f);
  let heading = f.heading, hops = f.flown ?? 0;
  /** @param {number} turn */
  const begin = (turn) => { leg = at; heading = turn; hops = 0; };
  const hop = () => {
    hops += 1;
    at = ahead(leg, heading, hops * 2 * f.r);
    return { ...at, r: f.r, heading };
  };
  for (let i = 0; i < f.hops; i += 1) {
    const k = f.each ? i : 0, turn = f.each || i === 0 ? turns.now[k] : null;
    if (turn !== null && turn !== heading) begin(turn);
    out.push({ ...hop(), joint: f.each || i === f.hops - 1 ? k : null, now: true, hop: f.first + i, move: 0 });
  }
  turns.later.forEach((turn, m) => {
    // ST-12.4: a new move is a new leg.
    begin(turn ?? heading);
    for (let i = 0; i < f.movement; i += 1) {
      out.push({ ...hop(), joint: i === f.movement - 1 ? turns.now.length + m : null, now: false, hop: i + 1, move: m + 1 });
    }
  });
  return out;
}

/// Where a joint's leg begins.
/** @param {Flight} f @param {Turns} turns @param {number} joint @returns {Point} */
export function root(f, turns, joint) {
  const all = points(f, turns);
  const first = all.findIndex((p) => (joint < turns.now.length ? p.now && (f.each ? p.hop === f.first + joint : true) : p.move === joint - turns.now.length + 1));
  return first > 0 ? all[first - 1] : f;
}

/// Ships where they stand, or where they will stand if they go straight on: by the move of the torpedo that is looked at.
/** @param {Plan} plan @param {number} move */
export function ships(plan, move) {
  return plan.pieces.filter((p) => p.k === "ship").map((p) => {
    const moves = move === 0 ? 0 : move - 1 + (!plan.flight?.each || p.moves ? 1 : 0);
    const far = moves * (p.speed ?? 0) * 2 * p.r;
    return { ...p, ...(far ? ahead(p, p.heading ?? 0, far) : {}), guess: far > 0 };
  });
}

/// Is a point off the table (ST-2.13)?
/** @param {[number, number]} table @param {Point} p */
const isOff = ([w, h], p) => p.x < 0 || p.y < 0 || p.x > w || p.y > h;

/// The first thing that ends a course.
/** @param {Plan} plan @param {Hop[]} all @returns {End | null} */
export function fate(plan, all) {
  /** @param {Disk} a @param {Disk} b */
  const depth = (a, b) => square(a, b) - (a.r + b.r) ** 2;
  for (const [i, p] of all.entries()) {
    if (isOff(plan.table, p)) return { i, off: true };
    // ST-12.8: of several the one that is deepest in it.
    const met = ships(plan, p.move).filter((s) => contacts(s, p)).sort((a, b) => depth(a, p) - depth(b, p))[0];
    if (met) return { i, met };
  }
  return null;
}

/// ST-12.13: the ship that launched it may run into it.
/** @param {Plan} plan @param {Disk} end */
export function runsInto(plan, end) {
  const me = plan.pieces.find((p) => p.k === "ship" && p.id === plan.me.id && p.moves);
  if (!me || plan.me.kind === "torpedo" && plan.flight && plan.flight.id !== null && !plan.flight.each) return null;
  for (let hop = 1; hop <= (me.speed ?? 0); hop += 1) {
    const at = { ...ahead(me, me.heading ?? 0, hop * 2 * me.r), r: me.r };
    if (contacts(at, end)) return { name: me.n, hop };
  }
  return null;
}

/// What a disk would meet after a hop: off the table, at the last one on top of something, touching a torpedo.
/** @param {Plan} plan @param {Point} at @param {boolean} last */
export function meets({ me, table, pieces }, at, last) {
  if (isOff(table, at)) return { off: true, met: [], struck: [] };
  const disk = { ...at, r: me.r };
  const others = pieces.filter((p) => !(p.k === "ship" && me.kind === "ship" && p.id === me.id));
  return {
    off: false,
    met: last ? others.filter((p) => p.k !== "torpedo" && overlaps(disk, p)) : [],
    struck: others.filter((p) => p.k === "torpedo" && contacts(disk, p)),
  };
}
