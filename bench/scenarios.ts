import { api } from '@aisle/contract/api';
import type { Page } from '@aisle/contract/core/page';
import type { Route } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers';
import { dashboardRoutes } from '@aisle/contract/dashboard';
import { inventoryRoutes } from '@aisle/contract/inventory';
import { orderRoutes } from '@aisle/contract/orders';
import { productRoutes } from '@aisle/contract/products';
import { subProductRoutes } from '@aisle/contract/sub-products';
import type pg from 'pg';
import { products as seedProducts } from '../server/seed/data/products.ts';
import { draw, pickBy } from './fill/draws.ts';
import type { Call, Got, Sent } from './http.ts';
import { people } from './people.ts';

/** What one request is about; each scenario knows its own. */
type Target = unknown;
export interface Shop {
  client: pg.Client;
  call: Call;
}
export interface Scenario {
  name: string;
  who: keyof typeof people;
  /** `step` is a write of which the sequential rate counts. */
  kind: 'list' | 'view' | 'figures' | 'write' | 'step';
  routes: Pick<Route, 'method' | 'path'>[];
  /** Order list and order view have to reach a rate of their own. */
  mustBeFast?: true;
  /** As many things to ask for as wanted, or fewer where asking again for the same is no cheating. */
  prepare(shop: Shop, wanted: number): Promise<Target[]>;
  run(call: Call, target: Target): Promise<unknown>;
  /** Makes undone what the scenario did; without it, what was done may stay. */
  putBack?(client: pg.Client): Promise<unknown>;
}

const isServed = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  Object.values(api as Record<string, Record<string, Route>>).some((routes) =>
    Object.values(routes).some((route) => route.method === method && route.path === path),
  );
/** The routes of a scenario that the server does not have (yet). */
export const missingRoutes = (scenario: Scenario) => scenario.routes.filter((route) => !isServed(route));

type Prepare = (shop: Shop, wanted: number) => Promise<Sent[]>;
function asking(
  name: string,
  who: Scenario['who'],
  kind: Scenario['kind'],
  route: Route,
  prepare: Prepare,
): Scenario {
  const mustBeFast = route === orderRoutes.list || route === orderRoutes.view;
  return {
    name: `${name}, ${who}`,
    who,
    kind,
    routes: [route],
    ...(mustBeFast && { mustBeFast }),
    prepare,
    run: (call, target) => call(route, target as Sent),
  };
}
const listing = (name: string, who: Scenario['who'], route: Route, prepare: Prepare) =>
  asking(name, who, 'list', route, prepare);

const bodies = (...all: object[]): Sent[] => all.map((body) => ({ body }));
const always =
  (...all: object[]): Prepare =>
  async () =>
    bodies(...all);

/** Cursors deep in a list, found by skipping there once. */
const deepIn =
  (route: Route, body: object = {}): Prepare =>
  async ({ call }) => {
    const first = (await call(route, { body })).data as Page<unknown>;
    const deepest = Math.floor(Math.min(first.totalRecords * 0.8, 99_000) / 100);
    const cursors = new Set<string>();
    for (let step = 0; step < 8; step += 1) {
      const page = Math.max(1, deepest - step);
      const { nextCursor } = (await call(route, { body: { ...body, page, limit: 100 } }))
        .data as Page<unknown>;
      if (nextCursor) cursors.add(nextCursor);
    }
    if (cursors.size === 0) throw new Error('This list gives no cursor to go on with');
    return [...cursors].map((cursor) => ({ body: { ...body, cursor } }));
  };

const statuses = ['delivered', 'orderPlaced', 'processing', 'cancelled', 'inQueue', 'outOfDelivery'];
const byStatus = always(...statuses.map((headlineStatus) => ({ filters: { headlineStatus } })));

/** Names of people who ordered where whoever asks may look. */
const byName =
  (part: 'last' | 'full'): Prepare =>
  async ({ client }) => {
    const { rows } = await client.query<{ first_name: string; last_name: string }>(
      `SELECT c.first_name, c.last_name FROM customers c JOIN customer_locations cl ON cl.customer_id = c.id
       WHERE cl.location_id = (SELECT location_id FROM user_locations WHERE user_id = $1) ORDER BY c.id LIMIT 40`,
      [people.owner.userId],
    );
    return bodies(
      ...rows.map((row) => ({
        search: part === 'last' ? row.last_name : `${row.first_name} ${row.last_name}`,
      })),
    );
  };

const productWords = seedProducts.slice(0, 40).map(({ name }) => ({ search: name.split(' ').at(-1)! }));

const someOrders =
  (ofOwner: boolean): Prepare =>
  async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM orders TABLESAMPLE SYSTEM (5)
       WHERE NOT $1 OR location_id = (SELECT location_id FROM user_locations WHERE user_id = $2) LIMIT 300`,
      [ofOwner, people.owner.userId],
    );
    return rows.map(({ id }) => ({ params: { id } }));
  };

/** Orders that a location has not begun with. */
const openOrders: Prepare = async ({ client }, wanted) => {
  await client.query(
    `CREATE TEMP TABLE kept_orders AS SELECT * FROM orders
     WHERE headline_status = 'orderPlaced' ORDER BY created_at LIMIT ${wanted}`,
  );
  const { rows } = await client.query<{ id: string; version: number }>('SELECT id, version FROM kept_orders');
  return rows.map(({ id, version }) => ({ params: { id }, body: { status: 'processing', version } }));
};

/** As they were before, so that the next run finds as many; what the steps left behind goes. */
async function putOrdersBack(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM order_events e USING kept_orders k, orders o
    WHERE o.id = k.id AND o.location_id = k.location_id AND e.location_id = k.location_id AND e.order_id = k.id
      AND e.created_at > k.updated_at AND o.updated_at > k.updated_at AND e.created_at >= o.updated_at;
    DELETE FROM audit_entries a USING kept_orders k WHERE a.resource = 'orders' AND a.record_id = k.id;
    DELETE FROM orders o USING kept_orders k WHERE o.location_id = k.location_id AND o.id = k.id;
    INSERT INTO orders SELECT * FROM kept_orders;
    COMMIT`);
}

