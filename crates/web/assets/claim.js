// Sitting down: by the secret of a seat link, on a free seat, or with another name.

/// Asks for a seat, or for the table itself. What went wrong is put before what `where` holds.
/** @param {string} table @param {object} body @param {Element} where @param {string} [what] */
export async function claim(table, body, where, what = "claim") {
  const answer = await fetch(`/t/${table}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.ok) {
    location.replace(location.pathname);
    return true;
  }
  const fault = await answer.json().catch(() => ({ text: "the seat could not be taken" }));
  const note = document.createElement("p");
  note.className = "claim-note";
  note.setAttribute("role", "alert");
  note.textContent = fault.text.charAt(0).toUpperCase() + fault.text.slice(1) + ".";
  where.prepend(note);
  return false;
}

/// The secrets of a seat link and of an owner's link stand behind the `#`: they never reach a log. They are spent once and
/// leave the address.
export function takeSecret() {
  const secrets = new URLSearchParams(location.hash.slice(1));
  const taken = [secrets.get("seat"), secrets.get("owner")];
  if (taken.some(Boolean)) history.replaceState(null, "", location.pathname);
  return taken;
}
