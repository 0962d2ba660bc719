import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';

let shop: Shop;
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  shop = await openShop();
  owner = await shop.signIn({ permissions: ['order_list', 'brand_list'] });
  colleague = await shop.signIn({ permissions: ['order_list'] });
});
afterAll(() => shop.close());

const late = { headlineStatus: ['orderPlaced'], sort: 'createdAt' };
const save = (who: Person, name: string, isShared = false) =>
  who.do(savedViewRoutes.create, { body: { list: '/orders', name, search: late, isShared } });
const namesFor = async (who: Person) =>
  (await who.do(savedViewRoutes.list, { query: { list: '/orders' } })).map(({ name }) => name);

test('a saved view is found again as it was, only by the user who saved it', async () => {
  const view = await save(owner, 'Late ones');

  const [found] = await owner.do(savedViewRoutes.list, { query: { list: '/orders' } });

  expect(found).toEqual(view);
  expect(view).toMatchObject({ search: late, isShared: false, isMine: true, version: 1 });
  expect(await namesFor(colleague)).not.toContain('Late ones');
});

test('a shared view is found by all who may see the list, also at one location, until it is shared no more', async () => {
  const location = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [location] });
  const stranger = await shop.signIn({ permissions: ['brand_list'] });
  const view = await save(owner, 'For all', true);

  const seen = [await namesFor(colleague), await namesFor(clerk), await namesFor(stranger)];
  await owner.do(savedViewRoutes.edit, { params: { id: view._id }, body: { isShared: false, version: 1 } });

  expect(seen).toEqual([['For all'], ['For all'], []]);
  expect(await namesFor(clerk)).toEqual([]);
});

test('nobody changes or deletes the view of somebody else, shared or not', async () => {
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

test('a view is renamed, and deleted', async () => {
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

test('two views of one list cannot share a name, and the field says so', async () => {
  await save(owner, 'Twice');

  const again = await owner.call(savedViewRoutes.create, {
    body: { list: '/orders', name: 'tWICE', search: {} },
  });

  expect(again.status).toBe(409);
  expect(again.body.error?.fields).toEqual([{ path: 'name', message: 'This name is already taken' }]);
});

test('a view of a list one may not see is refused, and so is one that holds anything', async () => {
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

  expect(refused.status).toBe(403);
  expect(refused.body.error?.code).toBe('permission-missing');
  expect([turned.status, large.status]).toEqual([400, 400]);
});

test('a list has at most fifty views of one person', async () => {
  const collector = await shop.signIn({ permissions: ['order_list'] });
  for (let count = 0; count < 50; count += 1) await save(collector, `View ${count}`);

  const one = await collector.call(savedViewRoutes.create, {
    body: { list: '/orders', name: 'One more', search: {} },
  });

  expect(one.status).toBe(409);
  expect(one.body.error?.code).toBe('savedViews.too-many');
});
