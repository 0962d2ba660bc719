import type { OrderPage } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { auditRoutes } from '@aisle/contract/system/audit';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, addSubProduct } from '../../../test/catalogue-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  editLines,
  place,
  viewOrder,
} from '../../../test/order-builders.ts';
import { refundNow } from '../../../test/payable-builders.ts';
import {
  addPromotion,
  byMarketplace,
  promotionOf,
  publishPromotion,
  setStatus,
} from '../../../test/promotion-builders.ts';
import { openShop, type Person, refusal, refusedField } from '../../../test/shop.ts';
import { recordWebhooks } from '../../../test/webhook-builders.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop({ webhookAllowPrivate: true });
const admin = await shop.signIn();
const marketer = await shop.signIn({
  permissions: ['promotion_add', 'promotion_edit', 'promotion_delete'],
});
const [downtown, uptown] = [
  await addOrderLocation(shop, { name: 'Downtown' }),
  await addOrderLocation(shop, { name: 'Uptown' }),
];
const storeUser = await shop.signIn({
  permissions: ['promotion_add', 'promotion_edit', 'promotion_delete'],
  locations: [downtown],
});
const milk = { [downtown]: await addGoods(shop, downtown), [uptown]: await addGoods(shop, uptown) };

const view = (person: Person, id: string) => person.do(promotionRoutes.view, { params: { id } });
const edit = (person: Person, promotion: { _id: string; version: number }, body: object) =>
  person.call(promotionRoutes.edit, {
    params: { id: promotion._id },
    body: { version: promotion.version, ...body },
  });
const namesIn = async (person: Person, body: object) =>
  (await person.do(promotionRoutes.list, { body })).records.map(({ name }) => name);

const berries = await addCategory(shop, { name: 'Berries' });
const berriesAt = {
  [downtown]: await addGoods(shop, downtown, { price: 1000, categoryId: berries }),
  [uptown]: await addGoods(shop, uptown, { price: 1000, categoryId: berries }),
};
/** Half off berries is better than what other tests publish. */
const onBerries = {
  reward: { kind: 'percent', percent: 50 },
  goods: { categoryIds: [berries] },
} satisfies Parameters<typeof promotionOf>[0];

async function order(locationId: string, subProductId: string, quantity = 1) {
  const { orders } = await place(admin, {
    lines: [{ subProductId, locationId, quantity }],
    fulfilment: 'pickup',
  });
  return orders[0]!;
}
/** A placed order of berries. */
const use = (locationId: string, quantity?: number) => order(locationId, berriesAt[locationId]!, quantity);
// Promotions of other tests must not apply.
const endAll = () =>
  shop.look((tx) => sql`UPDATE promotions SET state = 'ended' WHERE state = 'active'`.execute(tx));
afterEach(endAll);

