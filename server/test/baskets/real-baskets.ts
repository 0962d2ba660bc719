import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes, type PlacedMainOrder } from '@aisle/contract/sales/main-orders/main-orders';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkFile, runImported } from '../import-builders.ts';
import { checkInvariants } from '../invariants.ts';
import { addOrderLocation, decide, homeAddress } from '../order-builders.ts';
import { runGatewayOperations } from '../return-builders.ts';
import { openShop, type Person, type Shop } from '../shop.ts';
import { type Basket, type PublicGroceries, productFile, readPublicGroceries } from './public-groceries.ts';

// Sends every basket of a public list through intake and delivers it to its customer. The expected stock and ledger balances
// are calculated from the files alone.

const folder = process.env.GROCERIES_DIR ?? '';
const spare = 5;

let shop: Shop;
let manager: Person;
let groceries: PublicGroceries;
let locations: string[];
let storefront: Record<string, string>;
beforeAll(async () => {
  groceries = await readPublicGroceries(folder);
  shop = await openShop({ cardGateway: 'simulated' });
  manager = await shop.signIn();
  await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
});
afterAll(() => shop?.close());

let since: number;
beforeEach(() => {
  since = performance.now();
});
afterEach(({ task }) => {
  console.log(`${((performance.now() - since) / 1000).toFixed(1)} s: ${task.name}`);
});

/** The outcome of a basket; the same on every call. */
interface Wanted extends Basket {
  fulfilment: 'delivery' | 'pickup';
  paymentType: 'cashOnDelivery' | 'card';
  /** The location of the purchase; sometimes the second half comes from another one. */
  parts: { locationId: string; skus: string[] }[];
}
function wantedOf(basket: Basket): Wanted {
  const { id, customer, hour, skus } = basket;
  const at = (customer ?? id) % locations.length;
  const half = id % 9 === 0 && skus.length > 1 ? Math.ceil(skus.length / 2) : skus.length;
  const parts = [skus.slice(0, half), skus.slice(half)].map((some, index) => ({
    locationId: locations[(at + index) % locations.length]!,
    skus: some,
  }));
  return {
    ...basket,
    fulfilment: hour % 2 ? 'pickup' : 'delivery',
    paymentType: id % 4 ? 'cashOnDelivery' : 'card',
    parts: parts.filter((part) => part.skus.length > 0),
  };
}
/** In every tenth larger basket, the first item isn't on the shelf. */
const isMissing = ({ id }: Basket, { skus }: { skus: string[] }, sku: string): boolean =>
  id % 10 === 0 && skus.length > 1 && sku === skus[0];

const counted = (keys: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};
const allParts = () =>
  groceries.baskets.map(wantedOf).flatMap((basket) => basket.parts.map((part) => ({ basket, part })));

/** Works on several baskets at once, like a shop with several clerks. */
async function runConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

test('the list is imported: each product once, below its department and aisle', async () => {
  await shop.jobs.start();
  const checked = await checkFile(manager, productFile(groceries.goods), {
    mapping: {
      sku: 'product_id',
      name: 'product_name',
      category: 'department',
      subCategory: 'aisle',
      price: 'price_cents',
      barcode: 'ean_code',
    },
    options: { priceUnit: 'cents', skuPrefix: 'P' },
  });
  const done = await runImported(manager, checked).finally(() => shop.jobs.stop());

  expect(checked.counts).toMatchObject({ new: groceries.goods.length, errors: 0 });
  expect(done.counts).toMatchObject({ new: groceries.goods.length, errors: 0 });
  const { rows } = await shop.db.owner.query<{ departments: number; aisles: number }>(`
    SELECT count(*) FILTER (WHERE parent_id IS NULL)::int AS departments,
      count(*) FILTER (WHERE parent_id IS NOT NULL)::int AS aisles FROM categories`);
  expect(rows[0]).toEqual({
    departments: new Set(groceries.goods.map(({ department }) => department)).size,
    aisles: new Set(groceries.goods.map(({ department, aisle }) => `${department} > ${aisle}`)).size,
  });
});

test('three locations sell all of it, and receive what will be asked of them in two deliveries', async () => {
  locations = [await addOrderLocation(shop), await addOrderLocation(shop), await addOrderLocation(shop)];
  await manager.do(locationRoutes.assignByFilter, {
    body: { locationIds: locations, filters: { all: true }, assigned: true },
  });
  const requested = counted(
    allParts().flatMap(({ part }) => part.skus.map((sku) => `${part.locationId} ${sku}`)),
  );

  for (const locationId of locations) {
    const wanted = groceries.goods.map(({ sku, price }) => ({
      sku,
      costPrice: Math.floor(price * 0.6),
      quantity: requested.get(`${locationId} ${sku}`) ?? 0,
    }));
    const later = wanted.map((row) => ({ ...row, quantity: spare, expiresOn: '2099-06-30' }));
    const sooner = wanted
      .map((row) => ({ ...row, expiresOn: '2099-01-31' }))
      .filter((row) => row.quantity > 0);
    for (const rows of [later, sooner]) {
      const received = await manager.do(inventoryRoutes.bulkCreate, { body: { locationId, rows } });
      expect(received).toMatchObject({ accepted: rows.length, rejected: [] });
    }
  }
});

const placed = new Map<number, PlacedMainOrder>();

