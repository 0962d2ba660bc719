import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, addTax } from '../../../test/catalogue-builders.ts';
import { addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person, type Sent } from '../../../test/shop.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import { blankEvents } from '../../system/erasure/erasure.queries.ts';
import { prune } from '../../system/jobs/periodic.queries.ts';

// Two users edit the same record: changes of different fields merge, changes of the same field conflict.

const shop = await openShop();
const ana = await shop.signIn();
const ben = await shop.signIn({ permissions: ['product_edit'] });

type Body = NonNullable<Sent<typeof productRoutes.edit>['body']>;
const edit = (person: Person, id: string, body: Body) =>
  person.call(productRoutes.edit, { params: { id }, body });

test('merges edits of different fields, and reports it in the response', async () => {
  const id = await addProduct(shop, { name: 'Milk' });
  await edit(ana, id, { version: 1, description: 'Fresh from Texas' });

  const late = await edit(ben, id, { version: 1, name: 'Whole milk' });

  expect(late.status).toBe(200);
  expect(late.data).toMatchObject({ name: 'Whole milk', description: 'Fresh from Texas', version: 3 });
  expect(late.message).toBe('Saved, merged with changes by Ada Tester');
});

test('rejects an edit of a field changed since, with the field and the record', async () => {
  const id = await addProduct(shop, { name: 'Milk' });
  await edit(ana, id, { version: 1, name: 'Oat milk', badge: 'newArrival' });

  const late = await edit(ben, id, { version: 1, name: 'Soy milk', description: 'Mine' });

  expect(late.status).toBe(409);
  expect(late.body.error).toMatchObject({
    code: 'version-stale',
    fields: [{ path: 'name', message: 'Ada Tester changed this while you were editing' }],
  });
  expect(late.data).toMatchObject({ name: 'Oat milk', description: null, version: 2 });
});

test('rejects a full form with outdated values, even if it repeats the same change', async () => {
  const id = await addProduct(shop, { name: 'Milk' });
  await edit(ana, id, { version: 1, name: 'Oat milk' });

  const whole = await edit(ben, id, { version: 1, name: 'Milk', description: 'Mine' });
  const same = await edit(ben, id, { version: 1, name: 'Oat milk' });

  expect([whole.status, same.status]).toEqual([409, 409]);
});

test('merges with status switches, new pictures and edits several versions later', async () => {
  const id = await addProduct(shop);
  const switching = { params: { id }, body: { status: false } };
  await ana.do(productRoutes.updateStatus, switching);
  await edit(ana, id, { version: 2, tags: ['cold'] });

  const late = await edit(ben, id, { version: 1, description: 'Mine' });

  expect(late.data).toMatchObject({ status: false, tags: ['cold'], description: 'Mine', version: 4 });
});

test.each([
  ['taxIds', async () => ({ taxIds: [await addTax(shop)] }), { taxIds: [] }],
  [
    'specifications',
    async () => ({ specifications: { Origin: 'Texas' } }),
    { specifications: { Origin: 'Iowa' } },
  ],
  ['brandId', async () => ({ brandId: await addBrand(shop) }), { brandId: null }],
])('rejects conflicting changes of %s like any field', async (path, first, second) => {
  const categoryId = await addCategory(shop, {
    specifications: [{ name: 'Origin', type: 'text', options: [], required: false }],
  });
  const id = await addProduct(shop, { categoryId });
  expect((await edit(ana, id, { version: 1, ...(await first()) })).status).toBe(200);

  expect((await edit(ben, id, { version: 1, ...second })).paths).toEqual([path]);
});

test('rejects a version that never existed', async () => {
  const id = await addProduct(shop);

  expect((await edit(ana, id, { version: 7, description: 'Mine' })).status).toBe(409);
});

test('rejects an outdated edit if the log lacks a change', async () => {
  const id = await addProduct(shop);
  await shop.sql`UPDATE products SET description = 'By hand' WHERE id = ${id}`;

  expect((await edit(ana, id, { version: 1, name: 'Mine' })).status).toBe(409);
});

/** Simulates a job that writes one field of a product and records nothing else. */
const retag = (id: string) =>
  shop.look(async (tx) => {
    await tx
      .updateTable('products')
      .set({ tags: ['cold'] })
      .where('id', '=', id)
      .execute();
    await recordChange(
      tx,
      { userId: null, name: 'Bulk edit' },
      {
        resource: 'products',
        action: 'edit',
        recordId: id,
        version: 2,
        before: { tags: [] },
        after: { tags: ['cold'] },
      },
    );
  });