describe('a new promotion', () => {
  test('is a draft with defaults that mean none or all', async () => {
    const before = Date.now();
    const promotion = await addPromotion(marketer);

    expect(promotion).toMatchObject({
      status: 'draft',
      goods: { categoryIds: [], exclude: { tags: [] }, includeSale: true },
      conditions: { minGoods: 0, minQuantity: 0, firstOrder: false, fulfilment: null, postalCodes: [] },
      audience: { customerGroupIds: [], planIds: [], customerIds: [] },
      locationIds: null,
      schedule: { endsAt: null, weekly: [], by: 'placed' },
      limits: { uses: null, usesPerCustomer: null, budget: null },
      combines: { goods: true, order: true, delivery: true, plan: true },
      codes: { kind: 'none' },
      figures: { uses: 0, orders: 0, discount: 0, discountNow: 0, revenue: 0 },
      edition: 1,
      version: 1,
    });
    expect(promotion.number).toMatch(/^V-1\d{3}$/);
    expect(Date.parse(promotion.schedule.startsAt)).toBeGreaterThanOrEqual(before - 1000);
  });

  test.each([
    ['percent', { kind: 'percent', percent: 20, maxAmount: 1000 }],
    ['price', { kind: 'price', price: 249 }],
    ['bundle', { kind: 'bundle', quantity: 2, price: 500 }],
    ['buyGet', { kind: 'buyGet', buy: 2, get: 1, percent: 100, times: 3 }],
    ['amount', { kind: 'amount', amount: 1000, per: 'checkout' }],
    ['delivery', { kind: 'delivery', percent: 100 }],
    ['delivery', { kind: 'delivery', amount: 499 }],
    ['coins', { kind: 'coins', multiplier: 2 }],
    ['coins', { kind: 'coins', bonus: 50 }],
  ] as const)('takes a reward of the kind %s: %j', async (_, reward) => {
    expect((await addPromotion(marketer, { reward })).reward).toMatchObject(reward);
  });

  test('shows the names of the records that it refers to', async () => {
    const category = await addCategory(shop, { name: 'Soft fruit' });
    const brand = await addBrand(shop, 'Oatly');
    const product = await addProduct(shop, { name: 'Kefir' });
    const { _id } = await addPromotion(marketer, {
      goods: { categoryIds: [category], brandIds: [brand], exclude: { productIds: [product] } },
      locationIds: [downtown],
    });

    expect((await view(marketer, _id)).names).toEqual({
      [category]: 'Soft fruit',
      [brand]: 'Oatly',
      [product]: 'Kefir',
      [downtown]: 'Downtown',
    });
  });

  const vendor = { marketplace: 50, location: 0, vendor: 50, vendorId: newId() };
  const window = { day: 2, from: '06:00', to: '22:00' };
  test.each([
    [{ name: ' ' }, 'name'],
    [{ label: 'x'.repeat(61) }, 'label'],
    [{ reward: undefined }, 'reward'],
    [{ funding: undefined }, 'funding'],
    [{ reward: { kind: 'percent', percent: 100.5 } }, 'reward.percent'],
    [{ reward: { kind: 'percent', percent: -1 } }, 'reward.percent'],
    [{ reward: { kind: 'percent', percent: 1.2345 } }, 'reward.percent'],
    [{ reward: { kind: 'price', price: 0 } }, 'reward.price'],
    [{ reward: { kind: 'bundle', quantity: 0, price: 500 } }, 'reward.quantity'],
    [{ reward: { kind: 'buyGet', buy: 0, get: 1, percent: 100 } }, 'reward.buy'],
    [{ reward: { kind: 'buyGet', buy: 1, get: 0, percent: 100 } }, 'reward.get'],
    [{ reward: { kind: 'buyGet', buy: 1, get: 1, percent: 100, times: 0 } }, 'reward.times'],
    [{ reward: { kind: 'delivery', percent: 50, amount: 100 } }, 'reward.percent'],
    [{ reward: { kind: 'coins', multiplier: 1 } }, 'reward.multiplier'],
    [{ reward: { kind: 'raffle' } }, 'reward.kind'],
    [{ schedule: { startsAt: '2026-12-07T06:00:00Z', endsAt: '2026-12-04T06:00:00Z' } }, 'schedule.endsAt'],
    [{ schedule: { endsAt: '2020-12-04T06:00:00Z' } }, 'schedule.endsAt'],
    [{ schedule: { weekly: [{ ...window, to: '06:00' }] } }, 'schedule.weekly.0.to'],
    [{ schedule: { weekly: [{ ...window, day: 7 }] } }, 'schedule.weekly.0.day'],
    [{ funding: { marketplace: 50, location: 0, vendor: 0 } }, 'funding.marketplace'],
    [{ funding: { ...vendor, vendorId: null } }, 'funding.vendorId'],
    [{ funding: vendor }, 'funding.vendorId'],
    [{ funding: vendor, reward: { kind: 'coins', bonus: 5 } }, 'funding.vendor'],
    [{ goods: { categoryIds: [newId()] } }, 'goods.categoryIds.0'],
    [{ goods: { exclude: { brandIds: [newId()] } } }, 'goods.exclude.brandIds.0'],
    [
      { reward: { kind: 'buyGet', buy: 1, get: 1, percent: 50, getGoods: { productIds: [newId()] } } },
      'reward.getGoods.productIds.0',
    ],
    [{ audience: { customerIds: [newId()] } }, 'audience.customerIds.0'],
    [{ audience: { planIds: [newId()] } }, 'audience.planIds.0'],
    [{ audience: { customerGroupIds: [newId()] } }, 'audience.customerGroupIds.0'],
    [{ locationIds: [newId()] }, 'locationIds.0'],
    [{ locationIds: [] }, 'locationIds'],
    [{ limits: { uses: 0 } }, 'limits.uses'],
    [{ limits: { budget: 0 } }, 'limits.budget'],
    [{ codes: { kind: 'shared', code: 'A' } }, 'codes.code'],
    [{ codes: { kind: 'shared', code: 'SAVE 10' } }, 'codes.code'],
    [{ codes: { kind: 'shared' } }, 'codes.code'],
  ])('rejects %j at %s', async (parts, path) => {
    const refused = await marketer.send(promotionRoutes.create, { body: { ...promotionOf(), ...parts } });

    expect(refusedField(refused)).toEqual([400, path]);
  });

  test('reports every wrong field', async () => {
    const refused = await marketer.send(promotionRoutes.create, {
      body: promotionOf({ goods: { productIds: [newId()] }, locationIds: [newId()] }),
    });

    expect(refused.paths.toSorted()).toEqual(['goods.productIds.0', 'locationIds.0']);
  });
});