test('every basket comes in through intake, once however often it is sent', async () => {
  const { key } = await manager.do(apiKeyRoutes.create, {
    body: { name: 'Storefront', scopes: ['orders', 'catalogue'] },
  });
  storefront = { authorization: `Bearer ${key}` };

  await runConcurrently(groceries.baskets.map(wantedOf), async (basket) => {
    const [first, again] = await Promise.all([
      placeBasket(basket),
      basket.id % 20 === 0 ? placeBasket(basket) : undefined,
    ]);
    if (again) expect(again).toEqual(first);
    expect(first.orders).toHaveLength(basket.parts.length);
    placed.set(basket.id, first);
    if (basket.paymentType === 'card') await payByCard(basket, first);
  });

  await runGatewayOperations(shop);
  expect(await countsByStatus()).toEqual({ orderPlaced: allParts().length });
});

async function placeBasket(basket: Wanted): Promise<PlacedMainOrder> {
  const { id, customer, fulfilment, paymentType, parts } = basket;
  return shop.anonymous.do(mainOrderRoutes.create, {
    headers: { ...storefront, 'idempotency-key': `basket-${id}` },
    body: {
      customer: {
        firstName: 'Customer',
        lastName: customer === null ? `of basket ${id}` : String(customer),
        phone: `+1 512 ${String(customer ?? 5_000_000 + id).padStart(7, '0')}`,
      },
      fulfilment,
      ...(fulfilment === 'delivery' && { address: homeAddress }),
      paymentType,
      externalId: String(id),
      lines: parts.flatMap(({ locationId, skus }) => skus.map((sku) => ({ sku, quantity: 1, locationId }))),
    },
  });
}

async function payByCard({ id }: Basket, { _id }: PlacedMainOrder): Promise<void> {
  await shop.anonymous.do(paymentRoutes.confirm, {
    headers: { ...storefront, 'idempotency-key': `card-${id}` },
    params: { id: _id },
    body: { token: 'tok_ok' },
  });
}

test('every order is picked, some a little short, and brought or fetched', async () => {
  await runConcurrently(groceries.baskets.map(wantedOf), async (basket) => {
    for (const { _id } of placed.get(basket.id)!.orders) await bring(basket, _id);
  });

  await runGatewayOperations(shop);
  expect(await countsByStatus()).toEqual({ delivered: allParts().length });
});

async function bring(basket: Wanted, _id: string): Promise<void> {
  const params = { id: _id };
  const take = (status: string): Promise<SteppedOrder> =>
    manager.do(orderRoutes.updateStatus, { params, body: { status: status as OrderStatus } });
  const { lines, locationId, version } = await take('processing');
  const part = basket.parts.find((one) => one.locationId === locationId)!;
  expect(lines.map(({ sku }) => sku).sort()).toEqual([...part.skus].sort());
  const missing = lines.filter(({ sku }) => isMissing(basket, part, sku));
  if (missing.length > 0) {
    const picks = missing.map((line) => ({ lineId: line._id, pickedQuantity: 0 }));
    await manager.do(orderRoutes.editLines, { params, body: { version, lines: picks } });
  }
  const ready =
    basket.fulfilment === 'pickup' ? ['pickup'] : ['awaitingForDelivery', 'offQueue', 'outOfDelivery'];
  for (const status of ['prepared', ...ready, 'delivered']) await take(status);
}

async function countsByStatus(): Promise<Record<string, number>> {
  const { rows } = await shop.db.owner.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int FROM orders GROUP BY 1',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

test('shelves, books and coins hold what the files say, and every invariant', async () => {
  const prices = new Map(groceries.goods.map(({ sku, price }) => [sku, price]));
  const picked = allParts().flatMap(({ basket, part }) =>
    part.skus.filter((sku) => !isMissing(basket, part, sku)).map((sku) => ({ sku, at: part.locationId })),
  );
  const missing = counted(
    allParts().flatMap(({ basket, part }) =>
      part.skus.filter((sku) => isMissing(basket, part, sku)).map((sku) => `${part.locationId} ${sku}`),
    ),
  );

  const { rows: levels } = await shop.db.owner.query<{ key: string; on_hand: string; reserved: string }>(`
    SELECT l.location_id || ' ' || s.sku AS key, l.on_hand, l.reserved
    FROM stock_levels l JOIN sub_products s ON s.id = l.sub_product_id`);
  expect(levels).toHaveLength(groceries.goods.length * locations.length);
  // Received stock includes the ordered items and some more: the extra items and those that weren't found remain.
  const wrong = levels.filter(
    ({ key, on_hand, reserved }) =>
      Number(on_hand) !== spare + (missing.get(key) ?? 0) || Number(reserved) !== 0,
  );
  expect(wrong.slice(0, 5)).toEqual([]);

  const { rows: sums } = await shop.db.owner.query<{
    items: string;
    total: string;
    paid: string;
    booked: string;
  }>(`
    SELECT sum(items_total) AS items, sum(total) AS total, sum(paid) AS paid,
      (SELECT sum(amount) FROM ledger_entries WHERE account = 'customerPayments') AS booked FROM orders`);
  const [{ items, total, paid, booked }] = sums as [(typeof sums)[number]];
  expect(Number(items)).toBe(picked.reduce((sum, { sku }) => sum + prices.get(sku)!, 0));
  expect([Number(paid), Number(booked)]).toEqual([Number(total), Number(total)]);
  await shop.look(checkInvariants);
  console.log(
    `${groceries.goods.length} products, ${placed.size} baskets, ${allParts().length} orders of ${picked.length} goods, ${(Number(total) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })} in the books.`,
  );
});
