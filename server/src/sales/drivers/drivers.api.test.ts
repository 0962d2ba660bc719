import { driverRoutes } from '@aisle/contract/sales/drivers';
import { expect, test } from 'vitest';
import { addDriver, addWholeDriver, offer, orderToDeliver, tripPage } from '../../../test/driver-builders.ts';
import { addOrderLocation, openStore } from '../../../test/order-builders.ts';
import { pngOf } from '../../../test/people-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';

const { list, create, edit, remove, view, dropdown, updateStatus } = driverRoutes;

const { shop, manager: admin, location: here, goods: milk } = await openStore();
const there = await addOrderLocation(shop);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');

test('finds a new driver by name, phone or plate, initially available', async () => {
  const driver = await addWholeDriver(admin, here, {
    name: 'Sam Okonkwo',
    email: 'Sam@drivers.example',
    phone: '+1 512 777 2087',
    vehicle: { type: 'scooter', plate: '3F-2087' },
    licenceNumber: '12345678',
  });

  expect(driver).toMatchObject({
    email: 'sam@drivers.example',
    vehicle: { type: 'scooter', plate: '3F-2087' },
    locations: [{ _id: here }],
    availability: 'available',
    status: true,
    version: 1,
  });
  for (const search of ['okon', '777', '3f-20', 'sam@']) {
    const page = await admin.do(list, { body: { search } });
    expect(page.records.map(({ _id }) => _id)).toEqual([driver._id]);
  }
  const filters = { availability: 'available' as const, locationId: there };
  expect((await admin.do(list, { body: { filters } })).records).toEqual([]);
});

test('requires a name, a phone and an existing location', async () => {
  const empty = await admin.send(create, { body: {} });
  const body = { name: 'Lost', phone: '+1 512 555 0199', locationIds: [here, admin.userId] };
  const nowhere = await admin.call(create, { body });

  expect(empty.body.error?.fields?.map(({ path }) => path)).toEqual(['name', 'phone', 'locationIds']);
  expect(refusedField(nowhere)).toEqual([400, 'locationIds.1']);
});

test("stores a photo and documents at addresses that can't be guessed", async () => {
  const driver = await admin.do(create, {
    body: { name: 'Papers', phone: '+1 512 555 0101', locationIds: [here] },
    files: {
      photo: { name: 'me.png', bytes: await pngOf(600, 300) },
      documents: [
        { name: 'licence.pdf', bytes: pdf },
        { name: 'insurance.png', bytes: await pngOf(600, 300) },
      ],
    },
  });

  expect(driver.documents.map(({ name }) => name)).toEqual(['licence.pdf', 'insurance.png']);
  const got = await shop.server.inject(driver.documents[0]!.url);
  expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(got.rawPayload).toEqual(pdf);
  expect((await shop.server.inject(driver.documents[1]!.url)).headers['content-type']).toBe('image/webp');
  const forged = driver.documents[0]!.url.replace(/s=[^&]{4}/, 's=AAAA');
  expect((await shop.server.inject(forged)).statusCode).toBe(404);

  const less = await admin.do(edit, {
    params: { id: driver._id },
    body: { version: 1, removeDocuments: [driver.documents[0]!._id], removePhoto: true },
  });
  expect(less).toMatchObject({ photo: null, documents: [{ name: 'insurance.png' }], version: 2 });
});

test('rejects a document that is neither a PDF nor a picture', async () => {
  const refused = await admin.call(create, {
    body: { name: 'Liar', phone: '+1 512 555 0102', locationIds: [here] },
    files: { documents: { name: 'licence.pdf', bytes: Buffer.from('MZ nothing good') } },
  });

  expect(refused.status).toBe(415);
});

test('merges concurrent edits of different fields by users of one location', async () => {
  const people = { permissions: ['driver_edit' as const], locations: [here] };
  const [owner, clerk] = [await shop.signIn(people), await shop.signIn(people)];
  const params = { id: await addDriver(admin, here) };
  await owner.do(edit, { params, body: { name: 'Renamed', version: 1 } });

  const beside = await clerk.call(edit, { params, body: { phone: '+1 512 555 0177', version: 1 } });
  const clash = await clerk.call(edit, { params, body: { name: 'Another', version: 1 } });

  expect(beside.data).toMatchObject({ name: 'Renamed', phone: '+15125550177', version: 3 });
  expect(beside.body.message).toBe('Saved, merged with changes by Ada Tester');
  expect(refusedField(clash)).toEqual([409, 'name']);
});

