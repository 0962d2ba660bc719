import { itemName } from '@aisle/contract/core/item-name';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, moveTo, openStore, placeOne, runSql, viewOrder } from '../../../test/order-builders.ts';
import { fillProductNames } from './product-names.queries.ts';

const { shop, manager, location } = await openStore();
const butter = await addGoods(shop, location, { productName: 'Peanut Butter', name: '16 oz', price: 649 });
const productOf = `(SELECT product_id FROM sub_products WHERE id = '${butter}')`;
const named = { name: '16 oz', productName: 'Peanut Butter', variantName: '16 oz' };

test('keeps the names of an item as of the order', async () => {
  const order = await placeOne(manager, location, butter);
  await runSql(shop, `UPDATE products SET name = 'Nut Butter' WHERE id = ${productOf}`);

  const later = await viewOrder(manager, order._id);

  expect([order.lines[0], later.lines[0]]).toMatchObject([named, named]);
  await runSql(shop, `UPDATE products SET name = 'Peanut Butter' WHERE id = ${productOf}`);
});

test('stores the names of substitutes and of added items', async () => {
  const almond = await addGoods(shop, location, { productName: 'Almond Butter', name: '16 oz' });
  const order = await placeOne(manager, location, butter);
  const { version } = await moveTo(manager, order, 'processing');
  const [line] = order.lines;

  const changed = await manager.do(orderRoutes.editLines, {
    params: { id: order._id },
    body: { version, lines: [{ lineId: line!._id, pickedQuantity: 0, quantity: 2, substituteId: almond }] },
  });

  expect(changed.lines[1]).toMatchObject({ productName: 'Almond Butter', variantName: '16 oz' });
  const { events } = await viewOrder(manager, order._id);
  expect(events.map(({ note }) => note)).toContain('Almond Butter, 16 oz: 2 instead of Peanut Butter, 16 oz');
});

test('names items in refunds and in the inventory', async () => {
  const order = await placeOne(manager, location, butter, { paymentType: 'cashOnDelivery' });
  const filters = { locationId: location, subProductId: butter };

  const { records } = await manager.do(inventoryRoutes.levels, { body: { filters } });

  expect(records[0]!.subProductData).toMatchObject(named);
  const plan = await manager.do(orderRoutes.cancelPlan, { params: { id: order._id }, body: {} });
  expect(plan.lines[0]).toMatchObject(named);
});

test('fills older lines once, without recounting the days of their orders', async () => {
  const order = await placeOne(manager, location, butter);
  await shop.sql`UPDATE order_lines SET product_name = NULL`;
  const countMarks = () => shop.sql`SELECT count(*) FROM product_figure_marks`;
  const marks = await countMarks();
  const before = await viewOrder(manager, order._id);

  await fillProductNames(shop.db);

  const { lines } = await viewOrder(manager, order._id);
  expect([before.lines[0]!.productName, lines[0]!.productName]).toEqual(['16 oz', 'Peanut Butter']);
  expect(await shop.sql`SELECT id FROM order_lines WHERE product_name IS NULL`).toEqual([]);
  expect(await countMarks()).toEqual(marks);
});

test.each([
  ['Peanut Butter', '16 oz'],
  ['Peanut Butter', 'Crunchy peanut butter, 16 oz'],
  ['Jalapeño Jam', 'Jalapeno Jam, 8 oz'],
  ["Dave's Bread", 'Dave’s Bread'],
])('names %s, %s alike in SQL and for the screens', async (productName, variantName) => {
  const [found] = await shop.sql<{ name: string }>`SELECT item_name(${productName}, ${variantName}) AS name`;

  expect(found!.name).toBe(itemName({ productName, variantName }));
});
