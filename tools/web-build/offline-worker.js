/* global release, files: the build writes them in front of this. */

const name = `aisle-${release}`;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one))))
      .then(() => clients.claim()),
  );
});

/** Pages come from the server as long as it answers; code, whose name says its content, never twice. Data: never. */
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith('/d/') && !/^\/(api|files)\//.test(pathname)) {
    event.respondWith(
      fetch(request).catch(() =>
        caches.match('/', { ignoreVary: true }).then((page) => page ?? Response.error()),
      ),
    );
  } else if (files.includes(pathname) && pathname !== '/') {
    event.respondWith(caches.match(pathname, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
