import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { discountsAt } from '@aisle/contract/sales/promotions/promotion-discounts';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTax } from '../../../../test/catalogue-builders.ts';
import { checkInvariants } from '../../../../test/invariants.ts';
import {
  addGoods,
  advanceTo,
  booksOf,
  cancelOrder,
  homeAddress,
  moveTo,
  newShopper,
  openStore,
  place,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund } from '../../../../test/payable-builders.ts';
import { publishPromotion } from '../../../../test/promotion-builders.ts';
import { stepTo } from '../../../../test/return-builders.ts';
import { newId } from '../../../core/ids.ts';

const { shop, manager, location } = await openStore({ location: { deliveryFee: { base: 499, perMile: 0 } } });
const taxIds = [await addTax(shop, 8.25)];
const stock = 1_000_000;
const yogurt = await addGoods(shop, location, { name: 'Yogurt', price: 333, stock, taxIds });
const berries = await addGoods(shop, location, { name: 'Berries', price: 719, stock });
const soup = await addGoods(shop, location, { name: 'Soup', price: 287, stock, taxIds });
const cheese = await addGoods(shop, location, { name: 'Cheese', price: 1243, stock, byWeight: true, taxIds });
const goods = [yogurt, berries, soup, cheese];

const [vendor] = await runSql<{ id: string }>(
  shop,
  `INSERT INTO vendors (id, name) VALUES ('${newId()}', 'Dairy') RETURNING id`,
);
const vendorId = vendor!.id;
const budget = 20_000;
const promotions = await Promise.all([
  publishPromotion(manager, {
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
    goods: { subProductIds: [yogurt, berries] },
    funding: { marketplace: 50, location: 20, vendor: 30, vendorId },
    limits: { uses: 1000, budget: 10_000_000 },
  }),
  publishPromotion(manager, {
    label: '2 for $5',
    reward: { kind: 'bundle', quantity: 2, price: 500 },
    goods: { subProductIds: [soup, yogurt] },
    funding: { marketplace: 0, location: 0, vendor: 100, vendorId },
  }),
  publishPromotion(manager, {
    label: '15% off cheese',
    reward: { kind: 'percent', percent: 15, maxAmount: 300 },
    goods: { subProductIds: [cheese] },
    funding: { marketplace: 33.333, location: 33.333, vendor: 33.334, vendorId },
  }),
  publishPromotion(manager, {
    label: '$2 off',
    reward: { kind: 'amount', amount: 200, per: 'order' },
    conditions: { minGoods: 2000 },
    funding: { marketplace: 0, location: 100, vendor: 0 },
  }),
  publishPromotion(manager, {
    label: 'Free soup',
    reward: { kind: 'percent', percent: 100 },
    goods: { subProductIds: [soup] },
    codes: { kind: 'shared', code: 'FREESOUP' },
    limits: { budget },
    funding: { marketplace: 50, location: 50, vendor: 0 },
  }),
  publishPromotion(manager, {
    label: '$3 off delivery',
    reward: { kind: 'delivery', amount: 300 },
    funding: { marketplace: 0, location: 67, vendor: 33, vendorId },
  }),
  publishPromotion(manager, {
    label: '2x coins',
    reward: { kind: 'coins', multiplier: 2 },
    funding: { marketplace: 50, location: 50, vendor: 0 },
  }),
]);

