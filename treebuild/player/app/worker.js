// Keeps the files of this version of the page, and gives them without a network.
const CACHE = "treebuild-{{version}}";
const FILES = ["./", "manifest.webmanifest", "icon.svg"];

addEventListener("install", (event) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));

addEventListener("activate", (event) =>
  event.waitUntil(caches.keys()
    .then((names) => names.filter((name) => name.startsWith("treebuild-") && name !== CACHE))
    .then((old) => Promise.all(old.map((name) => caches.delete(name))))
    .then(() => clients.claim())));

addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request, { ignoreSearch: true })
    .then((kept) => kept ?? fetch(event.request))));
