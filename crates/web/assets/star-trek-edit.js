// The scenario editor: fields for everything in the file, pieces that can be dragged on the map. The text is the truth:
// fields change a model, the model is written as TOML, and the server draws and checks that.

import { around, byId, the } from "./dom.js";

/// An entry of a scenario's file: its fields depend on its kind, which `KINDS` lists, and the server judges what they hold.
/** @typedef {Record<string, any>} Entry */
/** @typedef {[string | number, string]} Choice */

/** @type {HTMLFormElement} */
const form = the("#edit");
const fields = the("#edit-fields");
/** @type {HTMLTextAreaElement} */
const text = the("#edit-text");
const result = () => the("#edit-result");
/** @returns {SVGSVGElement} */
const map = () => the("#map");
/** @type {Record<string, Choice[]>} */
const lists = {
  crew: JSON.parse(fields.dataset.crew ?? "[]"),
  ship: JSON.parse(fields.dataset.ships ?? "[]"),
  faction: JSON.parse(fields.dataset.factions ?? "[]"),
};

/** @type {Entry} */
let model = JSON.parse(result().dataset.model ?? "null");

// Beside a phone's map there is room for little: what is not asked for stays folded.
const narrow = matchMedia("(max-width: 1019px)").matches;

// ---- The draft outlives the page -----------------------------------------------------------------------------------

const KEPT = "klaxon-star-trek-draft";
const from = form.dataset.from;
const draft = {
  /** @returns {{ from: string, text: string } | null} */
  get: () => { try { return JSON.parse(sessionStorage.getItem(KEPT) ?? "null"); } catch { return null; } },
  set: () => { try { sessionStorage.setItem(KEPT, JSON.stringify({ from: from ?? draft.get()?.from ?? "", text: text.value })); } catch { /* then it lives as long as the page */ } },
  drop: () => { try { sessionStorage.removeItem(KEPT); } catch { /* nothing was kept */ } },
};

// ---- What there is to fill in --------------------------------------------------------------------------------------

/** @type {Record<string, Record<string, { words: string, of: Record<string, string> }>>} */
const KINDS = {
  zone: {
    end: { words: "near a side of the table", of: { end: "side", range: "int" } },
    point: { words: "near a point", of: { x: "mils", y: "mils", range: "int" } },
    terrain: { words: "near terrain", of: { ref: "ref", range: "int" } },
    rect: { words: "a rectangle", of: { x0: "mils", y0: "mils", x1: "mils", y1: "mils" } },
  },
  r: {
    min_ships: { words: "at least so many ships a player", of: { n: "int" } },
    max_ships: { words: "at most so many ships a player", of: { n: "int" } },
    ship_requires: { words: "ships of a faction must carry", of: { faction: "faction", keyword: "text" } },
    forbid_disk: { words: "a disk that may not be bought", of: { id: "text" } },
    forbid_keyword: { words: "a keyword that may not be bought", of: { keyword: "text" } },
    one_player_per_faction: { words: "no faction twice", of: {} },
    one_player_per_faction_in_team: { words: "no faction twice in a team", of: {} },
    equal_team_sizes: { words: "teams of equal size", of: {} },
    max_start_speed: { words: "starting speed at most", of: { n: "int" } },
    no_torpedoes: { words: "no torpedoes", of: {} },
  },
  s: {
    garrison: { words: "a garrison on terrain", of: { ref: "ref", team: "int", crew: "list" } },
    prisoners: { words: "prisoners on terrain", of: { ref: "ref", team: "int", crew: "list" } },
    vip: { words: "a VIP", of: { crew: "crew", team: "int", on: "text" } },
    scenario_ship: { words: "a ship that is not paid for", of: { ship: "ship", team: "int", x: "mils", y: "mils", heading: "int", speed: "int" } },
    may_exit: { words: "ships that may leave", of: { ships: "list", end: "side" } },
    place_obstacles: { words: "a team places obstacles", of: { team: "int", type: "obstacle", count_base: "int", count_per_player: "int", rect: "four", min_gap: "mils" } },
    pulse: { words: "a pulse at the end of each turn", of: { ref: "ref", range: "int", drop: "int", when: "when", spares: "spares" } },
    threat: { words: "a Borg cube", of: { type: "cube", x: "mils", y: "mils", heading: "int", towards: "ref" } },
  },
  v: {
    destroy_fleet: { words: "destroy the opposing fleet", of: {} },
    points_for_ships: { words: "points for destroyed ships", of: {} },
    goal: { words: "a goal", of: { team: "team", goal: "goal", effect: "effect" } },
    end_when: { words: "the game ends when", of: { cond: "cond", count: "int" } },
  },
  g: {
    hold_terrain: { words: "hold terrain", of: { ref: "ref", turns: "int", consecutive: "bool" } },
    crew_in_zone: { words: "bring crew into a zone", of: { crew: "crew", count: "int", zone: "zone" } },
    crew_dead: { words: "crew are removed", of: { crew: "crew", count: "int" } },
    vip_held: { words: "hold the VIP", of: { crew: "crew", turns: "int", consecutive: "bool" } },
    ship_exits: { words: "ships leave over an end", of: { ships: "list", end: "side" } },
    ship_lost: { words: "ships are lost", of: { ships: "list" } },
    ship_in_zone_at_end: { words: "ships in a zone at the end", of: { zone: "zone" } },
    control_ship: { words: "control a ship", of: { ship: "ship", turns: "int", consecutive: "bool" } },
    threat_destroyed: { words: "the cube is destroyed", of: {} },
    threat_reaches: { words: "the cube reaches terrain", of: { ref: "ref" } },
    turn_limit: { words: "the turn limit is reached", of: {} },
  },
};
/** @type {Record<string, Choice[]>} */
const CHOICES = {
  side: [["W", "west"], ["E", "east"], ["S", "south"], ["N", "north"]],
  obstacle: [["mine", "mine"], ["asteroid", "asteroid"], ["debris", "debris"], ["gravitic_mine", "gravitic mine"], ["custom", "custom"]],
  terrain: [["planet", "planet"], ["station", "station"], ["derelict", "derelict"], ["alien_ship", "alien ship"], ["nebula", "nebula"], ["custom", "custom"]],
  cube: [["borg_cube", "Borg cube"]],
  when: [["turn_end", "end of the turn"]],
  spares: [["team_holding_ref", "the team that holds it"], ["nobody", "nobody"]],
  cond: [["no_scenario_ships", "no scenario ship is left"], ["team_has_goals", "a team has so many goals"]],
};

