import { expect, test } from 'vitest';
import { api } from '../../api.ts';
import type { Route } from '../../core/route.ts';
import { auditRoutes } from '../audit.ts';
import { resourcesChangedBy } from './events.ts';

const routes = Object.values(api).flatMap((declared) => Object.values<Route>(declared));

test('refreshes the warehouse lists after a stock event', () => {
  const resources = [api.inventory.list, api.inventory.why, api.expiry.lots].map(({ resource }) => resource);

  expect(resources.filter((resource) => !resourcesChangedBy('stock').includes(resource))).toEqual([]);
  expect(resourcesChangedBy('brands')).not.toContain('inventory');
});

test('refreshes customers after events of their orders, coins, plans and tickets', () => {
  const topics = [api.orders.view, api.coins.history, api.subscriptions.list, api.support.list].map(
    ({ resource }) => resource,
  );

  for (const topic of topics) expect(resourcesChangedBy(topic)).toContain(api.customers.show.resource);
});

test('refreshes the audit log after every event, but no history of a record', () => {
  expect(resourcesChangedBy('brands')).toContain(auditRoutes.list.resource);
  expect(resourcesChangedBy('audit')).not.toContain(auditRoutes.history.resource);
});

test('declares for every write only changed resources that a route reads', () => {
  const read = new Set(routes.filter(({ reads }) => reads).map(({ resource }) => resource));
  const isSeen = ({ changes = [] }: Route) =>
    changes.flatMap(resourcesChangedBy).some((name) => read.has(name));

  const unseen = routes.filter((route) => route.changes?.length && !isSeen(route));

  expect(unseen.map(({ path }) => path)).toEqual([]);
});
