/** Shows a notification; its content comes encrypted from our server. */
addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: '/icon-192.png',
      badge: '/badge.png',
      data: { url },
    }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, location.origin).href));
});

/** Never changes the page of an open window, which may have an unsaved form. */
async function open(url) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => one.url === url);
  return shown ? shown.focus() : clients.openWindow(url);
}
