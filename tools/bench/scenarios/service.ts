import type { Route } from '@aisle/contract/core/route';
import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { supportRoutes } from '@aisle/contract/service/support';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { always, asking, byName, listing, type Prepare, type Scenario } from './scenario.ts';

const inbox = always({}, ...['open', 'pending', 'closed'].map((status) => ({ filters: { status } })), {
  sort: { field: 'dueAt', order: 'asc' },
});
const bySubject = always({ search: 'milk' }, { search: 'amount charged' }, { search: 'eggs broken' });

const some =
  (ids: string): Prepare =>
  async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(`${ids} LIMIT 300`);
    return rows.map(({ id }) => ({ params: { id } }));
  };
const someTickets = some('SELECT id FROM tickets TABLESAMPLE SYSTEM (20)');
/** Customers with coins. */
const someCustomers = some('SELECT id FROM customers TABLESAMPLE SYSTEM (20) WHERE coin_balance > 0');
const ofCustomers: Prepare = async (shop, wanted) =>
  (await someCustomers(shop, wanted)).map(({ params }) => ({ body: { customerId: params?.id } }));

const bell = (name: string, who: Scenario['who'], route: Route): Scenario => ({
  ...asking(name, who, 'view', route, async () => [{}]),
  bar: { p99: 20 },
});

export const serviceScenarios: readonly Scenario[] = [
  listing('ticket list', 'administrator', supportRoutes.list, inbox),
  listing('ticket list, by words', 'administrator', supportRoutes.list, bySubject),
  listing('ticket list, by full name', 'administrator', supportRoutes.list, byName('full')),
  listing('ticket list', 'owner', supportRoutes.list, inbox),
  asking('ticket view', 'administrator', 'view', supportRoutes.get, someTickets),
  asking('customer view', 'administrator', 'view', customerRoutes.show, someCustomers),
  listing('subscription list', 'administrator', subscriptionRoutes.list, always({})),
  listing('coin history', 'administrator', coinRoutes.history, ofCustomers),
  bell('bell', 'administrator', notificationRoutes.unread),
  bell('bell', 'owner', notificationRoutes.unread),
  bell('bell, opened', 'administrator', notificationRoutes.get),
  bell('bell, opened', 'owner', notificationRoutes.get),
];