// ---- TOML ------------------------------------------------------------------------------------------------------------------

/** @param {string} t */
const quote = (t) => JSON.stringify(t);
/** @param {string} k */
const key = (k) => (/^[A-Za-z0-9_-]+$/.test(k) ? k : quote(k));
/** @param {any} value @returns {string} */
function inline(value) {
  if (Array.isArray(value)) return value.length > 1 && typeof value[0] === "object" ? `[\n${value.map((v) => `    ${inline(v)},\n`).join("")}]` : `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object") return `{ ${Object.entries(value).map(([k, v]) => `${key(k)} = ${inline(v).replaceAll("\n", " ")}`).join(", ")} }`;
  return typeof value === "string" ? quote(value) : String(value);
}
/** @param {Entry} m */
function toml(m) {
  const { teams = [], ...rest } = m;
  const top = Object.entries(rest).filter(([, v]) => v !== undefined && !(Array.isArray(v) && !v.length)).map(([k, v]) => `${key(k)} = ${inline(v)}`);
  /** @param {Entry} t */
  const team = (t) => ["", "[[teams]]", ...Object.entries(t).filter(([, v]) => !(Array.isArray(v) && !v.length)).map(([k, v]) => `${key(k)} = ${inline(v)}`)];
  return `${[...top, ...teams.flatMap(team)].join("\n")}\n`;
}

// ---- Fields ---------------------------------------------------------------------------------------------------------------

/** @type {<K extends keyof HTMLElementTagNameMap>(name: K, props?: object, ...children: (Node | string | null)[]) => HTMLElementTagNameMap[K]} */
const el = (name, props = {}, ...children) => {
  const element = Object.assign(document.createElement(name), props);
  element.append(...children.filter((c) => c !== null));
  return element;
};
/** @param {string} name */
const nice = (name) => name.replaceAll("_", " ");

/** @param {Choice[]} options @param {string | number | undefined} value @param {(value: string) => void} on */
function choose(options, value, on) {
  const select = el("select");
  for (const [v, words] of options) select.append(new Option(words, String(v), false, String(v) === String(value)));
  if (!options.some(([v]) => String(v) === String(value)) && value !== undefined) select.append(new Option(String(value), String(value), true, true));
  select.addEventListener("change", () => on(select.value));
  return select;
}
/** @param {string | number} value @param {(value: string) => void} on */
function write(value, on, mode = "text") {
  const input = el("input", { value });
  input.inputMode = mode;
  input.addEventListener("change", () => on(input.value));
  return input;
}
/** @param {string} words @param {Node} field */
const labelled = (words, field) => el("label", {}, el("span", { textContent: words }), field);
/** @param {string} t */
const whole = (t) => Math.round(Number(String(t).replace(",", "."))) || 0;
/** @param {string} t */
const mils = (t) => Math.round(Number(String(t).replace(",", ".")) * 1000) || 0;

/// A field of some type for one place of an object.
/** @param {Entry} object @param {string} name @param {string} type @returns {HTMLElement} */
function field(object, name, type) {
  /** @param {unknown} v */
  const set = (v) => { object[name] = v; changed(); };
  /** @type {Choice[]} */
  const refs = (model.terrain ?? []).map((/** @type {Entry} */ t) => [t.id, t.name]);
  switch (type) {
    case "int": return labelled(nice(name), write(object[name] ?? 0, (v) => set(whole(v)), "numeric"));
    case "mils": return labelled(`${nice(name)}, inches`, write((object[name] ?? 0) / 1000, (v) => set(mils(v)), "decimal"));
    case "four": return labelled(`${nice(name)}: west, south, east, north in inches`, write((object[name] ?? [0, 0, 0, 0]).map((/** @type {number} */ n) => n / 1000).join(" "), (v) => set(v.trim().split(/[\s,]+/).map(mils))));
    case "list": return labelled(`${nice(name)}, ids`, write((object[name] ?? []).join(" "), (v) => set(v.trim().split(/[\s,]+/).filter(Boolean))));
    case "bool": { const box = el("input", { type: "checkbox", checked: Boolean(object[name]) }); box.addEventListener("change", () => set(box.checked)); return labelled(nice(name), box); }
    case "ref": return labelled(nice(name), choose(refs, object[name], set));
    case "faction": case "crew": case "ship": return labelled(nice(name), choose(lists[type], object[name], set));
    case "team": return labelled("for", choose([["any", "each team"], ["destroyer_of_vip", "whoever destroys the VIP"], ...(model.teams ?? []).map((/** @type {Entry} */ t, /** @type {number} */ i) => [i, t.name])], object[name], (v) => set(/^\d+$/.test(v) ? Number(v) : v)));
    case "effect": return effect(object, name);
    case "zone": case "goal": { object[name] ??= blank(type === "zone" ? "zone" : "g"); return el("div", { className: "st-nested" }, variant(object[name], type === "zone" ? "zone" : "g")); }
    case "story": {
      const area = el("textarea", { rows: 2, value: object[name] ?? "" }), label = labelled(nice(name), area);
      area.addEventListener("change", () => set(area.value.replace(/\s+/g, " ").trim()));
      label.classList.add("st-wide");
      return label;
    }
    case "text": return labelled(nice(name), write(object[name] ?? "", set));
    default: return labelled(nice(name), choose(CHOICES[type], object[name], set));
  }
}

/** @param {Entry} object @param {string} name */
function effect(object, name) {
  const now = object[name] ?? "win";
  const word = typeof now === "object" ? Object.keys(now)[0] : now;
  /** @param {string} v */
  const set = (v) => { object[name] = v === "win" || v === "lose" ? v : { [v]: typeof now === "object" ? Object.values(now)[0] : 10 }; changed(true); };
  /** @type {Choice[]} */
  const kinds = [["win", "wins"], ["lose", "loses"], ["score_each", "scores for each ship"], ["score_once", "scores once"]];
  return el("span", { className: "st-inline" }, labelled("it", choose(kinds, word, set)),
    typeof now === "object" ? labelled("points", write(now[word], (v) => { object[name] = { [word]: whole(v) }; changed(); }, "numeric")) : null);
}

/** @type {Entry} */
const FIRST = { int: 1, mils: 0, list: [], bool: false, four: [12000, 6000, 24000, 18000], text: "", side: "W", ref: "", team: "any", effect: "win" };
/** @param {string} tag @returns {Entry} */
function blank(tag, kind = Object.keys(KINDS[tag])[0]) {
  /** @type {Entry} */
  const made = { [tag]: kind };
  for (const [name, type] of Object.entries(KINDS[tag][kind].of)) {
    if (type === "ref") made[name] = model.terrain?.[0]?.id ?? "";
    else if (lists[type]) made[name] = lists[type][0][0];
    else if (CHOICES[type]) made[name] = CHOICES[type][0][0];
    else if (type === "zone" || type === "goal") made[name] = blank(type === "zone" ? "zone" : "g");
    else if (type !== "bool") made[name] = structuredClone(FIRST[type]);
  }
  if (tag === "s" && kind === "threat") Object.assign(made, { x: 4000, y: Math.round(model.table.h / 2), heading: 0 });
  return made;
}

/// An entry that is one of several kinds.
/** @param {Entry} object @param {string} tag */
function variant(object, tag) {
  const kinds = Object.entries(KINDS[tag]).map(([k, { words }]) => /** @type {Choice} */ ([k, words]));
  /** @param {string} kind */
  const swap = (kind) => { for (const k of Object.keys(object)) delete object[k]; Object.assign(object, blank(tag, kind)); changed(true); };
  const of = KINDS[tag][object[tag]]?.of ?? {};
  return el("span", { className: "st-inline" }, labelled("kind", choose(kinds, object[tag], swap)), ...Object.entries(of).map(([name, type]) => field(object, name, type)));
}

/// A list of entries with buttons to add and remove.
/** @param {string} title @param {Entry[]} items @param {(item: Entry) => Node} draw @param {() => Entry} make @param {string} words */
function listed(title, items, draw, make, words) {
  const box = el("div", { className: "st-entries" });
  items.forEach((item, i) => {
    const gone = el("button", { type: "button", className: "small", textContent: "×", title: "Remove" });
    gone.setAttribute("aria-label", `Remove ${title.toLowerCase()} ${i + 1}`);
    gone.addEventListener("click", () => { items.splice(i, 1); changed(true); });
    box.append(el("div", { className: "st-entry" }, draw(item), gone));
  });
  const add = el("button", { type: "button", className: "small", textContent: words });
  add.addEventListener("click", () => { items.push(make()); changed(true); });
  return el("div", { className: "st-list" }, box, add);
}

/** @param {string} title @param {boolean} open @param {Node[]} children */
function section(title, open, ...children) {
  const id = `edit-${title.toLowerCase().replaceAll(" ", "-")}`;
  /** @type {HTMLDetailsElement | null} */
  const kept = byId(id);
  const details = el("details", { id, open: kept ? kept.open : open }, el("summary", {}, el("h2", { textContent: title })), ...children);
  return details;
}

/** @param {Entry} team */
function factions(team) {
  const set = el("fieldset", { className: "st-inline" }, el("legend", { textContent: "Factions" }));
  for (const [code, name] of [["ANY", "any"], ...lists.faction]) {
    const box = el("input", { type: "checkbox", checked: team.factions.includes(code) });
    box.addEventListener("change", () => { team.factions = box.checked ? [...team.factions, code] : team.factions.filter((/** @type {string} */ f) => f !== code); changed(); });
    set.append(el("label", { className: "radio" }, box, el("span", { textContent: name })));
  }
  return set;
}

/** @param {string} name */
function free(name) {
  let n = 1;
  while ((model.terrain ?? []).some((/** @type {Entry} */ t) => t.id === `${name}${n}`)) n += 1;
  return `${name}${n}`;
}

function freeForAll() {
  const box = el("input", { type: "checkbox", checked: Boolean(model.ffa) });
  box.addEventListener("change", () => { model.ffa = box.checked; changed(); });
  return labelled("free-for-all", box);
}

/// Everything that lies on the table, as disks.
function lying() {
  /** @param {string} list @param {(entry: Entry) => number} r @returns {Disk[]} */
  const on = (list, r) => (model[list] ?? []).filter((/** @type {Entry} */ p) => Number.isFinite(p.x) && Number.isFinite(p.y)).map((/** @type {Entry} */ p) => ({ x: p.x, y: p.y, r: r(p) }));
  return [...on("terrain", (t) => t.radius ?? 2000), ...on("obstacles", () => 750), ...on("special", (s) => (s.s === "threat" ? 2500 : 1250))];
}

/// A place for a new disk: the free one nearest to the middle of the table.
/** @param {number} r */
function spot(r) {
  const { w, h } = model.table, middle = { x: Math.round(w / 2), y: Math.round(h / 2) }, others = lying();
  /** @param {Point} a @param {Point} b */
  const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  /** @type {Point | null} */
  let best = null;
  for (let dx = -Math.floor(w / 2000); dx <= w / 2000; dx += 1) {
    for (let dy = -Math.floor(h / 2000); dy <= h / 2000; dy += 1) {
      const at = { x: middle.x + dx * 1000, y: middle.y + dy * 1000 };
      if (at.x < r || at.y < r || at.x > w - r || at.y > h - r || others.some((o) => far(o, at) < o.r + r + 1000)) continue;
      if (!best || far(at, middle) < far(best, middle)) best = at;
    }
  }
  return best ?? middle;
}

function render() {
  if (!model) { fields.replaceChildren(el("p", { className: "bad", textContent: "The text cannot be read: mend it below." })); return; }
  model.table ??= { w: 36000, h: 24000 };
  for (const name of ["teams", "terrain", "obstacles", "restrictions", "special", "victory"]) model[name] ??= [];
  const players = model.players ?? [2, 2];
  const general = el("div", { className: "st-grid" },
    field(model, "id", "text"), field(model, "name", "text"), field(model, "mission_type", "text"), field(model, "mission", "story"),
    labelled("players, least", write(players[0], (v) => { model.players = [whole(v), players[1]]; changed(); }, "numeric")),
    labelled("players, most", write(players[1], (v) => { model.players = [players[0], whole(v)]; changed(); }, "numeric")),
    field(model, "turn_limit", "int"), freeForAll());
  const size = el("div", { className: "st-grid" },
    labelled("width, inches", write(model.table.w / 1000, (v) => { model.table.w = mils(v); changed(); }, "decimal")),
    labelled("height, inches", write(model.table.h / 1000, (v) => { model.table.h = mils(v); changed(); }, "decimal")));
  /** @param {Entry} t */
  const team = (t) => el("div", { className: "st-team" }, labelled("name", write(t.name, (v) => { t.name = v; changed(); })), field(t, "points_per_player", "int"), factions(t),
    t.deploy_by_players ? el("p", { className: "soft", textContent: "Its zones are given for each number of players: change them in the text." })
      : listed("Zone", (t.deploy ??= []), (z) => variant(z, "zone"), () => blank("zone"), "Add a zone"));
  /** @param {Entry} t */
  const terrain = (t) => el("span", { className: "st-inline" }, labelled("kind", choose(CHOICES.terrain, t.type, (v) => { t.type = v; changed(); })), field(t, "id", "text"), field(t, "name", "text"), field(t, "x", "mils"), field(t, "y", "mils"),
    labelled("radius, inches", write((t.radius ?? 2000) / 1000, (v) => { t.radius = mils(v); if (t.radius === 2000) delete t.radius; changed(); }, "decimal")));
  /** @param {Entry} o */
  const obstacle = (o) => el("span", { className: "st-inline" }, labelled("kind", choose(CHOICES.obstacle, o.type, (v) => { o.type = v; if (v === "custom") o.hits ??= 1; else delete o.hits; changed(true); })), field(o, "x", "mils"), field(o, "y", "mils"), o.type === "custom" ? field(o, "hits", "int") : null);
  fields.replaceChildren(
    section("General", true, general), section("Table", !narrow, size),
    section("Teams", !narrow, listed("Team", model.teams, team, () => ({ name: `Team ${model.teams.length + 1}`, factions: ["ANY"], points_per_player: 50, deploy: [blank("zone")] }), "Add a team")),
    section("Terrain", !narrow, listed("Terrain", model.terrain, terrain, () => ({ id: free("t"), type: "planet", name: "Planet", ...spot(2000) }), "Add terrain")),
    section("Obstacles", !narrow, listed("Obstacle", model.obstacles, obstacle, () => ({ type: "asteroid", ...spot(750) }), "Add an obstacle")),
    section("Victory", !narrow, listed("Condition", model.victory, (v) => variant(v, "v"), () => blank("v"), "Add a condition")),
    section("Restrictions", false, listed("Restriction", model.restrictions, (r) => variant(r, "r"), () => blank("r"), "Add a restriction")),
    section("Special rules", false, listed("Special rule", model.special, (s) => variant(s, "s"), () => blank("s"), "Add a special rule")),
  );
}

// ---- Drawing and checking -----------------------------------------------------------------------------------------------------

let asked = 0;
/** @param {boolean} read */
async function check(read) {
  const mine = ++asked;
  const answer = await fetch("/edit/star-trek", { method: "POST", body: new URLSearchParams({ text: text.value, part: "1" }) });
  if (!answer.ok || mine !== asked) return;
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  result().replaceWith(template.content);
  if (read) { model = JSON.parse(result().dataset.model ?? "null"); render(); }
  /** @type {number[]} */
  const sizes = JSON.parse(result().dataset.sizes ?? "[]");
  /** @type {HTMLButtonElement} */
  const test = the("#edit-test");
  test.disabled = !sizes.length;
  /** @type {HTMLSelectElement} */
  const seats = the("[name=seats]", form);
  const was = seats.value;
  if (sizes.length) seats.replaceChildren(...sizes.map((n) => new Option(String(n), String(n), false, String(n) === was)));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
function changed(redraw = false) {
  text.value = toml(model);
  draft.set();
  if (redraw) render();
  clearTimeout(soon);
  soon = setTimeout(() => check(false), 150);
}

text.addEventListener("input", () => { draft.set(); clearTimeout(soon); soon = setTimeout(() => check(true), 400); });

// ---- Dragging on the map ---------------------------------------------------------------------------------------------------------

/** @type {{ piece: HTMLElement, entry: Entry | undefined } | null} */
let held = null;
/** @param {PointerEvent} event */
function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map().getScreenCTM()?.inverse());
  // Quarters of an inch are fine enough for a hand.
  /** @param {number} n */
  const round = (n) => Math.round(n / 250) * 250;
  return { x: round(point.x), y: round(Number(map().dataset.h) - point.y) };
}
document.addEventListener("pointerdown", (event) => {
  const piece = around(event, "#map [data-piece]");
  if (!piece || event.button !== 0) return;
  event.preventDefault();
  const [list, i] = (piece.dataset.piece ?? "").split("/");
  held = { piece, entry: model?.[list]?.[Number(i)] };
});
document.addEventListener("pointermove", (event) => {
  if (!held?.entry) return;
  Object.assign(held.entry, at(event));
  held.piece.setAttribute("transform", `translate(${held.entry.x} ${Number(map().dataset.h) - held.entry.y})`);
});
document.addEventListener("pointerup", () => { if (held?.entry) changed(true); held = null; });

// ---- Taking it away -----------------------------------------------------------------------------------------------------------------

const copy = the("#edit-copy"), save = the("#edit-save");
copy.hidden = save.hidden = false;
copy.addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(text.value); copy.textContent = "Copied"; } catch { text.select(); }
});
save.addEventListener("click", () => {
  const link = el("a", { href: URL.createObjectURL(new Blob([text.value], { type: "text/plain" })), download: `${model?.id ?? "scenario"}.toml` });
  link.click();
  URL.revokeObjectURL(link.href);
});
/** @type {HTMLDetailsElement} */
const source = the("#edit-source");
source.open = false;

// ---- Coming and going ------------------------------------------------------------------------------------------------------------------

/// A line above the form with one thing to do about it.
/** @param {string} words @param {string} button @param {() => void} deed */
function note(words, button, deed) {
  const line = the("#edit-kept"), span = the(":scope > :first-child", line), press = the(":scope > :nth-child(2)", line);
  span.textContent = words;
  press.textContent = button;
  press.onclick = () => { line.hidden = true; deed(); };
  line.hidden = false;
}
/** @param {string} kept */
function takeUp(kept) { text.value = kept; draft.set(); check(true); }

const fresh = text.value, kept = draft.get();
if (from === undefined) draft.set();
else if (kept && kept.text !== fresh) {
  const again = () => { draft.drop(); text.value = fresh; check(true); };
  if (kept.from === from) { text.value = kept.text; check(true); note("Your draft is back as you left it.", "Begin anew", again); }
  else note("You have a draft of another scenario.", "Take it up again", () => takeUp(kept.text));
}
// Beginning with another scenario would throw the draft away.
the(".st-from").addEventListener("click", (event) => {
  if (!around(event, "a") || text.value === fresh && from !== undefined || !draft.get()) return;
  if (confirm("Give up your draft and begin with this scenario?")) draft.drop();
  else event.preventDefault();
});
render();
