import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addSubProduct } from '../../../test/catalogue-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation, dayAt } from '../../../test/stock-builders.ts';

const { list, create, edit, remove, view, dropdown, updateStatus } = vendorRoutes;

const shop = await openShop();
const admin = await shop.signIn();

const receive = async (locationId: string, vendorId: string) =>
  admin.do(inventoryRoutes.create, {
    body: { locationId, vendorId, subProductId: await addSubProduct(shop), quantity: 2.5, costPrice: 101 },
  });

test('finds a new vendor by name, contact or email', async () => {
  const vendor = await admin.do(create, {
    body: { name: 'Hill Country Farms', contact: 'Rosa Field', email: 'Rosa@Hill.example', phone: '' },
  });

  expect(vendor).toMatchObject({ email: 'rosa@hill.example', phone: null, status: true, version: 1 });
  for (const search of ['country', 'rosa f', 'hill.ex']) {
    const page = await admin.do(list, { body: { search } });
    expect(page.records.map((found) => found._id)).toEqual([vendor._id]);
  }
});

test('allows only digits and hyphens in the tax number of a vendor in the US', async () => {
  const address = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' };
  const vendor = await admin.do(create, { body: { name: 'Tax Farm', address, taxNumber: '74-1234567' } });
  const wrong = { status: 400, field: { path: 'taxNumber', message: 'Only digits and hyphens are allowed' } };
  const answer = async (sent: ReturnType<typeof admin.call>) => {
    const { status, body } = await sent;
    return { status, field: body.error?.fields?.[0] };
  };

  expect(
    await answer(admin.call(create, { body: { name: 'Tax Mill', address, taxNumber: '74-12A' } })),
  ).toEqual(wrong);
  const params = { id: vendor._id };
  expect(await answer(admin.call(edit, { params, body: { taxNumber: 'DE123456789', version: 1 } }))).toEqual(
    wrong,
  );
  const abroad = { ...address, city: 'München', state: 'Bayern', postalCode: '80331' };
  await admin.do(edit, { params, body: { taxNumber: 'DE123456789', address: abroad, version: 1 } });
  expect(await answer(admin.call(edit, { params, body: { address, version: 2 } }))).toEqual(wrong);
});

test('rejects duplicate names regardless of spaces and accent encoding', async () => {
  await admin.do(create, { body: { name: 'Peña Verde' } });

  for (const name of ['Pen\u0303a Verde', 'Peña  Verde', 'Peña\u00a0Verde', 'peña ver\u200bde\u200f']) {
    const { status, body } = await admin.call(create, { body: { name } });
    expect([name, status, body.error?.fields?.[0]?.path]).toEqual([name, 409, 'name']);
  }
});

test('rejects a duplicate name', async () => {
  await admin.do(create, { body: { name: 'Twice' } });

  expect((await admin.call(create, { body: { name: 'tWICE' } })).paths[0]).toBe('name');
});

test('merges an edit of an outdated version unless the same field changed since', async () => {
  const vendor = await admin.do(create, { body: { name: 'Shared' } });
  const params = { id: vendor._id };
  await admin.do(edit, { params, body: { paymentTerms: 'Net 30', version: 1 } });

  const late = await admin.call(edit, { params, body: { paymentTerms: 'Net 10', version: 1 } });
  const merged = await admin.call(edit, { params, body: { contact: 'Ada Mill', version: 1 } });

  expect(late.status).toBe(409);
  expect(late.paths[0]).toBe('paymentTerms');
  expect(late.body.data).toMatchObject({ name: 'Shared', paymentTerms: 'Net 30', version: 2 });
  expect(merged.data).toMatchObject({ contact: 'Ada Mill', paymentTerms: 'Net 30', version: 3 });
});

