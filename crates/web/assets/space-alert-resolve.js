// A mission from the box as fields. The text is the truth: what is filled in is written there as TOML, and that is what
// the server reads. A mission that says more than the fields can is left to the text.

import { the } from "./dom.js";

/** @typedef {{ id: string, name: string, internal: boolean }} Card */
/** @typedef {string | number | [string | number, string]} Choice */
/** @typedef {{ name?: string, lesson: string, tracks: string[], threats: { card: string, turn: number, zone: string }[], crew: string[][], tiles: string[][] }} Mission */

const fields = the("#resolve-fields");
/** @type {HTMLTextAreaElement} */
const text = the("#mission");
/** @type {{ cards: Card[], symbols: Choice[], tiles: Choice[] }} */
const { cards, symbols, tiles } = JSON.parse(fields.dataset.lists ?? "{}");
/** @type {Mission} */
const model = JSON.parse(fields.dataset.model ?? "null");
const ZONES = ["red", "white", "blue"];
const PLACES = [...ZONES, "internal"];
const BOARDS = [1, 2, 3, 4, 5, 6, 7].map((n) => `T${n}`);
const TURNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** @type {(tag: string, properties?: object, ...children: (Node | string)[]) => HTMLElement} */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/// A choice that changes the model and writes the text anew.
/** @param {string} label @param {Choice[]} options @param {string | number} value @param {(value: string) => void} change */
function choose(label, options, value, change) {
  const select = /** @type {HTMLSelectElement} */ (make("select", { onchange: () => { change(select.value); draw(); } }));
  select.setAttribute("aria-label", label);
  for (const option of options) {
    const [word, name] = Array.isArray(option) ? option : [option, option];
    select.append(make("option", { value: word, textContent: name, selected: String(word) === String(value) }));
  }
  return select;
}

/** @type {(name: string, press: () => void, label?: string) => HTMLElement} */
const button = (name, press, label = name) => {
  const made = make("button", { type: "button", className: "small", textContent: name, onclick: () => { press(); draw(); } });
  made.setAttribute("aria-label", label);
  return made;
};

/** @param {string} id */
const card = (id) => cards.find((c) => c.id === id) ?? cards[0];

/// Boards and tiles exist once: what is chosen here changes places with where it lay.
/** @param {string[]} list @param {number} at @param {string} value */
function exchange(list, at, value) {
  const there = list.indexOf(value);
  if (there >= 0) list[there] = list[at];
  list[at] = value;
}

// ---- The fields -------------------------------------------------------------------------------------------------------

function trajectories() {
  const row = PLACES.map((place, i) =>
    make("label", {}, make("span", { textContent: place }), choose(`Trajectory of ${place}`, BOARDS, model.tracks[i], (v) => exchange(model.tracks, i, v))));
  return make("fieldset", {}, make("legend", { textContent: "Trajectories" }), make("div", { className: "sa-fill-row" }, ...row));
}

function threats() {
  const rows = model.threats.map((threat, i) => {
    const n = i + 1;
    const names = cards.map((c) => /** @type {Choice} */ ([c.id, `${c.id} ${c.name}`]));
    const zone = card(threat.card).internal
      ? make("span", { className: "soft", textContent: "internal" })
      : choose(`Zone of threat ${n}`, ZONES, threat.zone, (v) => { threat.zone = v; });
    return make("li", { className: "sa-fill-row" },
      choose(`Turn of threat ${n}`, TURNS.map((t) => /** @type {Choice} */ ([t, `T+${t}`])), threat.turn, (v) => { threat.turn = Number(v); }),
      choose(`Card of threat ${n}`, names, threat.card, (v) => {
        threat.card = v;
        threat.zone = card(v).internal ? "internal" : threat.zone === "internal" ? "red" : threat.zone;
      }),
      zone,
      button("Remove", () => model.threats.splice(i, 1), `Remove threat ${n}`));
  });
  const spare = cards.find((c) => !model.threats.some((t) => t.card === c.id)) ?? cards[0];
  const turn = TURNS.find((t) => !model.threats.some((threat) => threat.turn === t)) ?? 1;
  const add = button("Add a threat", () => model.threats.push({ card: spare.id, turn, zone: spare.internal ? "internal" : "red" }));
  return make("fieldset", {}, make("legend", { textContent: "Threats" }), make("ul", {}, ...rows), ...(model.threats.length < 8 ? [add] : []));
}

