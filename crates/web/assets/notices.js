// Ringing this browser: the browser is asked for leave, and what it says of itself goes to the server. Everything else on the page is a form.

import { byId } from "./dom.js";

/** @type {HTMLButtonElement | null} */
const button = byId("push-on");
const note = byId("push-note");

/** @param {string} text */
function say(text) {
  if (!note) return;
  note.hidden = false;
  note.textContent = text;
}

/** @param {string} text */
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error("Your browser does not allow it: look into its settings for this page.");
  }
  const worker = await navigator.serviceWorker.ready;
  const key = decode(byId("push")?.dataset.key ?? "");
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch("/me/notices/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({ text: "the server cannot be reached" }))).text);
  location.reload();
}

if (button && !("serviceWorker" in navigator && "PushManager" in window)) {
  button.disabled = true;
  say("This browser cannot be rung here: it needs an encrypted address (https), and on an iPhone Klaxon on the home screen.");
}

button?.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await subscribe();
  } catch (error) {
    say(error instanceof Error ? error.message : "That did not work.");
    button.disabled = false;
  }
});
