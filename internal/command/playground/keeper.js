// Keeps the files of the playground for when there is no network.
const version = VERSION, files = FILES;

self.addEventListener("install", (e) => e.waitUntil(caches.open(version).then((c) => c.addAll(files)).then(() => self.skipWaiting())));

self.addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("thicket-") && name !== version && name !== "thicket-program") await caches.delete(name);
  await self.clients.claim();
})()));

// The page is asked for anew, and what has a hash in its name never.
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || !e.request.url.startsWith(self.registration.scope)) return;
  if (e.request.mode === "navigate" || e.request.url.endsWith("/examples.json")) e.respondWith(fetch(e.request).catch(async () => (await caches.match(e.request, { ignoreSearch: true })) ?? Response.error()));
  else e.respondWith(caches.match(e.request).then((kept) => kept ?? fetch(e.request)));
});
