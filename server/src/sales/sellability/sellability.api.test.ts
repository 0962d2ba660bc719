import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { sellabilityRoutes } from '@aisle/contract/sales/sellability';
import { describe, expect, test } from 'vitest';
import { addCategory, addTax, receive } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, basketOf, openStore, runSql } from '../../../test/order-builders.ts';

const { shop, manager, location } = await openStore();

const explain = (id: string, locationId: string | undefined = location, person = manager) =>
  person.do(sellabilityRoutes.show, { params: { id }, query: { locationId } });
const blockedBy = (checks: { key: string; state: string }[]) =>
  checks.filter(({ state }) => state === 'blocks').map(({ key }) => key);
/** Whether a quote accepts this quantity. */
async function isTakenByBasket(subProductId: string, quantity = 1, locationId = location): Promise<boolean> {
  const body = basketOf({ lines: [{ subProductId, quantity, locationId }] });
  return (await manager.do(mainOrderRoutes.quote, { body })).possible;
}

test('reports a sellable item with its price and available quantity', async () => {
  const bread = await addGoods(shop, location, { name: 'Bread', price: 300, localPrice: 280, stock: 12 });

  const verdict = await explain(bread);

  expect(verdict).toMatchObject({ sellable: true, price: 280, available: 12 });
  expect(blockedBy(verdict.checks)).toEqual([]);
  expect(verdict.checks.find(({ key }) => key === 'price')!.text).toBe("$2.80, the store's price");
});

test('names an inactive category three levels up, so that staff can fix the right one', async () => {
  const top = await addCategory(shop, { name: 'Pantry' });
  const middle = await addCategory(shop, { name: 'Baking', parentId: top });
  const leaf = await addCategory(shop, { name: 'Flour', parentId: middle });
  const flour = await addGoods(shop, location, { categoryId: leaf });
  await runSql(shop, `UPDATE categories SET status = false WHERE id = '${top}'`);

  const verdict = await explain(flour);

  expect(blockedBy(verdict.checks)).toEqual(['category']);
  expect(verdict.checks.find(({ key }) => key === 'category')!.about).toEqual({ _id: top, name: 'Pantry' });
  expect(await isTakenByBasket(flour)).toBe(false);
});

test('lists all reasons that block a sale', async () => {
  const milk = await addGoods(shop, location, { status: false, assigned: false, stock: 0 });

  const verdict = await explain(milk);

  expect(verdict.sellable).toBe(false);
  expect(blockedBy(verdict.checks)).toEqual(['subProduct', 'assigned', 'stock']);
});

test('counts expired stock as unsellable', async () => {
  const yoghurt = await addGoods(shop, location, { stock: 4, expiresOn: '2020-01-31' });
  const before = await explain(yoghurt);
  await receive(shop, location, yoghurt, { quantity: 3, expiresOn: '2999-01-31' });
  const after = await explain(yoghurt);

  expect(blockedBy(before.checks)).toEqual(['stock', 'expiry']);
  expect(after).toMatchObject({ sellable: true, available: 3 });
  const notice = { key: 'expiry', state: 'notice', text: '4 expired. Remove it from the shelf' };
  expect(after.checks).toContainEqual(expect.objectContaining(notice));
});

test('always agrees with a basket', async () => {
  const closed = await addOrderLocation(shop, { status: false });
  const never = await addOrderLocation(shop, { openingHours: { monday: [] } });
  const cases: [string, number, string][] = [
    [await addGoods(shop, location), 1, location],
    [await addGoods(shop, location, { minPerOrder: 2 }), 2, location],
    [await addGoods(shop, location, { minPerOrder: 3, maxPerOrder: 2 }), 3, location],
    [await addGoods(shop, location, { minPerOrder: 12, stock: 11 }), 12, location],
    [await addGoods(shop, location, { byWeight: true, stock: 0.5 }), 0.001, location],
    [await addGoods(shop, location, { stock: 0 }), 1, location],
    [await addGoods(shop, location, { assigned: false }), 1, location],
    [await addGoods(shop, location, { status: false }), 1, location],
    [await addGoods(shop, closed), 1, closed],
    [await addGoods(shop, never), 1, never],
  ];

  for (const [id, least, place] of cases) {
    const verdict = await explain(id, place);

    expect(verdict.sellable).toBe(await isTakenByBasket(id, least, place));
    expect(verdict.sellable).toBe(blockedBy(verdict.checks).length === 0);
  }
});

