// What every script of a page does: finding things, and asking what an event is about.

/// The element of that id.
/** @type {<E extends HTMLElement = HTMLElement>(id: string) => E | null} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/// What the page always has. A page without it is broken, and says so.
/** @type {<E extends Element = HTMLElement>(css: string, within?: ParentNode) => E} */
export const the = (css, within = document) => {
  const found = within.querySelector(css);
  if (!found) throw new Error(`this page lacks ${css}`);
  return /** @type {any} */ (found);
};

/// The nearest thing of a kind around what an event is about.
/** @type {<E extends Element = HTMLElement>(event: Event, css: string) => E | null} */
export const around = (event, css) => (event.target instanceof Element ? event.target.closest(css) : null);

/// Is the event about something of that kind itself?
/** @type {(event: Event, css: string) => boolean} */
export const about = (event, css) => event.target instanceof Element && event.target.matches(css);

/// Somebody is typing, so that keys are letters.
/** @type {(event: Event) => boolean} */
export const typing = (event) => about(event, "input, textarea, select");

/// The click that follows a drag is no click.
export function swallow() {
  /** @param {Event} event */
  const stop = (event) => { event.stopPropagation(); event.preventDefault(); };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 60);
}

/// Is there nothing to morph? The browser compares whole branches many times faster than morphing walks through them. What is typed
/// or ticked is no attribute, so forms are gone through.
/** @param {Node} node @param {Node} other */
export const alike = (node, other) => node.isEqualNode(other) && !(node instanceof Element && (node.matches(FORM) || node.querySelector(FORM)));
const FORM = "input, textarea, select";
