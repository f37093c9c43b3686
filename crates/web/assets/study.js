// Studies: a file that was chosen is put into its field, and nothing is deleted without a question.

import { around, byId } from "./dom.js";

document.addEventListener("change", async (event) => {
  /** @type {HTMLInputElement | null} */
  const input = around(event, "input[type=file][data-into]");
  /** @type {HTMLTextAreaElement | null} */
  const into = byId(input?.dataset.into ?? "");
  const file = input?.files?.[0];
  if (into && file) into.value = await file.text();
});

document.addEventListener("submit", (event) => {
  const form = around(event, "form[data-sure]");
  if (form && !confirm(form.dataset.sure)) event.preventDefault();
});
