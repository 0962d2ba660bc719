import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { type VendorClaim, vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  homeAddress,
  newShopper,
  place,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund, dayAgo, returnRefund } from '../../../test/payable-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const finance = await shop.signIn();
const locations = [
  await addOrderLocation(shop, { deliveryFee: { base: 499, perMile: 0 } }),
  await addOrderLocation(shop, { deliveryFee: { base: 350, perMile: 0 } }),
];
const stock = 1_000_000;
const goodsAt = await Promise.all(
  locations.map(async (location) => ({
    location,
    yogurt: await addGoods(shop, location, { price: 333, stock }),
    soup: await addGoods(shop, location, { price: 287, stock }),
    cheese: await addGoods(shop, location, { price: 1243, stock, byWeight: true }),
  })),
);

/** A vendor that pays a part of a set, all of a bundle, and parts of discounts on weighed items and on the delivery. */
async function addVendor(): Promise<string> {
  const { _id: vendorId } = await finance.do(vendorRoutes.create, { body: { name: `Vendor ${newId()}` } });
  const all = (kind: 'yogurt' | 'soup' | 'cheese') => ({
    subProductIds: goodsAt.map((goods) => goods[kind]),
  });
  const funding = (vendor: number) => ({ marketplace: 100 - vendor, location: 0, vendor, vendorId });
  await Promise.all([
    publishPromotion(finance, {
      reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
      goods: all('yogurt'),
      funding: funding(33.333),
    }),
    publishPromotion(finance, {
      reward: { kind: 'bundle', quantity: 2, price: 500 },
      goods: all('soup'),
      funding: funding(100),
    }),
    publishPromotion(finance, {
      reward: { kind: 'percent', percent: 15 },
      goods: all('cheese'),
      funding: funding(66.6),
    }),
    publishPromotion(finance, {
      reward: { kind: 'amount', amount: 111, per: 'order' },
      goods: all('yogurt'),
      funding: funding(50),
    }),
    publishPromotion(finance, { reward: { kind: 'delivery', amount: 301 }, funding: funding(33) }),
  ]);
  return vendorId;
}
const vendorId = await addVendor();