test('merges concurrent edits of different fields, including locations', async () => {
  const params = { id: await addDriver(admin, here) };
  await admin.do(edit, { params, body: { name: 'Renamed', version: 1 } });

  const beside = await admin.do(edit, { params, body: { phone: '+1 512 555 0177', version: 1 } });
  await admin.do(edit, { params, body: { locationIds: [there], version: 3 } });
  const clash = await admin.call(edit, { params, body: { locationIds: [here, there], version: 1 } });

  expect(beside).toMatchObject({ name: 'Renamed', phone: '+15125550177', version: 3 });
  expect(refusal(clash)).toEqual([409, 'version-stale']);
});

test('rejects an edit of an old version and returns the current driver', async () => {
  const id = await addDriver(admin, here);
  await admin.do(edit, { params: { id }, body: { name: 'First', version: 1 } });

  const late = await admin.call(edit, { params: { id }, body: { name: 'Second', version: 1 } });

  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ name: 'First', version: 2 });
});

test('removes an inactive driver from the choices', async () => {
  const { _id: id, name } = await addWholeDriver(admin, here, { name: 'Resting' });
  expect(await admin.do(dropdown, { query: { search: name, locationId: here } })).toHaveLength(1);
  expect(await admin.do(dropdown, { query: { search: name, locationId: there } })).toEqual([]);

  await admin.do(updateStatus, { params: { id }, body: { status: false } });

  expect(await admin.do(dropdown, { query: { search: name } })).toEqual([]);
});

test('limits an owner to the drivers of their location and rejects moving them to another', async () => {
  const [mine, foreign] = [await addDriver(admin, here), await addDriver(admin, there)];
  const shared = await addDriver(admin, here, { locationIds: [here, there] });
  const permissions = ['driver_add' as const, 'driver_edit' as const, 'driver_delete' as const];
  const owner = await shop.signIn({ permissions, locations: [here] });

  const seen = (await owner.do(list, { body: { limit: 100 } })).records.map(({ _id }) => _id);
  expect(seen).toEqual(expect.arrayContaining([mine, shared]));
  expect(seen).not.toContain(foreign);
  expect((await owner.call(view, { params: { id: foreign } })).status).toBe(404);
  expect((await owner.do(view, { params: { id: shared } })).locations.map(({ _id }) => _id)).toEqual([here]);

  const moved = await owner.call(edit, { params: { id: mine }, body: { version: 1, locationIds: [there] } });
  expect(refusedField(moved)).toEqual([400, 'locationIds.0']);
  const renamed = { version: 1, name: 'Renamed', locationIds: [here] };
  await owner.do(edit, { params: { id: shared }, body: renamed });
  const whole = await admin.do(view, { params: { id: shared } });
  expect(whole.locations.map(({ _id }) => _id).sort()).toEqual([here, there].sort());

  const removed = await owner.call(remove, { params: { id: shared } });
  expect(removed.body.message).toBe('Renamed is in use: 1 other store');
  await owner.do(remove, { params: { id: mine } });
});

test('rejects deletion and a new availability during a delivery and counts past deliveries', async () => {
  const driver = await addWholeDriver(admin, here, { name: 'Busy Bee' });
  const params = { id: driver._id };
  const order = await orderToDeliver(admin, here, milk);
  const { link } = await offer(admin, driver._id, order);
  const trip = tripPage(shop, link);
  await trip.accept();

  const during = await admin.call(remove, { params });
  const offline = await admin.call(edit, { params, body: { version: 1, availability: 'offline' } });
  const shown = await admin.do(view, { params });
  await trip.giveUp(shown.current[0]!._id);
  const after = await admin.call(remove, { params });

  expect(refusal(during)).toEqual([409, 'drivers.under-way']);
  expect(refusal(offline)).toEqual([409, 'drivers.under-way']);
  const current = [{ orderNumber: order.number, status: 'accepted', endedAt: null }];
  expect(shown).toMatchObject({ availability: 'busy', version: 1, current });
  expect(after.body.message).toBe('Busy Bee is in use: 1 delivery');
  expect(await admin.do(view, { params })).toMatchObject({
    availability: 'available',
    onTimeShare: null,
    current: [],
    past: [{ status: 'gaveUp' }],
  });
});
