import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { describe, expect, test } from 'vitest';
import { addGoods, addOrderLocation, place } from '../../../test/order-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { listsByScreen } from './view-screens.ts';

const shop = await openShop();
const admin = await shop.signIn();
const owner = await shop.signIn({ permissions: ['order_list', 'brand_list'] });
const colleague = await shop.signIn({ permissions: ['order_list'] });

const placeOrder = async (at: string) => {
  const subProductId = await addGoods(shop, at);
  return place(admin, { lines: [{ subProductId, locationId: at, quantity: 1 }] });
};
const late = { headlineStatus: ['orderPlaced'], sort: 'createdAt' };
const save = (who: Person, name: string, isShared = false) =>
  who.do(savedViewRoutes.create, { body: { list: '/orders', name, search: late, isShared } });
const namesFor = async (who: Person) =>
  (await who.do(savedViewRoutes.list, { query: { list: '/orders' } })).map(({ name }) => name);

test('returns a saved view unchanged, only to its owner', async () => {
  const view = await save(owner, 'Late ones');

  const [found] = await owner.do(savedViewRoutes.list, { query: { list: '/orders' } });

  expect(found).toEqual(view);
  expect(view).toMatchObject({ search: late, isShared: false, isMine: true, version: 1 });
  expect(await namesFor(colleague)).not.toContain('Late ones');
});

test('returns a shared view to all users who can see the list until it is unshared', async () => {
  const location = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [location] });
  const stranger = await shop.signIn({ permissions: ['brand_list'] });
  const view = await save(owner, 'For all', true);

  const seen = [await namesFor(colleague), await namesFor(clerk), await namesFor(stranger)];
  await owner.do(savedViewRoutes.edit, { params: { id: view._id }, body: { isShared: false, version: 1 } });

  expect(seen).toEqual([['For all'], ['For all'], []]);
  expect(await namesFor(clerk)).toEqual([]);
});

test("rejects changes of other users' views, shared or not", async () => {
  const location = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [location] });
  const view = await save(owner, 'Mine', true);

  for (const other of [colleague, clerk]) {
    const edit = await other.call(savedViewRoutes.edit, {
      params: { id: view._id },
      body: { name: 'Theirs', version: 1 },
    });
    const remove = await other.call(savedViewRoutes.remove, { params: { id: view._id } });

    expect([edit.status, remove.status]).toEqual([404, 404]);
  }
  expect(await namesFor(owner)).toContain('Mine');
});

test('renames and deletes a view', async () => {
  const view = await save(owner, 'Old name');

  const renamed = await owner.do(savedViewRoutes.edit, {
    params: { id: view._id },
    body: { name: 'New name', version: 1 },
  });
  const stale = await owner.call(savedViewRoutes.edit, {
    params: { id: view._id },
    body: { name: 'Newer', version: 1 },
  });
  await owner.do(savedViewRoutes.remove, { params: { id: view._id } });

  expect(renamed).toMatchObject({ name: 'New name', search: late, version: 2 });
  expect([stale.status, stale.body.data]).toEqual([409, renamed]);
  expect(await namesFor(owner)).not.toContain('New name');
});

test('rejects a repeated name at its field', async () => {
  await save(owner, 'Twice');

  const again = await owner.call(savedViewRoutes.create, {
    body: { list: '/orders', name: 'tWICE', search: {} },
  });

  expect(again.status).toBe(409);
  expect(again.body.error?.fields).toEqual([{ path: 'name', message: 'This name is already taken' }]);
});

test('rejects a view of a list without access, or with invalid parameters', async () => {
  const refused = await owner.call(savedViewRoutes.create, {
    body: { list: '/users', name: 'People', search: {} },
  });
  const turned = await owner.call(savedViewRoutes.create, {
    body: { list: '/orders', name: 'Page 4', search: { page: 4 } },
  });
  const large = await owner.call(savedViewRoutes.create, {
    body: {
      list: '/orders',
      name: 'Large',
      search: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'.repeat(400)])),
    },
  });

  expect(refused).toMatchObject({ status: 403, code: 'permission-missing' });
  expect([turned.status, large.status]).toEqual([400, 400]);
});