async function putProductsBack(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT id FROM products WHERE tags = '{bench}';
    DELETE FROM sub_products WHERE product_id IN (SELECT id FROM gone);
    DELETE FROM product_taxes WHERE product_id IN (SELECT id FROM gone);
    DELETE FROM audit_entries WHERE resource = 'products' AND record_id IN (SELECT id FROM gone);
    DELETE FROM audit_entries WHERE resource = 'subProducts' AND at > now() - interval '1 hour';
    DELETE FROM products WHERE id IN (SELECT id FROM gone);
    COMMIT`);
}

const someLevels: Prepare = async ({ client }, wanted) => {
  const { rows } = await client.query<{ location_id: string; sub_product_id: string }>(
    `SELECT location_id, sub_product_id FROM stock_levels TABLESAMPLE SYSTEM (20)
     WHERE on_hand - reserved > 1 LIMIT $1`,
    [wanted],
  );
  return rows.map((row) => ({
    body: {
      locationId: row.location_id,
      subProductId: row.sub_product_id,
      quantity: 1,
      reason: 'correction',
      note: 'Bench',
    },
  }));
};

interface NewProduct {
  product: object;
  packs: { sku: string }[];
}
const newProducts = async ({ client }: Shop, wanted: number): Promise<NewProduct[]> => {
  const { rows } = await client.query<{ category: string; brand: string }>(
    // A category whose specifications, with those it inherits, ask for nothing.
    `SELECT c.id AS category, (SELECT min(id::text) FROM brands) AS brand
     FROM categories c JOIN categories parent ON parent.id = c.parent_id
     WHERE c.specifications = '[]' AND parent.specifications = '[]' AND parent.parent_id IS NULL
     ORDER BY c.id LIMIT 1`,
  );
  const { category: categoryId, brand: brandId } = rows[0]!;
  const run = Date.now().toString(36);
  return Array.from({ length: wanted }, (_, index) => ({
    product: { name: `Bench product ${run} ${index}`, categoryId, brandId, tags: ['bench'] },
    packs: ['A', 'B'].map((pack) => ({
      name: `Pack ${pack}`,
      sku: `BENCH-${run}-${index}-${pack}`,
      unit: 'each',
      price: 100 + Math.floor(draw(index, 1) * 900),
      costPrice: 60,
    })),
  }));
};

export const scenarios: readonly Scenario[] = [
  listing('product list, page 1', 'administrator', productRoutes.list, always({})),
  listing('product list, page 1', 'owner', productRoutes.list, always({})),
  listing('product list, deep page', 'administrator', productRoutes.list, deepIn(productRoutes.list)),
  listing('product list, search', 'administrator', productRoutes.list, always(...productWords)),
  listing('product list, search', 'owner', productRoutes.list, always(...productWords)),
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
  listing('customer list, page 1', 'administrator', customerRoutes.list, always({})),
  listing('customer list, page 1', 'owner', customerRoutes.list, always({})),
  listing('customer list, by full name', 'administrator', customerRoutes.list, byName('full')),
  listing('stock levels, page 1', 'owner', inventoryRoutes.levels, always({})),
  asking('dashboard', 'administrator', 'figures', dashboardRoutes.data, async () => [{}]),
  asking('dashboard', 'owner', 'figures', dashboardRoutes.data, async () => [{}]),
  {
    ...asking('order step', 'administrator', 'step', orderRoutes.updateStatus, openOrders),
    putBack: putOrdersBack,
  },
  {
    name: 'new product with two sub-products, administrator',
    who: 'administrator',
    kind: 'write',
    routes: [productRoutes.create, subProductRoutes.saveEdit],
    prepare: newProducts,
    putBack: putProductsBack,
    run: async (call, target) => {
      const { product, packs } = target as NewProduct;
      const { _id } = (await call(productRoutes.create, { body: product })).data as { _id: string };
      return call(subProductRoutes.saveEdit, { body: { productId: _id, subProducts: packs } });
    },
  },
  asking('stock adjustment', 'administrator', 'write', inventoryRoutes.adjust, someLevels),
];

/** The statements of a list for few and for many rows: more for more would be one query per row. */
export async function statementsByRows(scenario: Scenario, call: Call, target: Target) {
  const noted: Got[] = [];
  for (const limit of [5, 100]) {
    await scenario.run(async (route, sent) => {
      const got = await call(route, { ...sent, body: { ...(sent?.body as object), limit } });
      noted.push(got);
      return got;
    }, target);
  }
  return { few: noted[0]!.statements, many: noted[1]!.statements };
}

/** Some targets, spread over all of them. */
export const spread = <T>(items: readonly T[], most: number): T[] =>
  Array.from({ length: Math.min(most, items.length) }, (_, index) =>
    pickBy(items, index / Math.min(most, items.length)),
  );
