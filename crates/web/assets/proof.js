// The proof of the dice, computed in the browser from the log and the published seed.

import { check, commitment, draws, seal } from "./luck.js";
import { unhex } from "./blake3.js";
import { byId, the } from "./dom.js";

const page = the(".dice-proof");
const table = page.dataset.table;

// What this browser saw when it first sat at the table is the best witness.
const noted = localStorage.getItem(`klaxon-commitment-${table}`);
const published = [...page.querySelectorAll("code.commitment")].map((code) => code.textContent);
if (noted) {
  the("#noted").textContent = published.includes(noted)
    ? "This browser noted the same commitment when it first saw the table."
    : `This browser noted another commitment when it first saw the table: ${noted}.`;
  the("#noted").dataset.ok = String(published.includes(noted));
}

if (page.dataset.published === "true") prove();

async function prove() {
  try {
    const [log, told] = await Promise.all([get(`/t/${table}/log`), get(`/t/${table}/proof.json`)]);
    const lines = log.split("\n").filter(Boolean);
    const [header, ...entries] = lines.map((line) => JSON.parse(line));
    const { facts, said } = JSON.parse(told);
    const found = check(header, entries, facts);
    /** @param {RegExp} about */
    const bad = (about) => found.wrong.filter((text) => about.test(text));
    judge("check-commitment", bad(/committed/), header.luck.length === 1 ? "it fits what was published" : `all ${header.luck.length} seeds fit what was published`);
    judge("check-draws", bad(/draw /), `${count(found.draws, "draw")} came out the same`);
    const without = found.undigested ? `; ${count(found.undigested, "entry")} of an older program without one` : "";
    judge("check-digests", bad(/digest|number|explained/), `${count(found.digests, "digest")} came out the same${without}`);
    page.dataset.proven = String(found.wrong.length === 0);
    list(header, facts, said);
    /** @type {HTMLInputElement} */
    const kept = the("#kept");
    kept.addEventListener("change", () => compare(header, lines, kept.files?.[0]));
  } catch (error) {
    judge("check-commitment", [`this could not be checked: ${error instanceof Error ? error.message : error}`], "");
    page.dataset.proven = "false";
  }
}

/** @param {string} path */
async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer.text();
}

/** @param {number} n @param {string} word */
const count = (n, word) => `${n} ${n === 1 ? word : word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;

/** @param {string} id @param {string[]} wrong @param {string} right */
function judge(id, wrong, right) {
  const line = the(`#${id}`);
  line.dataset.ok = String(wrong.length === 0);
  const verdict = document.createElement("strong");
  verdict.textContent = wrong.length ? ` ✗ ${wrong.slice(0, 5).join("; ")}` : ` ✓ ${right}`;
  line.append(verdict);
}

// Long shuffles are told by their beginning.
const SHOWN = 24;

/** @param {LogHeader} header @param {Fact[]} facts @param {Record<number, Said[]>} said */
function list(header, facts, said) {
  const rows = document.createDocumentFragment();
  for (const { step, drawn } of facts.filter((fact) => fact.drawn.length)) {
    const { seed } = header.luck.findLast((stretch) => stretch.from <= step) ?? header.luck[0];
    const again = draws(unhex(seed), step, drawn.map(([, of]) => of));
    const row = document.createElement("tr");
    const cells = [
      String(step || "set-up"),
      (said[step] ?? []).filter((line) => line.dice?.length).map((line) => `${line.text} [${line.dice?.join(" ")}]`).join(" ") || said[step]?.[0]?.text || "",
      short(drawn.map(([which, of]) => `${which + 1} of ${of}`)),
      again.every((which, i) => which === drawn[i][0]) ? "✓ the same" : `✗ ${short(again.map((which) => which + 1))}`,
    ];
    cells.forEach((text, i) => {
      const cell = document.createElement(i ? "td" : "th");
      if (!i) cell.setAttribute("scope", "row");
      cell.textContent = text;
      row.append(cell);
    });
    rows.append(row);
  }
  byId("draws")?.append(rows);
}

/** @param {(string | number)[]} words */
function short(words) {
  return words.length > SHOWN ? `${words.slice(0, SHOWN).join(", ")} … ${words.length} draws in all` : words.join(", ");
}

/// A log that was kept while the game ran: its seals are those of the lines that are open now.
/** @param {LogHeader} header @param {string[]} lines @param {File | undefined} file */
async function compare(header, lines, file) {
  if (!file) return;
  const report = the("#check-seals");
  try {
    const [first, ...sealed] = (await file.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const promised = first.luck.at(-1).commitment, own = header.luck[header.luck.length - 1];
    const other = sealed.filter(({ n, sealed: kept }) => !kept || !lines[n] || seal(header, lines[n]) !== kept).map(({ n }) => n);
    const strange = promised !== own.commitment || commitment(unhex(own.seed)) !== promised;
    report.dataset.ok = String(!strange && other.length === 0);
    if (strange) report.textContent = "✗ The kept log has another commitment.";
    else if (other.length) report.textContent = `✗ ${count(other.length, "entry")} are not what was sealed then: ${other.slice(0, 10).join(", ")}.`;
    else report.textContent = `✓ All ${count(sealed.length, "seal")} of the kept log are those of the entries that are open now.`;
  } catch {
    report.dataset.ok = "false";
    report.textContent = "This file cannot be read as a log that was kept while the game ran.";
  }
}
