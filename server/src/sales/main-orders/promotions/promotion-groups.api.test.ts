import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { ReplayResult } from '@aisle/contract/sales/promotions/promotion-replay';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { afterAll, expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../../test/jobs-builders.ts';
import {
  addCustomer,
  addGoods,
  editLines,
  openStore,
  place,
  viewOrder,
} from '../../../../test/order-builders.ts';
import {
  addPromotion,
  promotionOf,
  publishPromotion,
  setStatus,
} from '../../../../test/promotion-builders.ts';
import { refusal, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { replayWork } from '../../promotions/replay/replay-work.ts';

const { shop, manager, location } = await openStore();
const runner = await workJobs(shop, { promotionReplay: replayWork });
afterAll(() => runner.stop());
const storeUser = await shop.signIn({
  permissions: ['order_add', 'promotion_add', 'assign_subProduct'],
  locations: [location],
});

const idOf = async () => (await addCustomer(manager))._id;
async function groupWith(...members: string[]) {
  const group = await manager.do(customerGroupRoutes.create, {
    body: { name: `Regulars ${newId()}`, kind: 'manual' },
  });
  return setMembers(group, { add: members });
}
const setMembers = (
  { _id: id, version }: { _id: string; version: number },
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
) => manager.do(customerGroupRoutes.editMembers, { params: { id }, body: { version, add, remove } });

/** 20% off an item that no other test has, for the members of a group. */
async function offer() {
  const [member, other] = [await idOf(), await idOf()];
  const group = await groupWith(member);
  const item = await addGoods(shop, location, { price: 1000, stock: 100 });
  const terms = { goods: { subProductIds: [item] }, audience: { customerGroupIds: [group._id] } };
  return { member, other, group, item, terms, promotion: await publishPromotion(manager, terms) };
}
const linesOf = (subProductId: string, quantity = 1) => [{ subProductId, locationId: location, quantity }];
const quoteFor = (customerId: string | undefined, item: string, who = manager) =>
  who.do(mainOrderRoutes.quote, {
    body: { lines: linesOf(item), fulfilment: 'pickup', ...(customerId && { customerId }) },
  });
const placeFor = (customerId: string, item: string) =>
  place(manager, { lines: linesOf(item), fulfilment: 'pickup', customer: undefined, customerId });

test('applies to members only, in a quote and in an order, also at a store that sees no groups', async () => {
  const { member, other, item } = await offer();

  expect(await quoteFor(member, item)).toMatchObject({ discountTotal: 200 });
  expect(await quoteFor(other, item)).toMatchObject({ discountTotal: 0 });
  expect(await quoteFor(undefined, item)).toMatchObject({ discountTotal: 0 });
  expect(await placeFor(member, item)).toMatchObject({ total: 800 });
  expect(await placeFor(other, item)).toMatchObject({ total: 1000 });
  expect(await quoteFor(member, item, storeUser)).toMatchObject({ discountTotal: 200 });
});

test('says that a code is for certain customers', async () => {
  const { other, item, terms } = await offer();
  const code = `REGULARS-${newId().slice(0, 8)}`;
  await publishPromotion(manager, { ...terms, codes: { kind: 'shared', code } });
  const reasonFor = async (customerId?: string) => {
    const body = { lines: linesOf(item), fulfilment: 'pickup' as const, codes: [code], customerId };
    return (await manager.do(mainOrderRoutes.quote, { body })).notApplied[0]?.reason;
  };

  expect(await reasonFor(other)).toBe('not-for-customer');
  expect(await reasonFor()).toBe('needs-customer');
});

test('stays with an order whose customer left the group', async () => {
  const { member, group, item } = await offer();
  const { orders } = await placeFor(member, item);
  await setMembers(group, { remove: [member] });
  const order = await viewOrder(manager, orders[0]!._id);

  const edited = await editLines(manager, order, { lines: [{ lineId: order.lines[0]!._id, quantity: 3 }] });

  expect(edited).toMatchObject({ total: 2400, discountTotal: 600 });
  expect(await quoteFor(member, item)).toMatchObject({ discountTotal: 0 });
});

test('is offered on the shelf to members', async () => {
  const { member, other, item, promotion } = await offer();
  const offersFor = async (customerId?: string) => {
    const body = { locationId: location, subProductIds: [item], customerId };
    return (await storeUser.do(promotionRoutes.offers, { body }))[0]!.offers.map(
      ({ promotionId }) => promotionId,
    );
  };

  expect(await offersFor(member)).toEqual([promotion._id]);
  expect([await offersFor(other), await offersFor()]).toEqual([[], []]);
});

test('is simulated and replayed with the members of today', async () => {
  const { member, other, item, terms, promotion } = await offer();
  await placeFor(member, item);
  await placeFor(other, item);
  await setStatus(manager, promotion, 'paused');
  const wanted = promotionOf({ ...terms, reward: { kind: 'percent', percent: 50 } });
  const simulate = (customerId: string) =>
    manager.do(promotionRoutes.simulate, {
      body: { promotion: wanted, quote: { lines: linesOf(item), fulfilment: 'pickup', customerId } },
    });
  const { _id } = await manager.do(promotionRoutes.replay, { body: { promotion: wanted, days: 1 } });
  const result = (await jobOver(manager, _id)).result as ReplayResult;

  expect((await simulate(member)).discountTotal).toBe(500);
  expect((await simulate(other)).discountTotal).toBe(0);
  expect(result).toMatchObject({ ordersTouched: 1, discount: 500 });
});

test('keeps its group from being deleted until it ends', async () => {
  const { group, promotion } = await offer();
  const remove = () => manager.call(customerGroupRoutes.remove, { params: { id: group._id } });
  const uses = async () =>
    (await manager.do(customerGroupRoutes.list, { body: { search: group.name } })).records[0]!.usedBy;
  const refused = await remove();

  expect(refusal(refused)).toEqual([409, 'in-use']);
  expect(refused.message).toContain('promotion “Weekend berries”');
  expect(await uses()).toEqual([{ kind: 'promotion', _id: promotion._id, name: 'Weekend berries' }]);
  await setStatus(manager, promotion, 'ended');
  expect([await uses(), (await remove()).status]).toEqual([[], 200]);
});

test('shows the names of its groups', async () => {
  const { group, promotion } = await offer();
  const { names } = await manager.do(promotionRoutes.view, { params: { id: promotion._id } });

  expect(names[group._id]).toBe(group.name);
});

test('lets users of a store choose no group, because they see none', async () => {
  const { group } = await offer();
  const body = promotionOf({
    audience: { customerGroupIds: [group._id] },
    locationIds: [location],
    funding: { marketplace: 0, location: 100, vendor: 0 },
  });

  expect(refusedField(await storeUser.call(promotionRoutes.create, { body }))).toEqual([
    400,
    'audience.customerGroupIds.0',
  ]);
  expect((await addPromotion(manager, { audience: { customerGroupIds: [group._id] } })).status).toBe('draft');
});
