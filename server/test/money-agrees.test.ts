import { bookRoutes } from '@aisle/contract/finance/books';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { reportRoutes } from '@aisle/contract/overview/reports';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { expect, test } from 'vitest';
import { addTax } from './catalogue-builders.ts';
import { addGoods, addOrderLocation, advanceTo, decide, moveTo, placeOne, runSql } from './order-builders.ts';
import { dayAgo, refundNow, returnRefund, state } from './payable-builders.ts';
import { addSubscriber } from './plan-builders.ts';
import { publishPromotion } from './promotion-builders.ts';
import { deliver } from './return-builders.ts';
import { openShop } from './shop.ts';
import { addFundingVendor } from './vendor-builders.ts';

// Statements, reports, books and a location's balance agree for the same days, to the cent.

const statements: Statement[] = [];
/** The refunds of each location, with their tax. Banks returned all of one refund and half of another. */
const refunded = 517 + 301 + 210;
/** The plan discounts by location, which the marketplace funds. */
const offByPlan = new Map<string, number>();
/** The discounts of promotions on items, by location. */
const offByPromotions = new Map<string, number>();

const shop = await openShop();
const finance = await shop.signIn();
await decide(shop, {
  discountsFundedBy: 'location',
  coins: { earnPerDollar: 2, redeemCents: 1, expiryDays: null },
});
const taxIds = [await addTax(shop, 8.25)];
for (const commissionRate of [12.5, 7]) {
  const at = await addOrderLocation(shop, { commissionRate, deliveryFee: { base: 399, perMile: 10 } });
  const goods = await addGoods(shop, at, { price: 733, taxIds });
  for (const quantity of [1, 3, 4]) {
    const order = await deliver(finance, at, goods, { quantity });
    if (quantity === 3) await refundNow(finance, order, 517);
    if (quantity === 4) {
      for (const [amount, percent] of [
        [333, 100],
        [421, 50],
      ] as const) {
        const refundId = await refundNow(finance, order, amount);
        await returnRefund(shop, { orderId: order._id, refundId, percent });
      }
    }
  }
  const benefits = { discountPercent: 12.5, coinMultiplier: 2.5 };
  const { customerId } = await addSubscriber(shop, finance, benefits);
  const { discountTotal } = await deliver(finance, at, goods, { customerId, quantity: 3 });
  const early = await placeOne(finance, at, goods, { customerId, fulfilment: 'pickup' });
  await finance.do(paymentRoutes.take, { params: { id: early._id }, body: { method: 'cash' } });
  await refundNow(finance, await advanceTo(finance, early, 'pickup'), 301);
  await moveTo(finance, early, 'delivered');
  offByPlan.set(at, discountTotal + early.discountTotal);
  const promoted = await addGoods(shop, at, { price: 1000, taxIds });
  await publishPromotion(finance, {
    goods: { subProductIds: [promoted] },
    funding: { marketplace: 75, location: 25, vendor: 0 },
  });
  const reduced = await deliver(finance, at, promoted, { quantity: 2 });
  offByPromotions.set(at, reduced.discountTotal);
  await finance.do(statementRoutes.adjust, { body: { locationId: at, amount: -250, reason: 'Shelf fee' } });
  statements.push(await state(finance, at));
}

const period = { from: dayAgo(), to: dayAgo() };

test('shows the same amounts in the store report and the statements of its days', async () => {
  const report = await finance.do(reportRoutes.store, { body: { ...period, groupBy: 'location' } });

  for (const { locationId, goods, discounts, tax, commission, total, orders } of statements) {
    const row = report.records.find((row) => row.locationId === locationId)!;
    const ofPromotions = offByPromotions.get(locationId)!;
    const given = offByPlan.get(locationId)! + ofPromotions;
    expect(row).toMatchObject({
      orders,
      discounts: given,
      promotionDiscounts: ofPromotions,
      planDiscounts: offByPlan.get(locationId),
      commission: -commission,
      payout: total,
    });
    // Statements list refunds apart, and the report subtracts them from net sales and tax.
    const items = goods + discounts - given;
    expect(ofPromotions).toBe(400);
    expect(row.net).toBe(items - row.refundedSales!);
    expect(row.net! + row.tax!).toBe(items + tax - refunded);
  }
});

