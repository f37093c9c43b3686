// The worker: rings, and says kindly when there is no network. BUILD and FILES stand before this text. It keeps files of the build and the
// page that says so; pages of people are never kept.

/** @type {any} */
const worker = self;
const STORE = `klaxon-${BUILD}`;
const OFFLINE = "/offline";

worker.addEventListener("install", (/** @type {any} */ event) => {
  const keep = caches.open(STORE).then((store) => store.addAll([...FILES, OFFLINE]));
  event.waitUntil(keep.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("klaxon-") && name !== STORE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{ title?: string, body?: string, link?: string, tag?: string }} */
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Whatever it was, somebody rang.
  }
  const options = { body: said.body ?? "", tag: said.tag, icon: "/icon-192.png", badge: "/icon-192.png", data: { link: said.link } };
  event.waitUntil(worker.registration.showNotification(said.title ?? "Your turn", options));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  // A link leads to this server whatever it says.
  const wanted = new URL(event.notification.data?.link ?? "/", location.origin);
  const link = location.origin + wanted.pathname + wanted.search + wanted.hash;
  const open = async () => {
    const pages = await worker.clients.matchAll({ type: "window" });
    const same = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === wanted.pathname);
    if (!same) return worker.clients.openWindow(link);
    // The page is there: it shows what is asked, wherever it was.
    const page = await same.focus();
    page.postMessage({ go: wanted.hash });
  };
  event.waitUntil(open());
});