describe('editing', () => {
  test('replaces only the fields that are sent', async () => {
    const promotion = await addPromotion(marketer, {
      conditions: { minGoods: 4000 },
      limits: { budget: 500_000 },
      codes: { kind: 'shared', code: 'EDIT-ME' },
    });
    const { data } = await edit(marketer, promotion, { name: 'New name', limits: { uses: 5 } });

    expect(data).toEqual({
      ...promotion,
      name: 'New name',
      limits: { uses: 5, usesPerCustomer: null, budget: null },
      updatedAt: data.updatedAt,
      version: 2,
    });
  });

  test('changes the edition in place until an order used it, and then creates a new one', async () => {
    const promotion = await publishPromotion(marketer, onBerries);
    const changed = await edit(marketer, promotion, { reward: { kind: 'percent', percent: 30 } });
    expect(changed.data.edition).toBe(1);

    await use(downtown);
    const renamed = await edit(marketer, changed.data, { name: 'Only the name', limits: { uses: 10 } });
    expect(renamed.data.edition).toBe(1);

    const next = await edit(marketer, renamed.data, { combines: { plan: false } });
    const { editions } = await view(marketer, promotion._id);
    expect(next.data.edition).toBe(2);
    expect(editions.map(({ number, uses, combines }) => [number, uses, combines.plan])).toEqual([
      [2, 0, false],
      [1, 1, true],
    ]);
    expect(editions.map(({ reward }) => reward)).toEqual([
      { kind: 'percent', percent: 30, maxAmount: null },
      { kind: 'percent', percent: 30, maxAmount: null },
    ]);
  });

  test('counts the uses so far against a limit that is added later', async () => {
    const promotion = await publishPromotion(marketer, onBerries);
    await use(downtown);
    await use(downtown);
    await edit(marketer, promotion, { limits: { uses: 3 } });

    const discounted = async () => (await use(downtown)).total;
    expect([await discounted(), await discounted()]).toEqual([500, 1000]);
  });

  test('rejects an edit of fields that another user changed since', async () => {
    const promotion = await addPromotion(marketer);
    await edit(marketer, promotion, { name: 'First' });

    expect(refusal(await edit(admin, promotion, { name: 'Second' }))).toEqual([409, 'version-stale']);
    expect((await edit(admin, promotion, { label: 'Merged' })).data).toMatchObject({
      name: 'First',
      label: 'Merged',
    });
  });

  test('rejects terms that only the whole promotion makes wrong', async () => {
    const promotion = await addPromotion(marketer, { schedule: { startsAt: '2030-01-01T00:00:00Z' } });

    const coins = await edit(marketer, await addPromotion(marketer, { funding: await byVendor() }), {
      reward: { kind: 'coins', bonus: 10 },
    });
    const end = await edit(marketer, promotion, { schedule: { endsAt: '2029-01-01T00:00:00Z' } });
    expect([refusedField(coins), refusedField(end)]).toEqual([
      [400, 'funding.vendor'],
      [400, 'schedule.endsAt'],
    ]);
  });

  test('rejects edits of an ended promotion', async () => {
    const ended = await setStatus(marketer, await publishPromotion(marketer), 'ended');

    expect(refusal(await edit(marketer, ended, { name: 'Again' }))).toEqual([409, 'promotions.ended']);
  });
});