test('shows the same promotions in the store report and the ledger', async () => {
  const { totals } = await finance.do(reportRoutes.store, { body: { ...period, groupBy: 'location' } });

  const [posted] = await shop.sql<{ promotions: number; delivery: number }>`
    SELECT coalesce(sum(amount) FILTER (WHERE part = 'promotion'), 0)::bigint AS promotions,
      coalesce(sum(amount) FILTER (WHERE part = 'deliveryPromotion'), 0)::bigint AS delivery FROM ledger_entries`;
  const byDiscount = await finance.do(reportRoutes.discount, { body: period });
  const ofPromotions = byDiscount.records.filter(({ source }) => source === 'promotion');
  expect(ofPromotions.reduce((sum, { discounts }) => sum + discounts!, 0)).toBe(
    posted!.promotions + posted!.delivery,
  );
  expect(byDiscount.totals).toMatchObject({
    itemDiscounts: totals.discounts,
    deliveryDiscounts: totals.deliveryDiscounts,
  });
  expect([totals.promotionDiscounts, totals.deliveryDiscounts]).toEqual([
    posted!.promotions,
    posted!.delivery,
  ]);
  expect(posted!.promotions).toBe(800);
});

test('shows the same amounts in the trial balance and the statements, with a sum of zero', async () => {
  for (const { locationId, total } of statements) {
    const { records } = await finance.do(bookRoutes.trialBalance, {
      body: { ...period, groupBy: 'account', locationId },
    });
    const owed = records.find(({ account }) => account === 'locationPayable');
    expect([owed?.opening, owed?.closing]).toEqual([0, -total]);
    expect(records.reduce((sum, { closing }) => sum + closing, 0)).toBe(0);
  }
});

test('shows the same sections in an explained balance and its statement', async () => {
  for (const statement of statements) {
    const { balance, parts } = await finance.do(statementRoutes.explainBalance, {
      params: { id: statement.locationId },
    });
    expect(balance).toBe(statement.total);
    for (const { part, amount } of parts) expect(statement).toMatchObject({ [part]: amount });
  }
});

test("shows the location's part of promotions on its statement, report, balance and in the ledger", async () => {
  const here = await addOrderLocation(shop, { commissionRate: 10 });
  const { item } = await addFundingVendor(shop, finance, here, { locationIds: [here] });
  const order = await deliver(finance, here, item, { quantity: 3 });
  await deliver(finance, here, item, { quantity: 7 });
  await refundNow(finance, order, 667);

  const statement = await state(finance, here);
  const { days } = await finance.do(statementRoutes.tree, {
    params: { id: statement._id },
    query: { part: 'promotions' },
  });
  const { parts } = await finance.do(statementRoutes.explainBalance, { params: { id: here } });
  const { records: accounts } = await finance.do(bookRoutes.trialBalance, {
    body: { ...period, groupBy: 'account', locationId: here },
  });
  const report = await finance.do(reportRoutes.store, { body: { ...period, groupBy: 'location' } });
  const { totals } = await finance.do(reportRoutes.discount, { body: { ...period, locationIds: [here] } });
  const ledger = await runSql<{ part: string; amount: number }>(
    shop,
    `SELECT e.part, -sum(e.amount)::integer AS amount FROM ledger_entries e JOIN journals j ON j.id = e.journal_id
     WHERE e.location_id = '${here}' AND e.account = 'locationPayable' AND j.kind = 'sale' GROUP BY 1 ORDER BY 1`,
  );

  // The promotions take $10.00 and $20.00 off, of which the location pays a fifth.
  expect(statement).toMatchObject({ goods: 10_000, discounts: 0, promotions: -600, commission: -700 });
  expect(ledger).toEqual([
    { part: 'commission', amount: statement.commission },
    { part: 'earned', amount: statement.coins },
    { part: 'goods', amount: statement.goods },
    { part: 'promotion', amount: statement.promotions },
  ]);
  expect(days).toMatchObject([{ day: dayAgo(), orders: 2, total: -600 }]);
  expect(parts).toContainEqual({ part: 'promotions', amount: -600, entries: 2 });
  expect(accounts.find(({ account }) => account === 'locationPayable')?.closing).toBe(-statement.total);
  expect(report.records.find(({ locationId }) => locationId === here)).toMatchObject({
    discounts: 3000,
    payout: statement.total,
  });
  expect(totals).toMatchObject({ discounts: 3000, paidByLocations: -statement.promotions });
});