test("shows a vendor's receipts, and rejects deleting the vendor afterwards", async () => {
  const place = await addLocation(shop);
  const vendor = await admin.do(create, { body: { name: 'Received' } });
  const unused = await admin.do(create, { body: { name: 'Unused' } });
  await receive(place, vendor._id);
  const params = { id: vendor._id };

  const shown = await admin.do(view, { params });
  const refused = await admin.call(remove, { params });
  await admin.do(remove, { params: { id: unused._id } });

  expect(shown).toMatchObject({
    receiptCount: 1,
    spend: 253,
    locations: [{ _id: place, receipts: 1, spend: 253 }],
    shelfDays: null,
    expiredWaste: { lots: 0, cost: 0, share: null },
  });
  expect(shown.months).toHaveLength(12);
  expect(shown.months.at(-1)).toEqual({
    month: new Date().toISOString().slice(0, 7),
    receipts: 1,
    spend: 253,
  });
  expect(shown.lastReceipts).toEqual([expect.objectContaining({ quantity: 2.5, costPrice: 101 })]);
  expect(refused).toMatchObject({ status: 409, message: 'Received is in use: 1 receipt' });
  expect((await admin.call(view, { params: { id: unused._id } })).status).toBe(404);
});

test('counts waste after expiration against the vendor, but not earlier damage', async () => {
  const place = await addLocation(shop);
  const vendor = await admin.do(create, { body: { name: 'Short dates' } });
  const subProductId = await addSubProduct(shop);
  const lot = (expiresOn: string) =>
    admin.do(inventoryRoutes.create, {
      body: {
        locationId: place,
        vendorId: vendor._id,
        subProductId,
        quantity: 10,
        costPrice: 100,
        expiresOn,
      },
    });
  const expired = await lot(await dayAt(shop, place, -2));
  const fresh = await lot(await dayAt(shop, place, 6));
  for (const [lotId, quantity] of [
    [expired._id, -4],
    [fresh._id, -1],
  ] as const) {
    await admin.do(inventoryRoutes.adjust, {
      body: { locationId: place, subProductId, lotId, quantity, reason: 'waste' },
    });
  }

  const shown = await admin.do(view, { params: { id: vendor._id } });

  expect(shown.shelfDays).toBe(2);
  expect(shown.expiredWaste).toEqual({ lots: 1, cost: 400, share: 20 });
});

test('counts a delivery on its promised day as on time regardless of lots, and ignores undated ones', async () => {
  const place = await addLocation(shop);
  const vendor = await admin.do(create, { body: { name: 'Punctual now and then' } });
  const subProductId = await addSubProduct(shop);
  const deliver = (expectedOn?: string) =>
    admin.do(inventoryRoutes.bulkCreate, {
      body: {
        locationId: place,
        vendorId: vendor._id,
        rows: [
          { subProductId, quantity: 1 },
          { subProductId, quantity: 2 },
        ],
        ...(expectedOn && { expectedOn }),
      },
    });
  await deliver();
  await deliver(await dayAt(shop, place, 0));
  await deliver(await dayAt(shop, place, 3));
  await deliver(await dayAt(shop, place, -1));

  const shown = await admin.do(view, { params: { id: vendor._id } });

  expect(shown.onTime).toEqual({ promised: 3, onTime: 2, share: 66.7 });
});

test('hides an inactive vendor from receipts', async () => {
  const vendor = await admin.do(create, { body: { name: 'Sleeping' } });
  await admin.do(updateStatus, { params: { id: vendor._id }, body: { status: false } });

  expect(await admin.do(dropdown, { query: { search: 'sleep' } })).toEqual([]);
});

test('shows store users the vendors of their location with its spend, read-only', async () => {
  const [mine, other] = [await addLocation(shop), await addLocation(shop)];
  const both = await admin.do(create, { body: { name: 'Both' } });
  const foreign = await admin.do(create, { body: { name: 'Foreign' } });
  await receive(mine, both._id);
  await receive(other, both._id);
  await receive(other, foreign._id);
  const owner = await shop.signIn({
    permissions: ['vendor_view', 'vendor_add', 'vendor_edit', 'vendor_delete'],
    locations: [mine],
  });

  expect((await owner.do(list)).records.map((vendor) => vendor.name)).toEqual(['Both']);
  expect((await owner.do(view, { params: { id: both._id } })).receiptCount).toBe(1);
  expect((await owner.call(view, { params: { id: foreign._id } })).status).toBe(404);
  expect((await owner.call(create, { body: { name: 'Mine' } })).status).toBe(403);
  expect((await owner.call(edit, { params: { id: both._id }, body: { version: 1 } })).status).toBe(403);
});
