// What a page may wish of its table. Scripts make their wishes here and nowhere else; `crates/web/src/wish.rs` reads
// them, and a test there holds that it reads every one.

/** @typedef {{ t: string, [field: string]: unknown }} Wish */

/** A click on the board. @type {(id: string) => Wish} */
export const click = (id) => ({ t: "click", id });
/** Lets go of clicks, notes, odds and hints. @type {() => Wish} */
export const clear = () => ({ t: "clear" });
/** A decision in full. @type {(action: unknown) => Wish} */
export const act = (action) => ({ t: "act", action });
/** Odds of a choice. @type {(q: number, i: number) => Wish} */
export const odds = (q, i) => ({ t: "odds", q, i });
/** Show odds before a choice that has some is made, or not. @type {(on: boolean) => Wish} */
export const oddsFirst = (on) => ({ t: "odds-first", on });
/** Odds of what a click would choose. @type {(id: string) => Wish} */
export const peek = (id) => ({ t: "peek", id });
/** Says something. @type {(text: string, team: boolean) => Wish} */
export const say = (text, team) => ({ t: "say", text, team });
/** Asks something of another player, or of whoever can do it. @type {(words: string, seat: number | undefined) => Wish} */
export const request = (words, seat) => ({ t: "request", words, seat });
/** Says something again that may not have been heard. @type {(seat: number, q: number, wish: unknown) => Wish} */
export const again = (seat, q, wish) => ({ t: "again", seat, q, wish });

/** Is it lost without harm when a line breaks: a look, and no deed? @param {string} text */
export function fleeting(text) {
  return /"t":"(odds|odds-first|peek|hint)"/.test(text);
}

/** Is it about what the seat is asked just now, and about nothing once that is answered? @param {string} text */
export function aboutQuestion(text) {
  return /"t":"(pick|act|any|click|clear|undo|skip|quiet)"/.test(text);
}

/** Does a wish, as it is sent, decide something? @param {string} text */
export function decides(text) {
  return /"t":"(pick|act|any|click)"/.test(text);
}
