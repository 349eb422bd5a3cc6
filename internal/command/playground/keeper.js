// Keeps the files of the playground for when there is no network.
const version = VERSION, files = FILES;

// Another playground of the same server, in another folder, has files of its own.
const mine = ` ${self.registration.scope}`, name = version + mine;

self.addEventListener("install", (e) => e.waitUntil(caches.open(name).then((c) => c.addAll(files)).then(() => self.skipWaiting())));

self.addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const old of await caches.keys()) if (old.startsWith("thicket-") && old.endsWith(mine) && old !== name && old !== `thicket-program${mine}`) await caches.delete(old);
  await self.clients.claim();
})()));

// The page is asked for anew, and what has a hash in its name never.
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || !e.request.url.startsWith(self.registration.scope)) return;
  if (e.request.mode === "navigate" || e.request.url.endsWith("/examples.json")) e.respondWith(fetch(e.request).catch(async () => (await caches.match(e.request, { ignoreSearch: true })) ?? Response.error()));
  else e.respondWith(caches.match(e.request).then((kept) => kept ?? fetch(e.request)));
});
