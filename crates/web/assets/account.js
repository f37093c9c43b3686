// Passkeys: what the server asks goes to the browser, and what the browser answers goes back. Everything else on the page is a form.

import { byId } from "./dom.js";

/// Bytes as the server writes them.
/** @param {ArrayBuffer} bytes */
const encode = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/// And back.
/** @param {string} text */
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/// Asks the server; a refusal is an error in its words.
/** @param {string} path @param {object} body */
async function ask(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({ text: "the server cannot be reached" }));
  if (!answer.ok) throw new Error(said.text);
  return said;
}

/// The value of a field, if the page has it.
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement | null} */ (byId(id))?.value.trim() ?? "";

/// Does something with a passkey while its button waits, and says beside it what went wrong.
/** @param {string} id @param {() => Promise<void>} work */
function onPress(id, work) {
  /** @type {HTMLButtonElement | null} */
  const button = byId(id);
  const note = byId(`${id}-note`);
  if (!button || !note) return;
  if (!window.PublicKeyCredential) {
    button.disabled = true;
    button.title = "This browser has no passkeys";
    return;
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    note.hidden = true;
    try {
      await work();
    } catch (error) {
      const text = error instanceof DOMException ? reason(error) : error instanceof Error ? error.message : String(error);
      note.textContent = text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
      note.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

/// A browser's refusal in our words.
/** @param {DOMException} error */
function reason(error) {
  if (error.name === "InvalidStateError") return "this device has a passkey of yours already";
  if (error.name === "NotAllowedError") return "no passkey was used: it was cancelled, or took too long";
  return `the browser refused: ${error.message}`;
}

onPress("passkey-new", async () => {
  const name = /** @type {HTMLInputElement | null} */ (byId("new-name"));
  const invite = /** @type {HTMLInputElement | null} */ (byId("invite"));
  if (name && !name.reportValidity()) return;
  if (invite && !invite.reportValidity()) return;
  const { ticket, publicKey } = await ask("/account/passkey/new", { name: value("new-name"), invite: value("invite") });
  publicKey.challenge = decode(publicKey.challenge);
  publicKey.user.id = decode(publicKey.user.id);
  for (const known of publicKey.excludeCredentials) known.id = decode(known.id);
  const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.create({ publicKey }));
  if (!made) throw new Error("no passkey was made");
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const { codes } = await ask("/account/passkey/made", {
    ticket,
    client: encode(response.clientDataJSON),
    data: encode(response.getAuthenticatorData()),
  });
  // A new account is told its recovery codes at once.
  if (codes) /** @type {HTMLFormElement | null} */ (byId("codes-form"))?.submit();
  else location.reload();
});

onPress("passkey-in", async () => {
  const { ticket, publicKey } = await ask("/account/passkey/ask", {});
  publicKey.challenge = decode(publicKey.challenge);
  const found = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }));
  if (!found) throw new Error("no passkey was found");
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  const along = /** @type {HTMLInputElement | null} */ (byId("along"))?.checked ?? false;
  await ask("/account/passkey/in", {
    ticket,
    id: encode(found.rawId),
    client: encode(response.clientDataJSON),
    data: encode(response.authenticatorData),
    signature: encode(response.signature),
    user: encode(response.userHandle ?? new ArrayBuffer(0)),
    along,
  });
  location.assign("/");
});
