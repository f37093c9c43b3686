// Keeps the lists of the lobby fresh while somebody looks at them. Without it the page is as it was when it was opened.

const EVERY = 4000;
const lists = document.getElementById("lobby-lists");

/** Fetches the page again and puts its lists in place, if they are others now. */
async function refresh() {
  if (!lists || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("lobby-lists");
  if (!fresh || fresh.innerHTML === lists.innerHTML) return;
  // Whoever has a table in focus keeps it.
  const focus = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
  lists.replaceChildren(...fresh.childNodes);
  const again = focus ? [...lists.querySelectorAll("a")].find((a) => a.getAttribute("href") === focus) : null;
  again?.focus();
}

if (lists) {
  setInterval(() => void refresh().catch(() => {}), EVERY);
  document.addEventListener("visibilitychange", () => void refresh().catch(() => {}));
}