async function byVendor() {
  const vendorId = newId();
  await shop.look((tx) => sql`INSERT INTO vendors (id, name) VALUES (${vendorId}, ${vendorId})`.execute(tx));
  return { marketplace: 0, location: 0, vendor: 100, vendorId };
}

describe('the status', () => {
  test('follows from the steps of staff and from the schedule', async () => {
    const later = { startsAt: '2099-01-01T00:00:00Z' };
    const scheduled = await publishPromotion(marketer, { schedule: later });
    expect(scheduled.status).toBe('scheduled');
    const paused = await setStatus(marketer, scheduled, 'paused');
    expect(paused.status).toBe('paused');
    const { data: moved } = await edit(marketer, paused, { schedule: { startsAt: '2020-01-01T00:00:00Z' } });
    const resumed = await setStatus(marketer, moved, 'active');
    expect(resumed.status).toBe('active');
    expect((await setStatus(marketer, resumed, 'ended')).status).toBe('ended');
  });

  test('is ended after the end of the schedule', async () => {
    const promotion = await publishPromotion(marketer, { name: 'Over soon' });
    await endNow(promotion._id);

    expect((await view(marketer, promotion._id)).promotion.status).toBe('ended');
    expect(await namesIn(marketer, { search: 'Over soon', filters: { status: 'ended' } })).toEqual([
      'Over soon',
    ]);
  });

  test.each(['paused', 'ended'] as const)('does not become %s from draft', async (status) => {
    const { _id: id, version } = await addPromotion(marketer);
    const refused = await marketer.call(promotionRoutes.updateStatus, {
      params: { id },
      body: { status, version },
    });

    expect(refused.body.error).toMatchObject({
      code: 'promotions.step-not-possible',
      details: { from: 'draft', to: status, allowed: ['active'] },
    });
  });

  test('never leaves ended', async () => {
    const { _id: id, version } = await setStatus(marketer, await publishPromotion(marketer), 'ended');
    const resume = await marketer.call(promotionRoutes.updateStatus, {
      params: { id },
      body: { status: 'active', version },
    });

    expect(refusal(resume)).toEqual([409, 'promotions.step-not-possible']);
  });

  test('does not change on a version that another user has edited', async () => {
    const promotion = await addPromotion(marketer);
    await edit(admin, promotion, { reward: { kind: 'percent', percent: 90 } });
    const publish = await marketer.call(promotionRoutes.updateStatus, {
      params: { id: promotion._id },
      body: { status: 'active', version: promotion.version },
    });

    expect(refusal(publish)).toEqual([409, 'version-stale']);
  });
});

const endNow = (id: string) =>
  shop.look((tx) =>
    sql`UPDATE promotions SET starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' WHERE id = ${id}`.execute(
      tx,
    ),
  );