test('merges with an edit that recorded only a part of the record', async () => {
  const id = await addProduct(shop);
  await retag(id);

  const same = await edit(ben, id, { version: 1, tags: ['warm'] });
  const other = await edit(ben, id, { version: 1, description: 'Mine' });

  expect(same.paths).toEqual(['tags']);
  expect(other.data).toMatchObject({ tags: ['cold'], description: 'Mine', version: 3 });
  expect(other.message).toBe('Saved, merged with changes by Bulk edit');
});

test('merges with an edit whose values were erased', async () => {
  const id = await addProduct(shop);
  await edit(ana, id, { version: 1, description: 'Ask Ada' });
  await shop.look(async (tx) => {
    await blankEvents(tx, [id], ['Ada']);
    await sql`SELECT blank_audit('products', ${[id]}::uuid[])`.execute(tx);
  });

  const same = await edit(ben, id, { version: 1, description: 'Mine' });
  const other = await edit(ben, id, { version: 1, name: 'Milk' });

  expect(same.paths).toEqual(['description']);
  expect(other.data).toMatchObject({ name: 'Milk', description: 'Ask Ada', version: 3 });
});

test('rejects an outdated edit after the previous values were deleted', async () => {
  const id = await addProduct(shop);
  await edit(ana, id, { version: 1, description: 'Fresh' });
  await shop.db.owner.query(`UPDATE changes SET at = now() - interval '8 days' WHERE record_id = '${id}'`);
  await shop.look(prune);

  expect((await edit(ben, id, { version: 1, name: 'Mine' })).status).toBe(409);
});

test('saves two concurrent edits of different fields', async () => {
  const id = await addProduct(shop);

  const both = await Promise.all([
    edit(ana, id, { version: 1, name: 'Hers' }),
    edit(ben, id, { version: 1, description: 'His' }),
  ]);

  expect(both.map((one) => one.status)).toEqual([200, 200]);
  const now = await ana.do(productRoutes.show, { params: { id } });
  expect(now).toMatchObject({ name: 'Hers', description: 'His', version: 3 });
});

test('saves one of two concurrent edits of the same field', async () => {
  const id = await addProduct(shop);

  const both = await Promise.all([
    edit(ana, id, { version: 1, name: 'Hers' }),
    edit(ben, id, { version: 1, name: 'His' }),
  ]);

  expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
});

test('merges brands, categories, customers and locations the same way', async () => {
  const brand = await ana.do(brandRoutes.create, { body: { name: 'Acme' } });
  const category = await ana.do(categoryRoutes.create, { body: { name: 'Dairy' } });
  const customer = await ana.do(customerRoutes.create, {
    body: { firstName: 'Grace', lastName: 'Hopper', phone: '+1 512 555 0199' },
  });
  const location = await addOrderLocation(shop);
  const version = 1;
  const change = {
    brand: (body: object) =>
      ana.call(brandRoutes.edit, { params: { id: brand._id }, body: { version, ...body } }),
    category: (body: object) =>
      ana.call(categoryRoutes.edit, { params: { id: category._id }, body: { version, ...body } }),
    customer: (body: object) =>
      ana.call(customerRoutes.edit, {
        params: { id: customer._id },
        body: { version: customer.version, ...body },
      }),
    location: (body: object) =>
      ana.call(locationRoutes.edit, { params: { id: location }, body: { version, ...body } }),
  };
  const tried = [
    [await change.brand({ name: 'Acme Foods' }), await change.brand({ status: false })],
    [await change.category({ description: 'Cold' }), await change.category({ name: 'Milk' })],
    [await change.customer({ firstName: 'Ada' }), await change.customer({ lastName: 'Byron' })],
    [await change.location({ name: 'Uptown' }), await change.location({ acceptsPickup: false })],
  ];
  const again = [
    await change.brand({ name: 'Other' }),
    await change.category({ description: 'Other' }),
    await change.customer({ firstName: 'Other' }),
    await change.location({ name: 'Other' }),
  ];

  expect(tried.map((both) => both.map((one) => one.status))).toEqual(tried.map(() => [200, 200]));
  expect(again.map((one) => one.status)).toEqual([409, 409, 409, 409]);
});