test.each(['/dashboard', 'orders', 'constructor'])('rejects views of %s', async (list) => {
  const saved = await admin.call(savedViewRoutes.create, { body: { list, name: 'Any', search: {} } });
  const listed = await admin.call(savedViewRoutes.list, { query: { list } });
  const counted = await admin.call(savedViewRoutes.counts, { query: { list } });

  for (const response of [saved, listed, counted]) {
    expect(response.status).toBe(400);
    expect(response.body.error?.fields).toEqual([{ path: 'list', message: 'This list has no saved views' }]);
  }
});

test('limits a user to fifty views per list', async () => {
  const collector = await shop.signIn({ permissions: ['order_list'] });
  for (let count = 0; count < 50; count += 1) await save(collector, `View ${count}`);

  const one = await collector.call(savedViewRoutes.create, {
    body: { list: '/orders', name: 'One more', search: {} },
  });

  expect(one).toMatchObject({ status: 409, code: 'savedViews.too-many' });
});

describe('counts', () => {
  const countsFor = (who: Person, list: string, locationId?: string) =>
    who.do(savedViewRoutes.counts, { query: { list, ...(locationId && { locationId }) } });

  test("counts each view like its list, with the user's permissions", async () => {
    const [here, elsewhere] = [await addOrderLocation(shop), await addOrderLocation(shop)];
    for (const at of [here, here, elsewhere]) await placeOrder(at);
    const clerk = await shop.signIn({ permissions: ['order_list'], locations: [here] });
    const at = (who: Person, name: string, search: object) =>
      who.do(savedViewRoutes.create, { body: { list: '/orders', name, search: { ...search } } });
    const ofHere = await at(admin, 'Here', { locationId: here });
    const ofElsewhere = await at(admin, 'Elsewhere', { locationId: elsewhere, sort: 'number.desc' });
    const found = await at(admin, 'Nothing', { locationId: here, search: 'zzzzzz' });
    const all = await at(clerk, 'All', {});

    const counted = new Map((await countsFor(admin, '/orders')).map(({ _id, ...count }) => [_id, count]));
    const [clerks] = await countsFor(clerk, '/orders');

    expect(counted.get(ofHere._id)).toEqual({ count: 2, isMore: false });
    expect(counted.get(ofElsewhere._id)).toEqual({ count: 1, isMore: false });
    expect(counted.get(found._id)).toEqual({ count: 0, isMore: false });
    expect(clerks).toEqual({ _id: all._id, count: 2, isMore: false });
  });

  test('counts the orders of a searched item', async () => {
    const location = await addOrderLocation(shop);
    const subProductId = await addGoods(shop, location);
    await place(admin, { lines: [{ subProductId, locationId: location, quantity: 1 }] });
    const clerk = await shop.signIn({ permissions: ['order_list'] });
    const search = { search: `SKU-${subProductId}` };
    const { _id } = await clerk.do(savedViewRoutes.create, {
      body: { list: '/orders', name: 'Of an item', search },
    });

    expect(await countsFor(clerk, '/orders')).toContainEqual({ _id, count: 1, isMore: false });
  });

  test('applies the chosen location to a view without one', async () => {
    const [here, elsewhere] = [await addOrderLocation(shop), await addOrderLocation(shop)];
    await placeOrder(here);
    const open = await save(admin, 'Placed');

    const countOf = async (locationId: string) =>
      (await countsFor(admin, '/orders', locationId)).find(({ _id }) => _id === open._id)?.count;

    expect([await countOf(here), await countOf(elsewhere)]).toEqual([1, 0]);
  });

  test('counts the list of each tab, and returns no count for a tab without access', async () => {
    const clerk = await shop.signIn({ permissions: ['location_report', 'statement_all_view'] });
    for (const tab of ['paid', 'runs'] as const) {
      await clerk.do(savedViewRoutes.create, { body: { list: '/statements', name: tab, search: { tab } } });
    }

    expect((await countsFor(clerk, '/statements')).map(({ count }) => count)).toEqual([0, null]);
  });

  test('returns no counts without access to the list', async () => {
    expect(await countsFor(colleague, '/users')).toEqual([]);
  });

  test.each([...listsByScreen.keys()])('counts views of %s', async (list) => {
    const admin = await shop.signIn();
    const report = ['/location_report', '/report/product', '/report/discount'].includes(list);
    await admin.do(savedViewRoutes.create, { body: { list, name: 'All', search: {} } });

    const [count] = await countsFor(admin, list);

    expect(count).toMatchObject(report ? { count: null } : { count: expect.any(Number), isMore: false });
  });
});