const amount = fc.integer({ min: 0, max: 5 });
const event = fc.oneof(
  fc.record({
    kind: fc.constant('deliver' as const),
    place: fc.nat(1),
    fulfilment: fc.constantFrom('pickup' as const, 'delivery' as const),
    quantities: fc.tuple(amount, amount, amount).filter((some) => some.some((one) => one > 0)),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    order: fc.nat(),
    line: fc.nat(2),
    part: fc.constantFrom('quantity' as const, 'amount' as const, 'fee' as const, 'all' as const),
    wanted: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('return' as const),
    order: fc.nat(),
    percent: fc.constantFrom(100, 100, 37, 50),
  }),
  fc.record({ kind: fc.constant('claim' as const) }),
  fc.record({ kind: fc.constant('settle' as const), claim: fc.nat() }),
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;
type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

const orders: Order[] = [];

async function deliver({ place: index, fulfilment, quantities }: EventOf<'deliver'>): Promise<void> {
  const { location, yogurt, soup, cheese } = goodsAt[index]!;
  const lines = [yogurt, soup, cheese].flatMap((subProductId, at) =>
    quantities[at]! > 0 ? [{ subProductId, locationId: location, quantity: quantities[at]! }] : [],
  );
  const where = fulfilment === 'delivery' ? { address: homeAddress } : {};
  const placed = await place(finance, { lines, fulfilment, ...where, customer: newShopper() });
  const order = await viewOrder(finance, placed.orders[0]!._id);
  orders.push(await advanceTo(finance, order, 'delivered'));
}

/** Refunds a part of an order, unless it was refunded before. */
async function refund({ order: index, line, part, wanted }: EventOf<'refund'>): Promise<void> {
  const order = orders[index % Math.max(1, orders.length)];
  if (!order) return;
  const { _id: lineId } = order.lines[line % order.lines.length]!;
  const body = {
    quantity: { lines: [{ lineId, quantity: wanted }] },
    amount: { lines: [{ lineId, amount: wanted * 97 }] },
    fee: { deliveryFee: wanted * 61 },
    all: {},
  }[part];
  const params = { id: order._id };
  const opened = await finance.call(refundRoutes.create, { params, body: { reason: 'Stale', ...body } });
  expect([200, 400, 409]).toContain(opened.status);
  if (opened.status === 200 && opened.data.status !== 'refunded')
    await completeRefund(finance, opened.data._id);
}

/** The bank returns a part of a paid refund, or staff pay the returned part again. */
async function returnOrRepay({ order: index, percent }: EventOf<'return'>): Promise<void> {
  const order = orders[index % Math.max(1, orders.length)];
  const refunds = order ? (await viewOrder(finance, order._id)).refunds : [];
  const refund = refunds.find(({ amount: cents }) => cents > 0);
  if (!order || !refund) return;
  const { _id: id, status } = refund;
  if (status !== 'refundFailed') return returnRefund(shop, { orderId: order._id, refundId: id, percent });
  await finance.do(refundRoutes.updateStatus, { params: { id }, body: { status: 'refundInitiated' } });
  await completeRefund(finance, id);
}

async function claim(): Promise<void> {
  const before = await finance.do(vendorClaimRoutes.preview, { body: { vendorId } });
  const made = await finance.call(vendorClaimRoutes.create, { body: { vendorId, to: dayAgo() } });
  expect(made.status).toBe(before.amount > 0 ? 200 : 409);
  if (made.status !== 200) return;
  const { data } = made;
  const { orders: count, promotions } = await finance.do(vendorClaimRoutes.view, {
    params: { id: data._id },
  });
  expect({ amount: data.amount, orders: count, promotions }).toEqual({
    amount: before.amount,
    orders: before.orders,
    promotions: before.promotions,
  });
  expect(promotions.reduce((sum, one) => sum + one.amount, 0)).toBe(data.amount);
}

async function settle(claims: readonly VendorClaim[], { claim: index }: EventOf<'settle'>): Promise<void> {
  const one = claims[index % Math.max(1, claims.length)];
  if (!one) return;
  const { status } = await finance.call(vendorClaimRoutes.settle, {
    params: { id: one._id },
    body: {
      amount: one.amount,
      method: 'check',
      reference: '4711',
      paidOn: dayAgo(),
      version: one.version,
    },
  });
  expect(status).toBe(one.status === 'open' ? 200 : 409);
}

const claimsOf = async (): Promise<VendorClaim[]> =>
  (await finance.do(vendorClaimRoutes.list, { body: { limit: 100, filters: { vendorId } } })).records;

/** Compares claims, the rest and payments with the entries of the vendor. */
async function checkBalance(): Promise<void> {
  const claims = await claimsOf();
  const { amount: unclaimed } = await finance.do(vendorClaimRoutes.preview, { body: { vendorId } });
  const [ledger] = await runSql<{ owed: number; paid: number }>(
    shop,
    `SELECT coalesce(sum(amount) FILTER (WHERE part <> 'payment'), 0)::bigint AS owed,
      coalesce(-sum(amount) FILTER (WHERE part = 'payment'), 0)::bigint AS paid
    FROM ledger_entries WHERE account = 'vendorClaims' AND vendor_id = '${vendorId}'`,
  );
  const sum = (some: readonly VendorClaim[]) => some.reduce((total, one) => total + one.amount, 0);
  expect({
    owed: sum(claims) + unclaimed,
    paid: sum(claims.filter(({ status }) => status === 'settled')),
  }).toEqual(ledger);
}

test('keeps claims, payments and the rest equal to the ledger in random lives', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 10 }), async (events) => {
      for (const one of events) {
        seen.add(one.kind);
        if (one.kind === 'deliver') await deliver(one);
        else if (one.kind === 'refund') await refund(one);
        else if (one.kind === 'return') await returnOrRepay(one);
        else if (one.kind === 'claim') await claim();
        else await settle(await claimsOf(), one);
        await checkBalance();
      }
    }),
    { numRuns: 12, seed: 41, endOnFailure: true },
  );
  await claim();
  await checkBalance();

  await shop.look((tx) => checkInvariants(tx));
  const claims = await claimsOf();
  expect([...seen].sort()).toEqual(['claim', 'deliver', 'refund', 'return', 'settle']);
  expect(claims.filter(({ status }) => status === 'settled').length).toBeGreaterThan(1);
}, 120_000);