describe('a shared code', () => {
  const taking = (code: string, person = marketer) =>
    person.call(promotionRoutes.create, { body: promotionOf({ codes: { kind: 'shared', code } }) });

  test.each(['WELCOME10', 'welcome10', 'WEL-COME-10'])(
    'is taken, however it is written: %s',
    async (code) => {
      await taking('WELCOME10');

      expect((await taking(code)).body.error).toMatchObject({
        code: 'promotions.code-taken',
        fields: [{ path: 'codes.code' }],
      });
    },
  );

  test('is free again once its promotion has ended, also by its schedule', async () => {
    const [ended, over] = [await taking('SPRING'), await taking('SUMMER')].map(({ data }) => data);
    await setStatus(marketer, await setStatus(marketer, ended!, 'active'), 'ended');
    await setStatus(marketer, over!, 'active');
    await endNow(over!._id);

    expect([(await taking('SPRING')).status, (await taking('SUMMER', storeUser)).code]).toEqual([
      200,
      'validation-failed',
    ]);
    expect((await taking('SUMMER')).status).toBe(200);
  });

  test('goes to one of two promotions that take it at once', async () => {
    const both = await Promise.all([taking('RACE'), taking('R-A-C-E', admin)]);

    expect(both.map(({ code }) => code).toSorted()).toEqual(['promotions.code-taken', undefined]);
  });

  test('finds its promotion in the list', async () => {
    const { data } = await taking('FIND-ME');

    expect(await namesIn(marketer, { filters: { code: 'findme' } })).toEqual([data.name]);
    expect(await namesIn(marketer, { search: 'find-me' })).toEqual([data.name]);
  });
});

describe('the list', () => {
  test('filters by kind, funder, location, status and period', async () => {
    const name = `Filtered ${newId()}`;
    await publishPromotion(marketer, {
      name,
      reward: { kind: 'bundle', quantity: 2, price: 500 },
      locationIds: [uptown],
      funding: { marketplace: 0, location: 100, vendor: 0 },
      schedule: { startsAt: '2026-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' },
    });
    const found = async (filters: object) => (await namesIn(marketer, { search: name, filters })).length;

    expect(await found({ kind: 'bundle', funder: 'location', locationId: uptown, status: 'active' })).toBe(1);
    expect(await found({ runsFrom: '2030-01-01', runsUntil: '2030-01-31' })).toBe(1);
    for (const filters of [
      { kind: 'percent' },
      { funder: 'marketplace' },
      { locationId: downtown },
      { status: 'draft' },
      { runsUntil: '2025-06-01' },
      { runsFrom: '2099-02-01' },
    ]) {
      expect([filters, await found(filters)]).toEqual([filters, 0]);
    }
  });

  test('sorts promotions without an end after the others', async () => {
    const name = `Sorted ${newId()}`;
    await addPromotion(marketer, { name: `${name} endless` });
    await addPromotion(marketer, { name: `${name} short`, schedule: { endsAt: '2099-01-01T00:00:00Z' } });

    const sort = { field: 'endsAt', order: 'asc' };
    expect(await namesIn(marketer, { search: name, sort })).toEqual([`${name} short`, `${name} endless`]);
  });
});

