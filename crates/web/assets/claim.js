// Sitting down: by the secret of a seat link, on a free seat, or with another name.

/// Asks for a seat. What went wrong is put before what `where` holds.
export async function claim(table, body, where) {
  const answer = await fetch(`/t/${table}/claim`, {
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

/// The secret of a seat link stands behind the `#`: it never reaches a log. It is spent once and leaves the address.
export function takeSecret() {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}
