import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { expect, test } from 'vitest';
import { addCategory, addProduct, addTax } from '../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['tax_add', 'tax_edit', 'tax_delete'] });

test('adds a tax, changes it, and finds it by part of its name, with three decimals', async () => {
  const tax = await manager.do(taxRoutes.create, { body: { name: 'Sugary drinks', rate: 8.125 } });
  await manager.do(taxRoutes.edit, { params: { id: tax._id }, body: { rate: 8.375, version: tax.version } });

  expect((await manager.do(taxRoutes.list, { body: { search: 'sugar' } })).records).toMatchObject([
    { name: 'Sugary drinks', rate: 8.375, status: true, version: 2, categoryCount: 0, productCount: 0 },
  ]);
});

test.each([101, -1, 1.2345, '8'])('rejects %s as a rate', async (rate) => {
  const refused = await manager.call(taxRoutes.create, { body: { name: 'Odd', rate: rate as number } });

  expect(refused).toMatchObject({ status: 400, paths: ['rate'] });
});

test('rejects a duplicate name, ignoring case', async () => {
  await manager.do(taxRoutes.create, { body: { name: 'Twice', rate: 1 } });

  const again = await manager.call(taxRoutes.create, { body: { name: 'TWICE', rate: 2 } });

  expect(again.status).toBe(409);
  expect(again.paths[0]).toBe('name');
});

test('merges an edit of an outdated version unless the same field changed since', async () => {
  const tax = await manager.do(taxRoutes.create, { body: { name: 'Shared', rate: 5 } });
  const edit = { params: { id: tax._id }, body: { rate: 6, version: 1 } };
  await manager.do(taxRoutes.edit, edit);

  const late = await manager.call(taxRoutes.edit, { ...edit, body: { rate: 7, version: 1 } });
  const merged = await manager.call(taxRoutes.edit, { ...edit, body: { description: 'State', version: 1 } });

  expect(late).toMatchObject({ status: 409, data: { rate: 6, version: 2 } });
  expect(merged.data).toMatchObject({ rate: 6, description: 'State', version: 3 });
});

test('rejects deleting a tax in use, with the kinds and numbers of its uses', async () => {
  const id = await addTax(shop);
  const categoryId = await addCategory(shop, { taxIds: [id] });
  await addProduct(shop, { categoryId, taxIds: [id] });
  await addProduct(shop, { categoryId, taxIds: [id] });

  const refused = await manager.call(taxRoutes.remove, { params: { id } });

  expect(refused).toMatchObject({ status: 409, code: 'in-use' });
  expect(refused.message).toContain('1 category and 2 products');
});

test('shows where a tax applies, directly and by inheritance, and its past rates', async () => {
  const tax = await manager.do(taxRoutes.create, { body: { name: 'Told about', rate: 5 } });
  await manager.do(taxRoutes.edit, { params: { id: tax._id }, body: { rate: 6.5, version: 1 } });
  await manager.do(taxRoutes.edit, { params: { id: tax._id }, body: { name: 'Renamed', version: 2 } });
  const top = await addCategory(shop, { name: 'Naming' });
  const naming = await addCategory(shop, { name: 'Named below', parentId: top, taxIds: [tax._id] });
  const below = await addCategory(shop, { parentId: naming });
  await addProduct(shop, { categoryId: below });
  await addProduct(shop, { categoryId: below, taxIds: [await addTax(shop)] });
  await addProduct(shop, { categoryId: top, taxIds: [tax._id] });

  const seen = await manager.do(taxRoutes.view, { params: { id: tax._id } });

  expect(seen).toMatchObject({
    name: 'Renamed',
    productCount: 1,
    chargedProductCount: 2,
    categories: [{ _id: naming, name: 'Named below', path: [{ name: 'Naming' }] }],
  });
  expect(seen.rates.map(({ from, to }) => [from, to])).toEqual([
    [5, 6.5],
    [null, 5],
  ]);
});

test('deletes an unused tax', async () => {
  const tax = await manager.do(taxRoutes.create, { body: { name: 'Short-lived', rate: 5 } });

  await manager.do(taxRoutes.remove, { params: { id: tax._id } });

  expect((await manager.call(taxRoutes.remove, { params: { id: tax._id } })).status).toBe(404);
});

test('shows an inactive tax in the dropdown, marked as inactive', async () => {
  const tax = await manager.do(taxRoutes.create, { body: { name: 'Seasonal', rate: 5 } });

  await manager.do(taxRoutes.updateStatus, { params: { id: tax._id }, body: { status: 'false' } });

  const choices = await manager.do(taxRoutes.dropdown, { query: { search: 'season' } });
  expect(choices).toEqual([{ _id: tax._id, name: 'Seasonal', rate: 5, status: false }]);
});

test('lets users limited to locations read taxes but not change them', async () => {
  const owner = await shop.signIn({ permissions: ['tax_add'], locations: [await addPlainLocation(shop)] });

  expect((await owner.call(taxRoutes.create, { body: { name: 'Mine', rate: 1 } })).status).toBe(403);
  expect((await owner.call(taxRoutes.list)).status).toBe(200);
});