describe('the figures', () => {
  test('count checkouts, orders and discounts by day and location', async () => {
    const promotion = await publishPromotion(marketer, { ...onBerries, name: 'Counted' });
    const first = await use(downtown);
    await cancelOrder(admin, await use(uptown));
    const { figures } = await view(marketer, promotion._id);

    const all = { uses: 1, orders: 1, discount: 1000, discountNow: 500, revenue: first.total };
    expect(figures).toMatchObject({ ...all, averageWith: first.total, byDay: [all] });
    expect(figures.byLocation).toMatchObject([
      { name: 'Downtown', uses: 1, discount: 500 },
      { name: 'Uptown', uses: 0, discount: 500, discountNow: 0 },
    ]);
    const { records } = await marketer.do(promotionRoutes.list, { body: { search: 'Counted' } });
    expect(records[0]!.figures).toEqual(all);
  });

  test('follow edits and refunds, each promotion by its own part', async () => {
    const onItems = await publishPromotion(marketer, onBerries);
    const onOrders = await publishPromotion(marketer, {
      reward: { kind: 'amount', amount: 100, per: 'order' },
    });
    const shown = async (promotion: { _id: string }) => (await view(marketer, promotion._id)).figures;
    const order = await viewOrder(admin, (await use(downtown, 4))._id);
    expect([await shown(onItems), await shown(onOrders)]).toMatchObject([
      { discount: 2000, discountNow: 2000 },
      { discount: 100, discountNow: 100 },
    ]);

    await editLines(admin, order, { lines: [{ lineId: order.lines[0]!._id, quantity: 3 }] });
    expect([await shown(onItems), await shown(onOrders)]).toMatchObject([
      { discount: 2000, discountNow: 1500 },
      { discount: 100, discountNow: 100 },
    ]);

    const delivered = await advanceTo(admin, await viewOrder(admin, order._id), 'delivered');
    await refundNow(admin, delivered, 700);
    expect([await shown(onItems), await shown(onOrders)]).toMatchObject([
      { discountNow: 750, revenue: 1400 },
      { discountNow: 50 },
    ]);
    await refundNow(admin, delivered);
    expect([await shown(onItems), await shown(onOrders)]).toMatchObject([
      { uses: 1, discountNow: 0 },
      { uses: 1, discountNow: 0 },
    ]);
  });

  test('open the orders that they count', async () => {
    const promotion = await publishPromotion(marketer, { ...onBerries, locationIds: [uptown] });
    const used = await use(uptown);
    const left = await use(uptown);
    await cancelOrder(admin, left);
    const other = await order(uptown, milk[uptown]!, 3);
    const { figures } = await view(marketer, promotion._id);
    const numbersIn = async (filters: OrderPage['filters']) =>
      (await admin.do(orderRoutes.list, { body: { filters } as OrderPage })).records.map(
        ({ number }) => number,
      );
    const compared = {
      isSale: true,
      locationIds: [uptown],
      fromDay: figures.compared.from,
      toDay: figures.compared.to,
    };

    expect(await numbersIn({ promotionId: promotion._id })).toEqual([used.number]);
    expect(await numbersIn({ placedWithPromotionId: promotion._id })).toEqual([left.number, used.number]);
    expect(await numbersIn({ ...compared, promotionId: promotion._id })).toEqual([used.number]);
    expect(await numbersIn({ ...compared, withoutPromotionId: promotion._id })).toContain(other.number);
  });

  test('compare the average order with that of other orders of the same time and place', async () => {
    const store = await addOrderLocation(shop);
    const [berry, bread] = [
      await addGoods(shop, store, { price: 1000, categoryId: berries }),
      await addGoods(shop, store),
    ];
    const promotion = await publishPromotion(marketer, { ...onBerries, locationIds: [store] });
    const used = await order(store, berry);
    const other = await order(store, bread, 3);
    await cancelOrder(admin, await order(store, bread, 9));

    expect((await view(marketer, promotion._id)).figures).toMatchObject({
      averageWith: used.total,
      averageWithout: other.total,
    });
  });
});

describe('deleting', () => {
  test('removes a promotion that was never used, and only ends a used one', async () => {
    const unused = await addPromotion(marketer);
    const used = await publishPromotion(marketer, onBerries);
    await cancelOrder(admin, await use(downtown));
    const remove = ({ _id: id }: { _id: string }) =>
      marketer.call(promotionRoutes.remove, { params: { id } });

    expect((await remove(unused)).status).toBe(200);
    expect(refusal(await marketer.call(promotionRoutes.view, { params: { id: unused._id } }))[0]).toBe(404);
    expect(refusal(await remove(used))).toEqual([409, 'in-use']);
  });
});

