import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';
import { announce } from '../../core/live-events.ts';
import type { StoredEvent } from './live.queries.ts';
import { LiveReader, type Watcher } from './live-reader.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ignore = () => undefined;
const watcher = (send: (event: StoredEvent) => void): Watcher => ({
  userId: 'somebody',
  sessionId: '0190a000-0000-7000-8000-000000000001',
  permissions: new Set(['order_list'] as const),
  locations: null,
  send,
  placed: ignore,
  reset: ignore,
  end: ignore,
});
const fromNow = { after: undefined, withinMs: 0 };

test('a listener who connects while the last one leaves still gets events', async () => {
  const { liveEvents } = shop.services;
  const reader = new LiveReader(shop.db, liveEvents, (error) => expect.fail(String(error)));
  const heard: string[] = [];
  const leave = await reader.watch(watcher(ignore), fromNow);

  const coming = reader.watch(
    watcher(({ topic }) => heard.push(topic)),
    fromNow,
  );
  leave();
  await coming;
  await shop.look((tx) => announce(tx, { topic: 'news', action: 'changed', permission: 'order_list' }));
  liveEvents.poke();

  await vi.waitFor(() => expect(heard).toEqual(['news']), { timeout: 5000, interval: 5 });
  reader.stop();
});

test('tells a browser with a position from before a restore to read everything again', async () => {
  const reader = new LiveReader(shop.db, shop.services.liveEvents, (error) => expect.fail(String(error)));
  let resets = 0;
  const counting = { ...watcher(ignore), reset: () => (resets += 1) };

  await reader.watch(counting, { after: { transaction: 2n ** 60n, id: 1 }, withinMs: 0 });

  expect(resets).toBe(1);
  reader.stop();
});
