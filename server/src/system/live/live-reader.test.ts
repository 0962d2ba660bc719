import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openShop, type Shop } from '../../../test/shop.ts';
import { announce } from '../../core/live-events.ts';
import type { StoredEvent } from './live.queries.ts';
import { LiveReader, mergeChanges, toMessage, type Watcher } from './live-reader.ts';

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

test('sends events to a client that connects while the last one leaves', async () => {
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
  liveEvents.notify();

  await vi.waitFor(() => expect(heard).toEqual(['news']), { timeout: 5000, interval: 5 });
  reader.stop();
});

test('asks a browser with a position from before a restore to reload everything', async () => {
  const reader = new LiveReader(shop.db, shop.services.liveEvents, (error) => expect.fail(String(error)));
  let resets = 0;
  const counting = { ...watcher(ignore), reset: () => (resets += 1) };

  await reader.watch(counting, { after: { transaction: 2n ** 60n, id: 1 }, withinMs: 0 });

  expect(resets).toBe(1);
  reader.stop();
});

const event = (id: number, recordId: string, other: Partial<StoredEvent> = {}): StoredEvent => ({
  position: { transaction: 5n, id },
  topic: 'products',
  action: 'edit',
  recordId,
  locationId: null,
  permission: 'product_list',
  userId: null,
  isRecordChange: true,
  data: null,
  at: '2026-01-01T00:00:00Z',
  ...other,
});

test('merges the changes of many records of a resource in one transaction', () => {
  const order = event(2, 'order', { topic: 'orders', data: { status: 'delivered' } });
  const later = event(4, 'b', { position: { transaction: 6n, id: 4 } });

  expect(mergeChanges([event(1, 'a'), order, event(3, 'b'), later])).toEqual([
    order,
    { ...event(3, 'b'), recordId: null },
    later,
  ]);
});

test('keeps announcements apart and merges changes of one record', () => {
  const presence = [1, 2].map((id) => event(id, 'ticket', { topic: 'presence', isRecordChange: false }));

  expect(mergeChanges(presence)).toEqual(presence);
  expect(mergeChanges([event(1, 'a'), event(2, 'a')])).toEqual([event(2, 'a')]);
});

test('hides the IDs of records without a location from users of certain locations', () => {
  expect(toMessage(event(1, 'a'), ['location']).recordId).toBe(null);
  expect(toMessage(event(1, 'a'), null).recordId).toBe('a');
  expect(toMessage(event(1, 'a', { locationId: 'location' }), ['location']).recordId).toBe('a');
});