describe('store users', () => {
  const ofStore = { marketplace: 0, location: 100, vendor: 0 };

  test('see promotions of their locations with their own share of the figures and without the budget', async () => {
    const name = `Shared ${newId()}`;
    const everywhere = await publishPromotion(marketer, { ...onBerries, name, limits: { budget: 9000 } });
    await publishPromotion(marketer, { name, locationIds: [uptown] });
    await use(downtown);
    await use(uptown);

    const { records } = await storeUser.do(promotionRoutes.list, { body: { search: name } });
    const { promotion, figures, editions } = await view(storeUser, everywhere._id);
    expect(records.map(({ _id }) => _id)).toEqual([everywhere._id]);
    expect(promotion.limits.budget).toBeNull();
    expect([promotion.figures, figures]).toMatchObject([
      { uses: 1, discount: 500 },
      { uses: 1, discount: 500, byLocation: [{ name: 'Downtown' }] },
    ]);
    expect(editions.map(({ uses }) => uses)).toEqual([1]);
    expect(JSON.stringify(figures)).not.toContain('Uptown');
  });

  test('create promotions for their own locations, which pay for them', async () => {
    const promotion = await publishPromotion(storeUser, { locationIds: [downtown], funding: ofStore });
    const { data } = await edit(storeUser, promotion, { reward: { kind: 'percent', percent: 5 } });

    expect(data).toMatchObject({ status: 'active', reward: { percent: 5 } });
    expect((await setStatus(storeUser, data, 'ended')).status).toBe('ended');
  });

  test.each([
    [{ funding: ofStore }, ['locationIds']],
    [{ locationIds: [uptown], funding: ofStore }, ['locationIds.0']],
    [{ locationIds: [downtown], funding: byMarketplace }, ['funding.location']],
    [{ locationIds: [downtown], funding: ofStore, limits: { budget: 100 } }, ['limits.budget']],
  ])('create nothing with %j', async (parts, paths) => {
    const refused = await storeUser.send(promotionRoutes.create, { body: promotionOf(parts) });

    expect([refused.status, refused.paths]).toEqual([400, paths]);
  });

  test('change, publish and delete no promotion of other locations or of the marketplace', async () => {
    for (const locationIds of [null, [uptown], [downtown, uptown]]) {
      const { _id: id, version } = await addPromotion(marketer, { locationIds });

      expect((await edit(storeUser, { _id: id, version }, { name: 'Mine' })).status).toBe(404);
      const body = { status: 'active' as const, version };
      expect((await storeUser.call(promotionRoutes.updateStatus, { params: { id }, body })).status).toBe(404);
      expect((await storeUser.call(promotionRoutes.remove, { params: { id } })).status).toBe(404);
    }
  });

  test.each([
    ['promotions', `UPDATE promotions SET name = 'x'`],
    ['limits', `UPDATE promotion_limits SET budget = NULL`],
    ['editions', `UPDATE promotion_editions SET created_at = now()`],
    ['uses', `UPDATE promotion_uses SET discount = 0`],
  ])('change no %s of others even if a handler forgets', async (_, statement) => {
    const { _id } = await publishPromotion(marketer, onBerries);
    await use(uptown);
    const client = await shop.db.locationScope.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.locations', $1, true)", [`{${downtown}}`]);
      const id = statement.startsWith('UPDATE promotions ') ? 'id' : 'promotion_id';
      const { rowCount } = await client.query(`${statement} WHERE ${id} = $1`, [_id]).catch((error) => {
        expect(error.code).toBe('42501');
        return { rowCount: 0 };
      });
      expect(rowCount).toBe(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

test('records every step in the audit log and for webhooks', async () => {
  const webhooks = await recordWebhooks(shop, admin, ['promotion.changed']);
  const draft = await addPromotion(marketer, { name: 'Audited' });
  const { data } = await edit(marketer, draft, { label: 'Other' });
  const paused = await setStatus(marketer, await setStatus(marketer, data, 'active'), 'paused');
  await setStatus(marketer, paused, 'ended');

  const { records } = await admin.do(auditRoutes.history, {
    params: { name: 'promotions', id: draft._id },
    body: {},
  });
  expect(records.map(({ action }) => action).toReversed()).toEqual([
    'create',
    'edit',
    'publish',
    'pause',
    'end',
  ]);
  const events = await webhooks();
  expect(events.map(({ data: { change, status } }) => [change, status])).toEqual([
    ['added', 'draft'],
    ['edited', 'draft'],
    ['published', 'active'],
    ['paused', 'paused'],
    ['ended', 'ended'],
  ]);
});

test('requires the permission of each route', async () => {
  const reader = await shop.signIn({ permissions: ['promotion_view'] });

  expect((await reader.call(promotionRoutes.create, { body: promotionOf() })).status).toBe(403);
  expect((await reader.call(promotionRoutes.list)).status).toBe(200);
});

test('keeps a sub-product that a promotion refers to deletable', async () => {
  const subProduct = await addSubProduct(shop);
  const { _id } = await addPromotion(marketer, { goods: { subProductIds: [subProduct] } });

  expect((await view(marketer, _id)).promotion.goods.subProductIds).toEqual([subProduct]);
});
