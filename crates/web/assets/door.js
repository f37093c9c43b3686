// The door of a table that is closed to watchers: a seat link that is opened here still gives its seat.

import { claim, takeSecret } from "./claim.js";
import { the } from "./dom.js";

const door = the("#door");
const table = door.dataset.table ?? "";

function open() {
  const [secret, heir] = takeSecret();
  if (secret) claim(table, { token: secret }, door);
  else if (heir) claim(table, { token: heir }, door, "owner");
}

open();
addEventListener("hashchange", open);
