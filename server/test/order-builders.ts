import type { HoursException } from '@aisle/contract/core/opening-hours';
import type { ApiScope } from '@aisle/contract/core/route';
import { coinRoutes } from '@aisle/contract/customers/coins';
import { type CustomerInput, customerRoutes } from '@aisle/contract/customers/customers';
import type { DeliverySlotRule } from '@aisle/contract/locations/delivery-terms';
import type { MainOrderInput, PlacedMainOrder } from '@aisle/contract/sales/main-orders/main-orders';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { OrderLinesEdit } from '@aisle/contract/sales/orders/order-lines';
import { afterStep, type Order, type SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { maxKeyLimit } from '@aisle/contract/system/api-keys';
import type { SettingsValues } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import { hashToken } from '../src/core/http/actor.ts';
import { newId } from '../src/core/ids.ts';
import { changePayment, paymentsOf } from '../src/sales/orders/money/order-payments.queries.ts';
import { lockOrder } from '../src/sales/orders/steps/order-steps.queries.ts';
import { confirmWhenCovered } from '../src/sales/orders/steps/order-steps.ts';
import { invalidateSettings } from '../src/system/settings/settings.service.ts';
import { addCategory, addProduct, receive } from './catalogue-builders.ts';
import { type Inside, openShop, type Person, type Shop } from './shop.ts';

interface LocationParts {
  name?: string;
  commissionRate?: number;
  deliveryFee?: { base: number; perMile: number; freeAbove?: number | null };
  minimumOrder?: number;
  acceptsPickup?: boolean;
  status?: boolean;
  openingHours?: Record<string, { opens: string; closes: string }[]>;
  hoursExceptions?: HoursException[];
  deliverySlots?: DeliverySlotRule;
}
/** A location in Austin with a commission of 10 % that delivers within 20 km. */
export async function addOrderLocation(shop: Inside, parts: LocationParts = {}): Promise<string> {
  const id = newId();
  await shop.look((tx) =>
    tx
      .insertInto('locations')
      .values({
        id,
        name: parts.name ?? `Location ${id}`,
        code: id,
        address: JSON.stringify({ line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' }),
        latitude: 30.2672,
        longitude: -97.7431,
        time_zone: 'America/Chicago',
        delivery_radius_km: 20,
        commission_rate: parts.commissionRate ?? 10,
        delivery_fee: parts.deliveryFee ? JSON.stringify(parts.deliveryFee) : null,
        minimum_order: parts.minimumOrder ?? null,
        accepts_pickup: parts.acceptsPickup ?? true,
        status: parts.status ?? true,
        opening_hours: JSON.stringify(parts.openingHours ?? {}),
        hours_exceptions: JSON.stringify(parts.hoursExceptions ?? []),
        delivery_slots: parts.deliverySlots ? JSON.stringify(parts.deliverySlots) : null,
      })
      .execute(),
  );
  return id;
}

interface GoodsParts {
  name?: string;
  /** The same as `name` by default. */
  productName?: string;
  price?: number;
  salePrice?: number;
  localPrice?: number;
  stock?: number;
  expiresOn?: string;
  byWeight?: boolean;
  minPerOrder?: number;
  maxPerOrder?: number;
  status?: boolean;
  assigned?: boolean;
  categoryId?: string;
  taxIds?: string[];
}
/** Adds a sub-product that a location sells, with this quantity in stock (100 by default). */
export async function addGoods(shop: Inside, locationId: string, parts: GoodsParts = {}): Promise<string> {
  const id = newId();
  const categoryId = parts.categoryId ?? (await addCategory(shop));
  const name = parts.name ?? `Goods ${id}`;
  const productName = parts.productName ?? name;
  const product_id = await addProduct(shop, {
    name: productName,
    categoryId,
    ...(parts.taxIds && { taxIds: parts.taxIds }),
  });
  await shop.look(async (tx) => {
    await tx
      .insertInto('sub_products')
      .values({
        id,
        product_id,
        name,
        sku: `SKU-${id}`,
        price: parts.price ?? 500,
        sale_price: parts.salePrice ?? null,
        unit: parts.byWeight ? 'lb' : 'each',
        sold_by_weight: parts.byWeight ?? false,
        min_per_order: parts.minPerOrder ?? null,
        max_per_order: parts.maxPerOrder ?? null,
        status: parts.status ?? true,
      })
      .execute();
    await tx
      .insertInto('location_sub_products')
      .values({
        location_id: locationId,
        sub_product_id: id,
        price: parts.localPrice ?? null,
        assigned: parts.assigned ?? true,
      })
      .execute();
  });
  const quantity = parts.stock ?? 100;
  if (quantity > 0) await receive(shop, locationId, id, { quantity, expiresOn: parts.expiresOn ?? null });
  return id;
}

let phones = 0;
export const newShopper = () => {
  phones += 1;
  return { firstName: 'Grace', lastName: 'Shopper', phone: `+1 512 555 ${String(phones).padStart(4, '0')}` };
};
export const addCustomer = (person: Person, parts: Partial<CustomerInput> = {}) =>
  person.do(customerRoutes.create, { body: { ...newShopper(), ...parts } });
export const giveCoins = (person: Person, customerId: string, coins: number) =>
  person.do(coinRoutes.adjust, { body: { customerId, coins, reason: 'Goodwill' } });
export const homeAddress = {
  line1: '9 Oak St',
  city: 'Austin',
  state: 'TX',
  postalCode: '78702',
  latitude: 30.2849,
  longitude: -97.7341,
};

type Wanted = Partial<MainOrderInput> & Pick<MainOrderInput, 'lines'>;
/** The fields of a cash order for delivery, with a new customer. */
export const basketOf = ({ lines, ...rest }: Wanted): MainOrderInput => ({
  ...(rest.customerId === undefined && { customer: newShopper() }),
  fulfilment: 'delivery',
  address: homeAddress,
  paymentType: 'cashOnDelivery',
  ...rest,
  lines,
});

export const place = (person: Person, wanted: Wanted): Promise<PlacedMainOrder> =>
  person.do(mainOrderRoutes.create, { body: basketOf(wanted) });

/** An order with one line, as a user sees it. */
export async function placeOne(
  person: Person,
  locationId: string,
  subProductId: string,
  rest: Partial<MainOrderInput> & { quantity?: number } = {},
): Promise<Order> {
  const { quantity = 2, ...more } = rest;
  const main = await place(person, { lines: [{ subProductId, locationId, quantity }], ...more });
  return viewOrder(person, main.orders[0]!._id);
}

export const viewOrder = (person: Person, id: string): Promise<Order> =>
  person.do(orderRoutes.view, { params: { id } });
export const cancelOrder = (person: Person, { _id: id }: Pick<Order, '_id'>, reason = 'No longer needed') =>
  person.do(orderRoutes.cancel, { params: { id }, body: { reason } });
/** Edits the lines of an order at its current version. */
export const editLines = (
  person: Person,
  { _id: id, version }: Pick<Order, '_id' | 'version'>,
  change: Omit<OrderLinesEdit, 'version'>,
): Promise<SteppedOrder> =>
  person.do(orderRoutes.editLines, { params: { id }, body: { version, ...change } });
/** Pays the due amount of an order by card, or in cash without a card. */
export const payOrder = (person: Person, { _id: id }: Pick<Order, '_id'>, token?: string) =>
  person.do(paymentRoutes.take, {
    params: { id },
    body: token ? { method: 'card', token } : { method: 'cash' },
  });

type OrderParts = NonNullable<Parameters<typeof placeOne>[3]> & { status?: OrderStatus };
/**
 * A new shop with a location and one item that it sells. Its manager has all permissions; `addOrder` places orders and advances
 * them.
 */
export async function openStore(parts: StoreParts = {}) {
  const shop = await openShop(parts.server);
  const manager = await shop.signIn();
  await decide(shop, { paymentTypes: everyPaymentType, ...parts.settings });
  const location = await addOrderLocation(shop, parts.location);
  const goods = await addGoods(shop, location, parts.goods);
  const addOrder = async ({ status = 'orderPlaced', ...rest }: OrderParts = {}): Promise<Order> =>
    advanceTo(manager, await placeOne(manager, location, goods, rest), status);
  return { shop, manager, location, goods, addOrder };
}
export const everyPaymentType = { cashOnDelivery: true, card: true, coins: true };
interface StoreParts {
  server?: Parameters<typeof openShop>[0];
  settings?: Partial<SettingsValues>;
  location?: LocationParts;
  goods?: GoodsParts;
}

/** The steps to each status that users take an order to, for a delivery by own staff or for a pickup. */
const way: Partial<Record<OrderStatus, readonly string[]>> = {
  orderPlaced: [],
  processing: ['processing'],
  prepared: ['processing', 'prepared'],
  awaitingForDelivery: ['processing', 'prepared', 'awaitingForDelivery'],
  pickup: ['processing', 'prepared', 'pickup'],
  outOfDelivery: ['processing', 'prepared', 'awaitingForDelivery', 'offQueue', 'outOfDelivery'],
  cancelled: ['cancelled'],
  rejected: ['rejected'],
};
export async function advanceTo(person: Person, order: Order, status: OrderStatus): Promise<Order> {
  const delivered = order.fulfilment === 'pickup' ? way.pickup : way.outOfDelivery;
  const steps = status === 'delivered' ? [...delivered!, 'delivered'] : way[status]!;
  let current = order;
  for (const step of steps) current = afterStep(current, await moveTo(person, current, step));
  return current;
}
export const moveTo = (person: Person, order: Pick<Order, '_id'>, status: string): Promise<SteppedOrder> =>
  person.do(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: status as OrderStatus },
  });

/** Pays the due amount like an unnamed gateway. False if the order isn't waiting for it, or a card operation is in progress. */
export const payFor = (shop: Shop, orderId: string, status: 'authorised' | 'captured' = 'captured') =>
  shop.look(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const due = (await paymentsOf(tx, order)).filter((payment) => payment.status === 'due');
    if (order.status !== 'pending' || due.some(({ isUnderWay }) => isUnderWay)) return false;
    for (const payment of due) {
      await changePayment(tx, order, payment.id, { status, reference: 'pay_1' });
      if (status === 'captured') order.paid += payment.amount;
    }
    return confirmWhenCovered(tx, order, 'Payment accepted');
  });

