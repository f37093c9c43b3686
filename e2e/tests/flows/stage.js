// What is wrong with the stage as it stands: an empty list when the page does not scroll and everything one plays with can be
// seen and touched.
const faults = [], w = innerWidth, h = innerHeight;
const name = (e) => e.id ? `#${e.id}` : `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} “${e.textContent.trim().slice(0, 30)}”`;
const seen = (e) => e && e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
const html = document.documentElement;
if (html.scrollHeight > h || html.scrollWidth > w) faults.push(`the page scrolls: ${html.scrollWidth}×${html.scrollHeight}`);
if (scrollY || scrollX) faults.push("the page has scrolled");
// Whatever can be scrolled to inside its own place counts as reachable; what sticks out of a place that does not scroll does not.
const scrolls = (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY) || ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
function clipped(e) {
  const r = e.getBoundingClientRect();
  if (r.right < 1 || r.bottom < 1 || r.left > w - 1 || r.top > h - 1 || r.left < -1 || r.right > w + 1 || r.top < -1 || r.bottom > h + 1) return "outside the window";
  for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (style.overflow === "visible" || scrolls(up)) { if (scrolls(up)) return ""; continue; }
    const box = up.getBoundingClientRect();
    if (r.left < box.left - 1.5 || r.right > box.right + 1.5 || r.top < box.top - 1.5 || r.bottom > box.bottom + 1.5) return `cut off by ${name(up)}`;
  }
  return "";
}
function covered(e) {
  const r = e.getBoundingClientRect();
  const at = document.elementFromPoint(Math.min(Math.max(r.left + r.width / 2, 0), w - 1), Math.min(Math.max(r.top + r.height / 2, 0), h - 1));
  return at && (e.contains(at) || at.contains(e) || at.closest("button, a, summary, label") === e || at.closest(".foot") && e.closest(".ask") || e.closest(".dock") && at.closest(".dock")) ? "" : `covered by ${at ? name(at) : "nothing"}`;
}
const inScroller = (e) => { for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) if (scrolls(up) && (up.scrollHeight > up.clientHeight + 1 || up.scrollWidth > up.clientWidth + 1)) return up; return null; };
const check = (e, what) => {
  if (!seen(e)) return;
  const place = inScroller(e);
  if (place) { const r = e.getBoundingClientRect(), p = place.getBoundingClientRect(); if (r.bottom > p.bottom || r.top < p.top || r.left < p.left - 1 || r.right > p.right + 1) return; }
  const fault = clipped(e) || covered(e);
  if (fault) faults.push(`${what} ${name(e)} is ${fault}`);
};
// Is it in sight as a whole, with nobody scrolling anything? Of what is as tall as a card's text, it is the top that must be.
function part(e, most = Infinity) {
  const { left, top, right, bottom } = e.getBoundingClientRect(), r = { left, top, right, bottom: Math.min(bottom, top + most) };
  for (let up = e.parentElement; up; up = up.parentElement) {
    const box = up === html ? { left: 0, top: 0, right: w, bottom: h } : up.getBoundingClientRect();
    if (up !== html && getComputedStyle(up).overflow === "visible") continue;
    if (r.left < box.left - 1.5 || r.right > box.right + 1.5 || r.top < box.top - 1.5 || r.bottom > box.bottom + 1.5) return `only in part inside ${name(up)}`;
  }
  // Nothing lies on its corners, either.
  for (const [x, y] of [[r.left + 6, r.top + 6], [r.right - 6, r.top + 6], [r.left + 6, r.bottom - 6], [r.right - 6, r.bottom - 6]]) {
    const at = document.elementFromPoint(x, y);
    if (at && !e.contains(at) && !at.contains(e) && !(e.closest(".dock") && at.closest(".dock"))) return `covered at a corner by ${name(at)}`;
  }
  return "";
}
const phone = w <= 900 && h > w || h <= 480;
const asked = document.querySelector(".asked"), tip = document.querySelector("#got-it");
if (phone && seen(tip)) check(tip, "the tip's");
else if (!phone || document.querySelector(".play").dataset.tab === "act") {
  check(document.querySelector("#prompt"), "the question");
  for (const e of asked.querySelectorAll("button, summary, a.button")) check(e, "the choice");
  const first = [...document.querySelectorAll(document.querySelector("#lesson .tools") ? "#lesson .tools :is(button, a)" : "#ask :is(.pick, details > summary)")].find(seen);
  // Where a panel above the question has the main button, that is the first choice; where a lesson asks for something, its own is. A hint brings its choice into sight, and has a button on the board.
  const twin = [...document.querySelectorAll(".asked > .panel :is(.primary)")].find((e) => seen(e) && !part(e));
  if (first && !twin && !asked.querySelector(".pick.hinted")) { const fault = part(first, 60); if (fault) faults.push(`the first choice ${name(first)} is ${fault}`); }
}
// What goes on or does what is advised needs no search; of what is held at least one whole piece is in sight.
for (const e of document.querySelectorAll(".asked .primary, .odds [data-focus]")) if (seen(e) && !(phone && seen(tip))) { const fault = part(e); if (fault) faults.push(`the main button ${name(e)} is ${fault}`); }
const hand = [...document.querySelectorAll(".dock [data-id]")].filter(seen).map((e) => part(e));
if (hand.length && hand.every((fault) => fault)) faults.push(`of ${hand.length} things held none is in sight: ${hand[0]}`);
for (const e of document.querySelectorAll(".bar [aria-current], .bar .seat, .bar button, .bar .mark, .tabs button, .zoom button, .sill #latest, .sill #outcome, .sill .roll, .odds button, .note button")) check(e, "the part");
for (const e of document.querySelectorAll(".dock button, .dock [data-id]")) check(e, "what is held:");
for (const place of document.querySelectorAll(".bar, .dock, .tabs, .sill")) if (seen(place) && place.scrollWidth > place.clientWidth + 1 && !scrolls(place)) faults.push(`${name(place)} is wider than its place: ${place.scrollWidth} of ${place.clientWidth}`);
// What is held can be read across: cards and panels may show less below, but no word of them is cut off at the side.
for (const e of document.querySelectorAll(".dock *")) if (seen(e) && ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && getComputedStyle(e).textOverflow !== "ellipsis" && e.clientWidth > 4 && e.scrollWidth > e.clientWidth + 2) faults.push(`${name(e)} is cut at the side: ${e.scrollWidth} of ${e.clientWidth}`);
for (const e of document.querySelectorAll(".gauges th, .gauges .sf-card")) if (seen(e) && getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 2) faults.push(`${name(e)} is cut at the side: ${e.scrollWidth} of ${e.clientWidth}`);
for (const place of document.querySelectorAll(".asked, .pane")) if (seen(place) && place.scrollWidth > place.clientWidth + 1) faults.push(`${name(place)} scrolls sideways: ${place.scrollWidth} of ${place.clientWidth}`);
const b = document.querySelector(".board").getBoundingClientRect(), d = document.querySelector(".dock").getBoundingClientRect();
return { faults, lesson: !!document.querySelector("#lesson .tools"), board: b.width * b.height / (w * h), dock: d.width * d.height / (w * h) };
