import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCategory, addSubProduct } from '../../test/catalogue-builders.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { codesTaken } from '../sub-products/sub-products.queries.ts';
import { addProductsInBulk } from './products-in-bulk.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('thousands of products go in at once, namesakes too, and come back in the order given', async () => {
  const categoryId = await addCategory(shop);
  const rows = Array.from({ length: 2500 }, (_, index) => ({
    name: `Bulk ${index % 1200}`,
    categoryId,
    sku: `P${index}`,
    price: 100 + index,
  }));

  const ids = await shop.look((tx) => addProductsInBulk(tx, rows));

  const found = await shop.look((tx) =>
    tx
      .selectFrom('sub_products as s')
      .innerJoin('products as p', 'p.id', 's.product_id')
      .select(['p.id as productId', 's.id as subProductId', 's.sku', 's.price', 'p.name', 'p.slug'])
      .execute(),
  );
  const bySku = new Map(found.map((row) => [row.sku, row]));
  expect(ids).toHaveLength(2500);
  expect(bySku.get('P2400')).toMatchObject({ ...ids[2400], name: 'Bulk 0', price: 2500 });
  expect(new Set(found.map((row) => row.slug)).size).toBe(2500);
});

test('an import can ask which SKUs and barcodes are taken', async () => {
  await addSubProduct(shop, { sku: 'Here-1', barcode: '96385074' });

  const taken = await shop.look((tx) =>
    codesTaken(tx, { skus: ['HERE-1', 'FREE-1'], barcodes: ['96385074', '036000291452'] }),
  );

  expect(taken).toEqual([{ sku: 'Here-1', barcode: '96385074' }]);
});