export async function decide(shop: Shop, values: Partial<SettingsValues>): Promise<void> {
  await shop.look(async (tx) => {
    invalidateSettings(tx);
    await tx
      .updateTable('settings')
      .set({ values: JSON.stringify(values) })
      .execute();
  });
}

/** The headers of a program with an API key. By default it is a storefront that can place orders. */
export async function addStorefront(
  shop: Inside,
  scopes: readonly ApiScope[] = ['orders'],
): Promise<Record<string, string>> {
  const secret = `key-${newId()}`;
  await shop.look((tx) =>
    tx
      .insertInto('api_keys')
      .values({
        id: newId(),
        name: 'Storefront',
        key_hash: hashToken(secret),
        prefix: secret.slice(0, 8),
        scopes: [...scopes],
        limit_per_minute: maxKeyLimit,
      })
      .execute(),
  );
  return { authorization: `Bearer ${secret}` };
}

/** Runs SQL with the server's rights, bypassing the rules of its code. */
export const runSql = <Row>(shop: Inside, query: string) =>
  shop.look(async (tx) => (await sql.raw<Row>(query).execute(tx)).rows);

/** The sums that an order posted to the ledger, by account and part, without zeros. */
export const booksOf = async (shop: Inside, orderId: string): Promise<Record<string, number>> => {
  const { rows } = await shop.look((tx) =>
    sql<{ name: string; amount: number }>`
      SELECT e.account || ' ' || e.part AS name, sum(e.amount)::bigint AS amount FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.order_id = ${orderId} GROUP BY 1 HAVING sum(e.amount) <> 0`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
};

export const stockOf = (shop: Inside, locationId: string, subProductId: string) =>
  shop.look(async (tx) => {
    const level = await tx
      .selectFrom('stock_levels')
      .select(['on_hand', 'reserved'])
      .where('location_id', '=', locationId)
      .where('sub_product_id', '=', subProductId)
      .executeTakeFirstOrThrow();
    return [level.on_hand, level.reserved] as const;
  });
