import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { addDays } from '@aisle/contract/core/dates';
import { type DiscountReportInput, reportRoutes } from '@aisle/contract/overview/reports';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  openStore,
  place,
  viewOrder,
} from '../../../test/order-builders.ts';
import { dayAgo, refundNow } from '../../../test/payable-builders.ts';
import { addSubscriber } from '../../../test/plan-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';

const {
  shop,
  manager,
  location: here,
} = await openStore({
  location: { name: 'Here', deliveryFee: { base: 500, perMile: 0 } },
});
const marketer = await shop.signIn();
const there = await addOrderLocation(shop, { name: 'There' });
const [apples, pears, plums] = [
  await addGoods(shop, here, { price: 1000 }),
  await addGoods(shop, there, { price: 1000 }),
  await addGoods(shop, here, { price: 1000 }),
];
const { _id: vendorId } = await marketer.do(vendorRoutes.create, { body: { name: 'Orchard' } });
const onFruit = await publishPromotion(marketer, {
  name: 'Fruit weeks',
  goods: { subProductIds: [apples, pears] },
  funding: { marketplace: 25, location: 25, vendor: 50, vendorId },
});
const onDelivery = await publishPromotion(marketer, {
  name: 'Half delivery',
  reward: { kind: 'delivery', percent: 50 },
  locationIds: [here],
  funding: { marketplace: 0, location: 100, vendor: 0 },
});
const { customerId } = await addSubscriber(shop, marketer, { discountPercent: 10 });

async function bought(subProductId: string, quantity: number, more: object = {}) {
  const locationId = subProductId === pears ? there : here;
  const wanted = { lines: [{ subProductId, locationId, quantity }], fulfilment: 'pickup' as const, ...more };
  const { orders } = await place(manager, wanted);
  return viewOrder(manager, orders[0]!._id);
}
// $2.00 off items and $2.50 off delivery.
const first = await advanceTo(manager, await bought(apples, 1, { fulfilment: 'delivery' }), 'delivered');
await refundNow(manager, first);
await bought(pears, 2);
await cancelOrder(manager, await bought(pears, 3));
// 20% and 10% of the rest, then 10% alone.
await bought(apples, 1, { customerId });
await bought(plums, 2, { customerId });

const period = { from: dayAgo(1), to: dayAgo(-1) };
const report = (body: Partial<z.input<typeof DiscountReportInput>> = {}, person = manager) =>
  person.do(reportRoutes.discount, { body: { ...period, ...body } });

test('sums the discounts of each promotion and of plans, before refunds', async () => {
  const { records, totals, totalRecords } = await report();

  expect(records).toMatchObject([
    {
      source: 'promotion',
      promotionId: onFruit._id,
      number: onFruit.number,
      name: 'Fruit weeks',
      orders: 3,
      itemDiscounts: 200 + 400 + 200,
      deliveryDiscounts: 0,
      discounts: 800,
      gross: 1050 + 1600 + 720,
      averageBasket: Math.round((1050 + 1600 + 720) / 3),
    },
    { source: 'subscription', promotionId: null, orders: 2, itemDiscounts: 80 + 200, gross: 720 + 1800 },
    { promotionId: onDelivery._id, orders: 1, itemDiscounts: 0, deliveryDiscounts: 250, discounts: 250 },
  ]);
  // Orders with two discounts count once.
  expect(totals).toMatchObject({ orders: 4, itemDiscounts: 1080, discounts: 1330, gross: 5170 });
  expect(totalRecords).toBe(3);
});

test('splits discounts by who pays them', async () => {
  const { records, totals } = await report();

  const paid = ({ paidByMarketplace, paidByLocations, paidByVendors }: typeof totals) => [
    paidByMarketplace,
    paidByLocations,
    paidByVendors,
  ];
  // The marketplace pays for the plan.
  expect(records.map(paid)).toEqual([
    [200, 200, 400],
    [280, 0, 0],
    [0, 250, 0],
  ]);
  expect(paid(totals)).toEqual([480, 450, 400]);
});

test('equals the location report and the lists of orders', async () => {
  const { totals, records } = await report();
  const store = await manager.do(reportRoutes.store, { body: period });

  expect(store.totals).toMatchObject({
    discounts: totals.itemDiscounts,
    promotionDiscounts: 800,
    planDiscounts: 280,
    deliveryDiscounts: totals.deliveryDiscounts,
  });
  for (const { promotionId, orders, gross } of records) {
    if (promotionId === null) continue;
    const filters = { promotionId, isSale: true, fromDay: period.from, toDay: period.to };
    const listed = await manager.do(orderRoutes.list, { body: { filters } });
    expect([listed.totalRecords, listed.records.reduce((sum, { total }) => sum + total, 0)]).toEqual([
      orders,
      gross,
    ]);
  }
});

test('splits the discounts by location, sorted and in pages', async () => {
  const body = {
    groupBy: 'locationSource' as const,
    sort: { field: 'locationName' as const, order: 'desc' as const },
  };
  const { records } = await report(body);

  expect(records.map(({ locationName, name, discounts }) => [locationName, name, discounts])).toEqual([
    ['There', 'Fruit weeks', 400],
    ['Here', 'Fruit weeks', 400],
    ['Here', 'Half delivery', 250],
    ['Here', records.find(({ source }) => source === 'subscription')!.name, 280],
  ]);
  const pages = await Promise.all([1, 2].map((page) => report({ ...body, page, limit: 2 })));
  expect(pages.flatMap((page) => page.records)).toEqual(records);
  expect((await report({ locationIds: [there] })).totals).toMatchObject({ orders: 1, discounts: 400 });
});

test('compares with the preceding period', async () => {
  const before = { from: dayAgo(-1), to: addDays(dayAgo(-1), 2), compare: 'previous' as const };
  const { records, totals } = await report(before);

  expect(totals).toMatchObject({ orders: 0, discounts: 0, averageBasket: null, before: { discounts: 1330 } });
  const fruit = records.find(({ promotionId }) => promotionId === onFruit._id);
  expect(fruit).toMatchObject({ discounts: 0, before: { discounts: 800 } });
});

test('limits users of a location to its orders, also in the file', async () => {
  const owner = await shop.signIn({ permissions: ['location_report'], locations: [there] });

  const { records, totals, file } = await owner.do(reportRoutes.discount, {
    query: { format: 'csv' },
    body: { ...period, groupBy: 'locationSource' },
  });

  expect(records).toMatchObject([{ name: 'Fruit weeks', locationName: 'There', discounts: 400 }]);
  expect(totals).toMatchObject({ orders: 1, discounts: 400 });
  expect(file?.rows).toBe(1);
});

test('keeps the discounts of a promotion that no longer applies at the location', async () => {
  const { promotion } = await marketer.do(promotionRoutes.view, { params: { id: onFruit._id } });
  await marketer.do(promotionRoutes.edit, {
    params: { id: onFruit._id },
    body: { locationIds: [here], version: promotion.version },
  });
  const owner = await shop.signIn({ permissions: ['location_report'], locations: [there] });

  expect((await report({}, owner)).records).toMatchObject([
    { name: 'Promotion', number: null, promotionId: onFruit._id, discounts: 400 },
  ]);
});
