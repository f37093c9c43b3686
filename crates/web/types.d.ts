// The shapes that the page's scripts share, above all what the server sends: written once, here. The program that checks the
// scripts reads this file (`cargo xtask types`); browsers never see it.

/** Every element of our pages is HTML or SVG: both have data, a style and can have the focus. */
interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle {}

// ---- Server to page: the line (crates/web/src/ws.rs) --------------------------------------------------------------------

/** Whatever does not begin with `{` is HTML: regions to be put in place. */
type Message =
  | { t: "hello"; build: string; now: number }
  | { t: "done" }
  | { t: "shut" }
  | { t: "fault"; text: string };

// ---- Server to page: beats (crates/core/src/beat.rs, crates/web/src/show.rs) -----------------------------------------------

interface Beats {
  move: { piece: string; path: string[] };
  shot: { from: string; to: string; heavy: boolean };
  throw: { title: string; html: string; dice?: unknown[] };
  hit: { on: string; text: string; stopped: boolean };
  loss: { piece: string; part: boolean };
  card: { id: string; name: string };
  reveal: { whose: string; text: string; holds: boolean | null };
  flip: { piece: string };
  spread: { over: string[]; harm: boolean };
  score: { gauge: string; by: number; from: string };
  banner: { text: string; of: string };
}
type Kind = keyof Beats;
type Beat = { [K in Kind]: { b: K } & Beats[K] }[Kind];
/** What is seen of one input; those that happen at once are one group. */
interface Chapter {
  step: number;
  beats: Beat[][];
  line?: string;
  /** Behind: at a quarter of the time. */
  quick?: boolean;
}

// ---- Server to page: the plan of a Star Trek table (crates/web/src/boards/star_trek) ------------------------------------------

/** In mils: x to the east, y to the north. */
interface Point { x: number; y: number }
interface Disk extends Point { r: number }
interface Piece extends Disk {
  k: "ship" | "terrain" | "obstacle" | "torpedo";
  /** Its name. */
  n: string;
  id?: number;
  foe?: boolean;
  heading?: number | null;
  speed?: number | null;
  /** It has yet to move in this phase. */
  moves?: boolean;
}
/** A torpedo whose course is chosen, or that could be launched. */
interface Flight extends Disk {
  id: number | null;
  ship: number | null;
  /** Where its leg began, and the hops made of it; without them it begins here. */
  leg?: Point | null;
  flown?: number;
  heading: number;
  first: number;
  hops: number;
  each: boolean;
  later: number;
  movement: number;
  life: number;
  damage: number;
}
/** What moves or is placed. A thing that is placed has no place yet. */
type Subject =
  | { kind: "ship"; id: number; x: number; y: number; r: number; hops: number; heading: number; range: number }
  | { kind: "torpedo"; id?: undefined; x: number; y: number; r: number; hops: number; heading: number; range?: undefined }
  | { kind: "deploy" | "place"; id?: undefined; x?: undefined; y?: undefined; r: number; ask?: boolean };
interface Plan { table: [number, number]; me: Subject; pieces: Piece[]; flight: Flight | null }

// ---- Server to page: the proof of the dice (crates/web/src/pages/proof.rs) ----------------------------------------------------------

/** One stretch of a log's luck. */
interface Stretch { from: number; commitment: string; seed: string }
interface LogHeader { game: string; edition?: number; digest?: string; luck: Stretch[] }
/** A line of the log: a decision, an undo, the clock or an edition, in the words of any release. */
interface LogEntry {
  n: number;
  digest?: string;
  seat: number;
  q: number;
  do?: unknown;
  undo?: number;
  clock?: number;
  edition: number;
  in?: { act?: { seat: number; q: number; do: unknown }; undo?: { seat: number }; clock?: { now: number } };
}
/** What was drawn and asked at an entry: `drawn` has which of how many. */
interface Fact { n: number; step: number; asked: number; drawn: [number, number][]; over: { winners: number; draw: boolean; score: number | null } | null }
interface Said { text: string; dice?: (string | number)[] }

// ---- Within the page -----------------------------------------------------------------------------------------------------------

/** A part of a drawing. */
interface Box { x: number; y: number; w: number; h: number }
/** Where something stands on the screen. */
interface Spot extends Box { cx: number; cy: number }

interface DocumentEventMap {
  "klaxon:send": CustomEvent<import("./assets/wish.js").Wish>;
  "klaxon:tab": CustomEvent<string>;
  "klaxon:sound": CustomEvent<string>;
  "klaxon:beat": CustomEvent<{ b: Kind; step: number; ms: number; still: boolean; text: string }>;
  "klaxon:chapter": CustomEvent<{ step: number; line: string; skipped: boolean }>;
  "klaxon:shown": CustomEvent<null>;
}

// ---- Before the worker's text ---------------------------------------------------------------------------------------------------

/** The name of all files together. */
declare const BUILD: string;
/** Files of the build that the worker keeps. */
declare const FILES: string[];
