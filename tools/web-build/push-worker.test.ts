import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const code = readFileSync(path.join(import.meta.dirname, 'push-worker.js'), 'utf8');
const origin = 'https://aisle.example';

/** The service worker in a browser with these open windows. */
function startWorker(...urls: string[]) {
  const windows = urls.map((url) => ({ url, focus: vi.fn(async () => undefined) }));
  const handlers = new Map<string, (event: object) => void>();
  const shown: [title: string, options: object][] = [];
  const openWindow = vi.fn(async () => undefined);
  runInNewContext(code, {
    URL,
    location: { origin },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: { showNotification: async (...notice: [string, object]) => void shown.push(notice) },
    clients: { matchAll: async () => windows, openWindow },
  });
  return {
    windows,
    shown,
    openWindow,
    dispatch: async (name: string, event: object) => {
      const works: Promise<unknown>[] = [];
      handlers.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) });
      await Promise.all(works);
    },
  };
}
const click = (url: string) => ({ notification: { close: vi.fn(), data: { url } } });

test('shows the notification that the server sent', async () => {
  const { dispatch, shown } = startWorker();
  const content = { title: 'New order O-1', body: 'Downtown', tag: 'order-1', url: '/orders/view/1' };

  await dispatch('push', { data: { json: () => content } });

  expect(shown).toEqual([
    [
      'New order O-1',
      expect.objectContaining({ body: 'Downtown', tag: 'order-1', data: { url: '/orders/view/1' } }),
    ],
  ]);
});

test('opens the record in a new window, so that an unsaved form stays', async () => {
  const { dispatch, windows, openWindow } = startWorker(`${origin}/products/new`);
  const event = click('/orders/view/1');

  await dispatch('notificationclick', event);

  expect(openWindow).toHaveBeenCalledWith(`${origin}/orders/view/1`);
  expect(windows[0]!.focus).not.toHaveBeenCalled();
  expect(event.notification.close).toHaveBeenCalled();
});

test('shows a window that already has the record open', async () => {
  const { dispatch, windows, openWindow } = startWorker(`${origin}/orders`, `${origin}/orders/view/1`);

  await dispatch('notificationclick', click('/orders/view/1'));

  expect(windows.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1]);
  expect(openWindow).not.toHaveBeenCalled();
});
