// Runs the page's scripts over cases with the rules' own answers (parity.rs), and tells every difference.

import { readFileSync } from "node:fs";
import { fate, points } from "./boards/star-trek-course.js";
import { ahead, contacts, cos, overlaps, rangeTo, sin, square, tenths } from "./boards/star-trek-plane.js";

const { headings, measures, table, flights } = JSON.parse(readFileSync(process.argv[2], "utf8"));
let faults = 0;
function same(what, of, is, should) {
  const [a, b] = [is, should].map((value) => JSON.stringify(value));
  if (a === b) return;
  faults += 1;
  if (faults <= 10) console.error(`${what}: the page says ${a}, the rules ${b}, of ${JSON.stringify(of)}`);
}
const at = ({ x, y }) => ({ x, y });

headings.forEach(([s, c], heading) => same("sine and cosine", heading, [sin(heading), cos(heading)].map((n) => n + 0), [s, c]));

for (const one of measures) {
  const { a, b } = one;
  same("a leg", one, ahead(a, one.heading, 2 * one.radius * one.hops), one.leg);
  same("the direction", one, tenths(a, b), one.to ?? 0);
  same("the distance", one, square(a, b), one.square);
  same("overlapping", one, overlaps(a, b), one.overlaps);
  same("contact", one, contacts(a, b), one.contacts);
  same("the range", one, rangeTo(a, b), one.range);
}

for (const one of flights) {
  const { flight, pieces, turns } = one;
  const plan = { table, me: { kind: "torpedo", x: flight.x, y: flight.y, r: flight.r, hops: flight.hops, heading: flight.heading }, pieces, flight };
  const all = points(flight, { now: turns, later: Array(flight.later).fill(null) });
  const now = all.filter((hop) => hop.now), end = fate(plan, now);
  same("what ends the course", one, end && (end.off ? "off" : end.met.n), one.end);
  // A torpedo that leaves the table is not told of any more; one that strikes has reached where it does.
  const flown = end ? now.slice(0, end.i + (end.off ? 0 : 1)) : now;
  same("the hops", one, flown.map(at), one.hops);
  if (!end) same("later moves", one, all.filter((hop) => !hop.now && hop.move <= 2).map(at), one.on);
}

console.log(`${headings.length + measures.length + flights.length} cases, ${faults} differ`);
process.exitCode = faults ? 1 : 0;