const quantity = fc.integer({ min: 0, max: 5 });
const line = fc.nat(3);
const life = fc.record({
  quantities: fc
    .array(quantity, { minLength: 4, maxLength: 4 })
    .filter((some) => some.some((one) => one > 0)),
  fulfilment: fc.constantFrom('pickup' as const, 'delivery' as const),
  hasCode: fc.boolean(),
  edits: fc.array(fc.record({ line, quantity, isCancelled: fc.boolean() }), { maxLength: 3 }),
  picks: fc.array(fc.record({ line, part: fc.integer({ min: 0, max: 100 }), isSubstituted: fc.boolean() }), {
    maxLength: 3,
  }),
  end: fc.constantFrom('cancelled', 'rejected', 'delivered', 'delivered', 'delivered'),
  back: fc.array(
    fc.record({
      kind: fc.constantFrom('return', 'replace', 'quantity', 'amount'),
      line,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 4 },
  ),
});
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

const take = <T>(some: readonly T[], index: number): T | undefined => some[index % Math.max(1, some.length)];
const deliveredOf = (one: Order['lines'][number]) => (one.removed ? 0 : (one.pickedQuantity ?? one.quantity));

async function placeAsQuoted({ quantities, fulfilment, hasCode }: Life): Promise<Order> {
  const basket = {
    lines: quantities.flatMap((ordered, index) =>
      ordered > 0 ? [{ subProductId: goods[index]!, locationId: location, quantity: ordered }] : [],
    ),
    fulfilment,
    ...(hasCode && { codes: ['FREESOUP'] }),
  };
  const where = fulfilment === 'delivery' ? { address: homeAddress } : {};
  const quoted = await manager.do(mainOrderRoutes.quote, { body: { ...basket, ...where } });
  const placed = await place(manager, { ...basket, ...where, customer: newShopper() });
  const order = await viewOrder(manager, placed.orders[0]!._id);
  expect([order.total, order.discountTotal, order.discounts.length]).toEqual([
    quoted.total,
    quoted.discountTotal,
    quoted.discounts.length,
  ]);
  return order;
}

/** Changes quantities before picking. Each preview says what the change does. */
async function edit(order: Order, edits: Life['edits']): Promise<Order> {
  let current = order;
  const params = { id: order._id };
  for (const { line: index, quantity: wanted, isCancelled } of edits) {
    const open = current.lines.filter(({ removed }) => !removed);
    const { _id: lineId, quantity: ordered } = take(open, index)!;
    if (isCancelled && (open.length > 1 || wanted < ordered)) {
      const lines = [{ lineId, quantity: Math.max(1, Math.min(wanted, ordered)) }];
      const plan = await manager.do(orderRoutes.cancelPlan, { params, body: { lines } });
      current = await viewOrder(manager, current._id);
      const after = await manager.do(orderRoutes.cancel, { params, body: { reason: 'Too many', lines } });
      // An order that ends keeps its total.
      if (after.status !== 'cancelled') expect(plan.total).toBe(after.total);
      expect(plan.amount).toBe(current.total - plan.total);
    } else {
      const lines = [{ lineId, quantity: Math.max(1, wanted) }];
      const plan = await manager.do(orderRoutes.editPlan, { params, body: { lines } });
      const body = { version: current.version, lines };
      const after = await manager.do(orderRoutes.editLines, { params, body });
      const { itemsTotal, discountTotal, taxTotal, deliveryFee, total } = plan;
      expect(after).toMatchObject({ itemsTotal, discountTotal, taxTotal, deliveryFee, total });
    }
    current = await viewOrder(manager, current._id);
    if (current.status === 'cancelled') break;
  }
  return current;
}

/** Picks less of some lines, weighs the cheese, and substitutes what is missing. */
async function pick(order: Order, picks: Life['picks']): Promise<Order> {
  await advanceTo(manager, order, 'processing');
  let current = await viewOrder(manager, order._id);
  const substitute = await addGoods(shop, location, { price: 250, stock, taxIds });
  for (const { line: index, part, isSubstituted } of picks) {
    const open = current.lines.filter(
      ({ removed, pickedQuantity, addedByStaff }) => !removed && pickedQuantity === null && !addedByStaff,
    );
    const one = take(open, index);
    if (!one) break;
    const share = (one.quantity * part) / 100;
    const pickedQuantity = one.soldByWeight ? Math.round(share * 1000) / 1000 : Math.floor(share);
    const isKnown = current.lines.some(({ subProductId }) => subProductId === substitute);
    const missing = one.soldByWeight ? 0 : one.quantity - pickedQuantity;
    const lines = [
      {
        lineId: one._id,
        pickedQuantity,
        ...(isSubstituted && !isKnown && missing > 0 && { substituteId: substitute, quantity: missing }),
      },
    ];
    await manager.do(orderRoutes.editLines, {
      params: { id: order._id },
      body: { version: current.version, lines },
    });
    current = await viewOrder(manager, order._id);
  }
  return current;
}

async function handOver(order: Order): Promise<void> {
  const steps =
    order.fulfilment === 'pickup' ? ['pickup'] : ['awaitingForDelivery', 'offQueue', 'outOfDelivery'];
  for (const step of ['prepared', ...steps, 'delivered']) await moveTo(manager, order, step);
}

async function completeRefunds(order: Order): Promise<Order> {
  const { refunds } = await viewOrder(manager, order._id);
  for (const { _id, status } of refunds) if (status !== 'refunded') await completeRefund(manager, _id);
  return viewOrder(manager, order._id);
}

/** Refunds or returns a part of a line. */
async function comeBack(order: Order, { kind, line: index, quantity: wanted }: Life['back'][number]) {
  const one = take(
    order.lines.filter((some) => deliveredOf(some) > 0),
    index,
  );
  if (!one) return;
  const params = { id: order._id };
  const lineId = one._id;
  if (kind === 'quantity' || kind === 'amount') {
    const lines = [{ lineId, [kind]: kind === 'amount' ? wanted * 97 : wanted }];
    const { status } = await manager.send(refundRoutes.create, { params, body: { reason: 'Stale', lines } });
    expect([200, 400, 409]).toContain(status);
  } else {
    const lines = [{ lineId, quantity: Math.min(wanted, deliveredOf(one)) }];
    const body = { orderId: order._id, kind, lines };
    const request = await manager.call(returnRoutes.create, { body });
    expect([200, 400, 409]).toContain(request.status);
    if (request.status !== 200) return;
    for (const step of ['approved', 'received', kind === 'return' ? 'returned' : 'replaced'] as const) {
      await stepTo(manager, request.data, step);
    }
  }
}

/** Compares the parts that the sale posted with the lines. */
async function checkFunding(order: Order): Promise<void> {
  const parts = order.lines.flatMap((one) => discountsAt(one, deliveredOf(one)));
  for (const { amount, funded } of parts) {
    expect(funded.marketplace + funded.location + funded.vendor).toBe(amount);
  }
  const sum = (funder: 'marketplace' | 'location' | 'vendor') =>
    parts.reduce((total, { funded }) => total + funded[funder], 0);
  const isFree = order.fulfilment === 'pickup';
  const books = await runSql<{ account: string; amount: number }>(
    shop,
    `SELECT e.account, sum(e.amount)::bigint AS amount FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.order_id = '${order._id}' AND j.kind = 'sale' AND e.part = 'promotion' GROUP BY 1`,
  );
  const posted = (account: string) => books.find((one) => one.account === account)?.amount ?? 0;
  const ofDelivery = isFree ? 0 : posted('deliveryIncome');
  expect(posted('discounts')).toBe(sum('marketplace') + ofDelivery);
  expect(posted('locationPayable')).toBe(sum('location'));
  expect(posted('vendorClaims')).toBe(sum('vendor'));
}

test('keeps money, funders and limits exact in random lives of orders with promotions', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(life, async (wanted) => {
      let order = await edit(await placeAsQuoted(wanted), wanted.edits);
      for (const { promotionId } of order.discounts.filter((one) => one.source === 'promotion')) {
        seen.add(promotionId);
      }
      await shop.look(checkInvariants);
      if (wanted.end !== 'delivered' || order.status === 'cancelled') {
        if (wanted.end === 'rejected') await advanceTo(manager, order, 'rejected');
        else if (order.status !== 'cancelled') await cancelOrder(manager, order);
        await shop.look(checkInvariants);
        return;
      }
      order = await pick(order, wanted.picks);
      if (order.lines.every((one) => deliveredOf(one) === 0)) return;
      await handOver(order);
      order = await viewOrder(manager, order._id);
      await shop.look(checkInvariants);
      await checkFunding(order);

      for (const back of wanted.back) {
        await comeBack(order, back);
        order = await completeRefunds(order);
      }
      await shop.look(checkInvariants);

      // The rest leaves nothing in the books but money that came in and went out.
      await manager.send(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Recalled' } });
      order = await completeRefunds(order);
      await shop.look(checkInvariants);
      expect(order.refunded).toBe(order.paid);
      const books = await booksOf(shop, order._id);
      expect(Object.keys(books).filter((name) => !/ (payment|refund|earned)$/.test(name))).toEqual([]);
      const [uses] = await runSql<{ discount: number }>(
        shop,
        `SELECT coalesce(sum(discount_now), 0)::bigint AS discount FROM promotion_uses
          WHERE order_id = '${order._id}'`,
      );
      expect(uses!.discount).toBe(0);
    }),
    { numRuns: 40, interruptAfterTimeLimit: undefined },
  );
  expect(seen.size).toBe(promotions.length);
  const [limits] = await runSql<{ discount: number }>(
    shop,
    `SELECT discount_used AS discount FROM promotion_limits WHERE promotion_id = '${promotions[4]!._id}'`,
  );
  expect(limits!.discount).toBeLessThanOrEqual(budget);
}, 240_000);