describe('tax', () => {
  const taxOf = async (subProductId: string, person = manager) => {
    const { checks, sellable } = await explain(subProductId, location, person);
    const { state, text, about } = checks.find(({ key }) => key === 'tax')!;
    return { state, text, about, sellable };
  };

  test('shows the rate that a basket is charged, and its source', async () => {
    const dairy = await addCategory(shop, { name: 'Dairy', taxIds: [await addTax(shop, 8.25)] });
    const cheese = await addCategory(shop, { name: 'Cheese', parentId: dairy });
    const snacks = await addCategory(shop, { name: 'Snacks' });
    const body = { version: 1, changes: [{ categoryId: snacks, taxRate: 2.5 }] };
    await manager.do(locationRateRoutes.edit, { params: { id: location }, body });
    const taxIds = [await addTax(shop, 4), await addTax(shop, 0.125), await addTax(shop, 50, false)];
    const brie = await addGoods(shop, location, { categoryId: cheese, price: 10_000 });
    const chips = await addGoods(shop, location, { categoryId: snacks, price: 10_000 });
    const soda = await addGoods(shop, location, { categoryId: snacks, price: 10_000, taxIds });

    const [ofDairy, ofStore] = ['8.25%, set on “Dairy”', "2.5%, the store's rate for “Snacks”"];
    expect(await taxOf(brie)).toMatchObject({ state: 'ok', text: ofDairy, about: { _id: dairy } });
    expect(await taxOf(chips)).toMatchObject({ state: 'ok', text: ofStore, about: { _id: location } });
    expect(await taxOf(soda)).toMatchObject({ state: 'ok', text: '4.125%, set on the product' });
    const lines = [brie, chips, soda].map((id) => ({ subProductId: id, quantity: 1, locationId: location }));
    const quote = await manager.do(mainOrderRoutes.quote, { body: basketOf({ lines }) });
    expect(quote.taxTotal).toBe(825 + 250 + 413);
  });

  test('points out a missing or inactive tax without blocking the sale', async () => {
    const inactive = await addTax(shop, 8, false);
    const wine = await addCategory(shop, { name: 'Wine', taxIds: [inactive] });
    const merlot = await addGoods(shop, location, { categoryId: wine });
    const bread = await addGoods(shop, location);
    const rye = await addGoods(shop, location, { taxIds: [inactive] });
    const { subProduct } = await explain(rye);

    const pointedOut = { sellable: true, state: 'notice' };
    expect(await taxOf(bread)).toEqual({
      ...pointedOut,
      text: "No tax is set. It's sold at 0%",
      about: { _id: location, name: expect.any(String) },
    });
    expect(await taxOf(merlot)).toEqual({
      ...pointedOut,
      text: "Every tax set on “Wine” is inactive. It's sold at 0%",
      about: { _id: wine, name: 'Wine' },
    });
    expect(await taxOf(rye)).toMatchObject({
      ...pointedOut,
      text: "Every tax set on the product is inactive. It's sold at 0%",
      about: { _id: subProduct.productId },
    });
  });

  test('explains the tax to users of the location', async () => {
    const tea = await addGoods(shop, location, { taxIds: [await addTax(shop, 6)] });
    const owner = await shop.signIn({ permissions: ['sub_product_view'], locations: [location] });

    expect(await taxOf(tea, owner)).toMatchObject({ state: 'ok', text: '6%, set on the product' });
  });
});

test('defaults to the location of its users and hides other locations', async () => {
  const elsewhere = await addOrderLocation(shop);
  const rice = await addGoods(shop, elsewhere);
  const owner = await shop.signIn({ permissions: ['sub_product_view'], locations: [location] });

  const own = await explain(rice, undefined, owner);
  const query = { locationId: elsewhere };
  const other = await owner.call(sellabilityRoutes.show, { params: { id: rice }, query });

  expect(blockedBy(own.checks)).toEqual(['assigned', 'stock']);
  expect(other.status).toBe(404);
});

test('requires a location if there are several', async () => {
  const tea = await addGoods(shop, location);

  const got = await manager.call(sellabilityRoutes.show, { params: { id: tea }, query: {} });

  expect(got.status).toBe(400);
  expect(got.body.error?.fields).toEqual([{ path: 'locationId', message: 'Location is required' }]);
});
