// The door of a table that is closed to watchers: a seat link that is opened here still gives its seat.

import { claim, takeSecret } from "./claim.js";

const door = document.getElementById("door");

function open() {
  const [secret, heir] = takeSecret();
  if (secret) claim(door.dataset.table, { token: secret }, door);
  else if (heir) claim(door.dataset.table, { token: heir }, door, "owner");
}

open();
addEventListener("hashchange", open);