function crew() {
  const head = make("tr", {}, make("th", { textContent: "turn", scope: "col" }), ...TURNS.map((t) => make("th", { textContent: t, scope: "col" })));
  const rows = model.crew.map((program, i) => {
    const name = i ? `Crew ${i + 1}` : "Captain";
    const cells = TURNS.map((turn) =>
      make("td", {}, choose(`${name}, turn ${turn}`, symbols, program[turn - 1], (v) => { program[turn - 1] = v; })));
    return make("tr", {}, make("th", { textContent: name, scope: "row" }), ...cells);
  });
  const sizes = [1, 2, 3, 4, 5];
  const size = choose("Crew members", sizes, model.crew.length, (v) => {
    model.crew.length = Math.min(model.crew.length, Number(v));
    while (model.crew.length < Number(v)) model.crew.push(TURNS.map(() => "."));
  });
  const table = make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Programs" },
    make("table", { className: "checkpoints" }, make("thead", {}, head), make("tbody", {}, ...rows)));
  return make("fieldset", {}, make("legend", { textContent: "Programs, captain first" }),
    make("label", { className: "sa-fill-row" }, make("span", { textContent: "Crew members" }), size), table);
}

function stacks() {
  const rows = ZONES.map((zone, z) => make("div", { className: "sa-fill-row" }, make("span", { textContent: zone }),
    ...model.tiles[z].map((tile, i) =>
      choose(`Damage ${i + 1} of ${zone}`, tiles, tile, (v) => exchange(model.tiles[z], i, v)))));
  return make("fieldset", {}, make("legend", { textContent: "Damage tiles, first drawn first" }), ...rows);
}

// ---- The text -----------------------------------------------------------------------------------------------------------

function toml() {
  /** @param {string[]} list */
  const quoted = (list) => list.map((word) => JSON.stringify(word)).join(", ");
  const lines = [];
  if (model.name) lines.push(`name = ${JSON.stringify(model.name)}`);
  if (model.lesson !== "mission") lines.push(`lesson = ${JSON.stringify(model.lesson)}`);
  lines.push(`tracks = { ${PLACES.map((place, i) => `${place} = "${model.tracks[i]}"`).join(", ")} }`, "threats = [");
  for (const t of model.threats) lines.push(`    { card = "${t.card}", turn = ${t.turn}, zone = "${t.zone}" }, # ${card(t.card).name}`);
  lines.push("]", "crew = [", ...model.crew.map((program) => `    "${program.join(" ")}",`), "]", "", "[tiles]");
  lines.push(...ZONES.map((zone, z) => `${zone} = [${quoted(model.tiles[z])}]`));
  return `${lines.join("\n")}\n`;
}

function draw(first = false) {
  // Whoever goes through the fields by keyboard stays where he was.
  const focus = document.activeElement?.getAttribute("aria-label");
  fields.replaceChildren(trajectories(), threats(), crew(), stacks());
  if (!first) {
    text.value = toml();
    fields.querySelector(`[aria-label="${CSS.escape(focus ?? "")}"]`)?.focus();
  }
}

if (model) {
  draw(true);
  // What is typed is truer than what was filled in: then the fields would overwrite it.
  text.addEventListener("input", () => {
    fields.replaceChildren(make("p", { className: "soft", textContent: "The text has been changed by hand; the fields come back when it has been resolved." }));
  }, { once: true });
} else {
  fields.replaceChildren(make("p", { className: "soft", textContent: "This mission says more than the fields can, or cannot be read yet: change the text." }));
}
