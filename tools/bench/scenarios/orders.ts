import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type pg from 'pg';
import { people } from '../people.ts';
import { always, asking, byName, deepIn, listing, type Prepare, type Scenario } from './scenario.ts';

const statuses = ['delivered', 'orderPlaced', 'processing', 'cancelled', 'inQueue', 'outOfDelivery'];
const byStatus = always(...statuses.map((headlineStatus) => ({ filters: { headlineStatus } })));

const someOrders =
  (forOwner: boolean): Prepare =>
  async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM orders TABLESAMPLE SYSTEM (5)
       WHERE NOT $1 OR location_id = (SELECT location_id FROM user_locations WHERE user_id = $2) LIMIT 300`,
      [forOwner, people.owner.userId],
    );
    return rows.map(({ id }) => ({ params: { id } }));
  };

/** Orders that a location has not started to pick. */
export const openOrders: Prepare = async ({ client }, wanted) => {
  await client.query(
    `CREATE TEMP TABLE kept_orders AS SELECT * FROM orders
     WHERE headline_status = 'orderPlaced' ORDER BY created_at LIMIT ${wanted}`,
  );
  const { rows } = await client.query<{ id: string; version: number }>('SELECT id, version FROM kept_orders');
  return rows.map(({ id, version }) => ({ params: { id }, body: { status: 'processing', version } }));
};

/** Baskets of items in stock, each at one location. The orders stay. */
export const baskets =
  (lines: number): Prepare =>
  async ({ client }, wanted) => {
    const { rows } = await client.query<{ location_id: string; ids: string[]; customer: string }>(
      `WITH goods AS (
       SELECT location_id, array_agg(sub_product_id) AS ids
       FROM (SELECT l.location_id, l.sub_product_id, row_number() OVER (PARTITION BY l.location_id ORDER BY on_hand - reserved DESC) AS nth
             FROM stock_levels l JOIN sub_products s ON s.id = l.sub_product_id AND s.status
             WHERE on_hand - reserved > 20 AND available_now(l) > 20) ranked
       WHERE nth <= 200 GROUP BY location_id HAVING count(*) >= 20
     ), buyers AS (SELECT array_agg(id) AS ids FROM (SELECT id FROM customers WHERE status = 'active' LIMIT 1000) c)
     SELECT g.location_id, g.ids, buyers.ids[1 + n % cardinality(buyers.ids)] AS customer
     FROM generate_series(0, $1 - 1) n, buyers,
       LATERAL (SELECT * FROM goods ORDER BY location_id OFFSET n % (SELECT count(*) FROM goods) LIMIT 1) g`,
      [wanted],
    );
    // Consecutive orders of a location contain different items, so that they don't all use the same few pages.
    const placedAt = new Map<string, number>();
    return rows.map(({ location_id: locationId, ids, customer: customerId }) => {
      const first = lines * (placedAt.get(locationId) ?? 0);
      placedAt.set(locationId, first / lines + 1);
      return {
        body: {
          customerId,
          fulfilment: 'pickup',
          paymentType: 'cashOnDelivery',
          lines: Array.from({ length: lines }, (_, line) => ({
            locationId,
            subProductId: ids[(first + line) % ids.length]!,
            quantity: 1,
          })),
        },
      };
    });
  };

/** Restores their previous status, so that the next run finds the same number, and deletes the data of the steps. */
export async function putOrdersBack(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM order_events e USING kept_orders k, orders o
    WHERE o.id = k.id AND o.location_id = k.location_id AND e.location_id = k.location_id AND e.order_id = k.id
      AND e.created_at > k.updated_at AND o.updated_at > k.updated_at AND e.created_at >= o.updated_at;
    DELETE FROM audit_entries a USING kept_orders k WHERE a.resource = 'orders' AND a.record_id = k.id;
    DELETE FROM orders o USING kept_orders k WHERE o.location_id = k.location_id AND o.id = k.id;
    INSERT INTO orders SELECT * FROM kept_orders;
    COMMIT`);
}

export const orderScenarios: readonly Scenario[] = [
  listing('order list, by status', 'administrator', orderRoutes.list, byStatus),
  listing('order list, by status', 'owner', orderRoutes.list, byStatus),
  listing('order list, by family name', 'administrator', orderRoutes.list, byName('last')),
  listing('order list, by family name', 'owner', orderRoutes.list, byName('last')),
  listing('order list, by full name', 'administrator', orderRoutes.list, byName('full')),
  listing('order list, by full name', 'owner', orderRoutes.list, byName('full')),
  listing('order list, deep page', 'administrator', orderRoutes.list, deepIn(orderRoutes.list)),
  listing('order list, deep page', 'owner', orderRoutes.list, deepIn(orderRoutes.list)),
  asking('order view', 'administrator', 'view', orderRoutes.view, someOrders(false)),
  asking('order view', 'owner', 'view', orderRoutes.view, someOrders(true)),
  asking('order counts', 'administrator', 'counts', orderRoutes.counts, always({})),
  asking('order counts', 'owner', 'counts', orderRoutes.counts, always({})),
  asking('order board', 'administrator', 'counts', orderRoutes.board, always({})),
  asking('order board', 'owner', 'counts', orderRoutes.board, always({})),
  {
    ...asking('order step', 'administrator', 'write', orderRoutes.updateStatus, openOrders),
    bar: { alone: 300, at16: 800 },
    returnToLots: putOrdersBack,
  },
  {
    ...asking('new order of 10 lines', 'administrator', 'write', mainOrderRoutes.create, baskets(10)),
    bar: { at16: 150 },
  },
];
