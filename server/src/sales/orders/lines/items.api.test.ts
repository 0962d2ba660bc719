import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { itemName } from '@aisle/contract/core/item-name';
import { searchRoutes } from '@aisle/contract/overview/search';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { StockSearch } from '@aisle/contract/sales/orders/sellables';
import { expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import {
  addCustomer,
  addGoods,
  editLines,
  moveTo,
  newShopper,
  openStore,
  place,
  placeOne,
  runSql,
} from '../../../../test/order-builders.ts';
import { system, transaction } from '../../../core/db/db.ts';
import { recountMarkedMetrics } from '../../../ledgers/figures/figure-claims.queries.ts';

const { shop, manager, location } = await openStore();
const clerk = await shop.signIn({ permissions: ['order_list'], locations: [location] });
const search = async (body: StockSearch, person = manager) =>
  (await person.do(orderRoutes.searchInventory, { body })).map(itemName);
const butter = await addGoods(shop, location, { productName: 'Peanut Butter', name: '16 oz' });

test.each(['peanut', '16 butter', 'BUTTER pea'])('finds a variant by "%s"', async (text) => {
  const atStore = await search({ locationId: location, search: text });

  expect(atStore).toEqual(['Peanut Butter, 16 oz']);
  expect(await search({ anywhere: true, search: text })).toEqual(atStore);
  const choices = await manager.do(subProductRoutes.dropdown, { query: { search: text } });
  expect(choices).toMatchObject([{ _id: butter, name: 'Peanut Butter, 16 oz' }]);
});

test('lists the best sellers first in every search', async () => {
  await addGoods(shop, location, { productName: 'Salmon', name: '4 oz' });
  const best = await addGoods(shop, location, {
    productName: 'Atlantic Salmon Fillet',
    name: 'Salmon, 1 lb',
  });
  await placeOne(manager, location, best);
  while (await transaction(shop.db, system, recountMarkedMetrics));
  const sorted = ['Atlantic Salmon Fillet, Salmon, 1 lb', 'Salmon, 4 oz'];

  expect(await search({ locationId: location, search: 'salmon' })).toEqual(sorted);
  expect(await search({ locationId: location, search: 'salmon' }, clerk)).toEqual(sorted);
  expect(await search({ anywhere: true, search: 'salmon' })).toEqual(sorted);
  const { subProducts } = await manager.do(searchRoutes.find, { query: { q: 'salmon' } });
  expect(subProducts.map(itemName)).toEqual(sorted);
});

test('ranks substitutes by likeness of name, then size and price', async () => {
  const categoryId = await addCategory(shop);
  const add = async (name: string, unitSize: number, price: number) => {
    const id = await addGoods(shop, location, { name, price, categoryId });
    await runSql(shop, `UPDATE sub_products SET unit = 'oz', unit_size = ${unitSize} WHERE id = '${id}'`);
    return id;
  };
  const wanted = await add('Crushed Tomatoes, 28 oz', 28, 299);
  await add('Pumpkin Puree, 28 oz', 28, 299);
  await add('Whole Peeled Tomatoes, 14 oz', 14, 299);
  await add('Whole Peeled Tomatoes, 28 oz', 28, 399);
  await add('Crushed Tomatoes with Basil, 28 oz', 28, 599);
  const placed = await placeOne(manager, location, wanted);
  const order = await moveTo(manager, placed, 'processing');

  expect(await search({ orderId: order._id, lineId: order.lines[0]!._id })).toEqual([
    'Crushed Tomatoes with Basil, 28 oz',
    'Whole Peeled Tomatoes, 28 oz',
    'Whole Peeled Tomatoes, 14 oz',
    'Pumpkin Puree, 28 oz',
  ]);
});

test('offers a substitute first that the customer approved before', async () => {
  const categoryId = await addCategory(shop);
  const wanted = await addGoods(shop, location, { name: 'Rye bread', categoryId });
  await addGoods(shop, location, { name: 'Rye bread, sliced', categoryId });
  const spelt = await addGoods(shop, location, { name: 'Spelt loaf', categoryId });
  const customer = await addCustomer(manager, newShopper());
  const inPicking = async (customerId: string) => {
    const lines = [{ subProductId: wanted, locationId: location, quantity: 1 }];
    const main = await place(manager, { customerId, lines });
    return moveTo(manager, main.orders[0]!, 'processing');
  };
  const earlier = await inPicking(customer._id);
  const lineId = earlier.lines[0]!._id;
  await editLines(manager, earlier, {
    lines: [{ lineId, pickedQuantity: 0, quantity: 1, substituteId: spelt, answer: 'approved' }],
  });
  const other = await addCustomer(manager, newShopper());
  const offered = async (customerId: string) => {
    const { _id: orderId, lines } = await inPicking(customerId);
    const found = await manager.do(orderRoutes.searchInventory, { body: { orderId, lineId: lines[0]!._id } });
    return found.map(({ name, accepted }) => [name, accepted]);
  };

  expect(await offered(customer._id)).toEqual([
    ['Spelt loaf', true],
    ['Rye bread, sliced', false],
  ]);
  expect(await offered(other._id)).toEqual([
    ['Rye bread, sliced', false],
    ['Spelt loaf', false],
  ]);
});
