import { customerRoutes } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { describe, expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { addLocation } from '../../../../test/stock-builders.ts';
import { decideBy, firstId, minutesAgo, refusalsOf, statesOf } from '../../../../test/sync-builders.ts';

const shop = await openShop();
const admin = await shop.signIn();
const permissions = ['customer_edit', 'customer_add'] as const;
const newKey = () => shop.withKey({ permissions });
const till = await newKey();

const sync = (rows: object[], person = till) => person.do(syncRoutes.customers, { body: { rows } });
let nth = 0;
function newPhone(): string {
  nth += 1;
  return `+1512555${String(nth).padStart(4, '0')}`;
}
const ada = (parts: object = {}) => ({ phone: newPhone(), firstName: 'Ada', lastName: 'Lovelace', ...parts });
const stored = (id: string) => admin.do(customerRoutes.show, { params: { id } });

test('adds a customer, and finds them by any spelling of the phone', async () => {
  const row = ada({ email: 'Ada@Example.com', marketingConsent: true });

  const got = await sync([row]);

  expect(statesOf(got)).toEqual(['created']);
  expect(await stored(firstId(got))).toMatchObject({
    phone: row.phone,
    email: 'ada@example.com',
    marketingConsent: true,
    marketingConsentHow: 'sync',
  });
  const spelled = `(512) 555-${row.phone.slice(-4)}`;
  expect(statesOf(await sync([{ ...row, phone: spelled }]))).toEqual(['same']);
  expect(statesOf(await sync([{ phone: spelled, lastName: 'King' }]))).toEqual(['changed']);
  expect(await stored(firstId(got))).toMatchObject({ firstName: 'Ada', lastName: 'King', phone: row.phone });
});

test('needs both names to add a customer, and accepts an empty last name', async () => {
  expect(refusalsOf(await sync([{ phone: newPhone(), firstName: 'Plato' }]))).toEqual([
    ['validation-failed', 'lastName'],
  ]);
  expect(statesOf(await sync([{ phone: newPhone(), firstName: 'Plato', lastName: '' }]))).toEqual([
    'created',
  ]);
  const editor = await shop.withKey({ permissions: ['customer_edit'] });
  expect(refusalsOf(await sync([ada()], editor))).toEqual([['not-allowed', undefined]]);
});

test('adds a customer once for two keys at once', async () => {
  const row = ada();
  const other = await newKey();

  const both = await Promise.all([sync([row]), sync([row], other)]);

  expect(both.flatMap(statesOf).sort()).toEqual(['created', 'same']);
});

test('refuses phones and emails of other customers, and two rows about one', async () => {
  const [one, two] = [ada({ email: 'one@example.com', externalId: 'c-1' }), ada()];
  await sync([one, two]);

  const got = await sync([
    { externalId: 'c-1', phone: two.phone },
    ada({ email: 'ONE@example.com' }),
    ada({ email: 'both@example.com' }),
    ada({ email: 'both@example.com' }),
  ]);
  expect(refusalsOf(got)).toEqual([
    ['duplicate', 'phone'],
    ['duplicate', 'email'],
    ['duplicate', 'email'],
    ['duplicate', 'email'],
  ]);
  expect(refusalsOf(await sync([{ phone: two.phone }, { phone: two.phone, lastName: 'King' }]))).toEqual([
    ['duplicate-in-call', undefined],
    ['duplicate-in-call', undefined],
  ]);
});

test('finds a customer by external ID after the phone changed, with a second key, and in the list', async () => {
  const id = firstId(await sync([ada({ externalId: 'crm-77' })]));
  const second = await shop.withKey({ permissions, continues: till.userId });
  const phone = newPhone();

  expect((await sync([{ externalId: 'crm-77', phone }], second)).results[0]).toMatchObject({
    state: 'changed',
    _id: id,
  });
  expect((await stored(id)).phone).toBe(phone);
  const found = await admin.do(customerRoutes.list, { body: { search: 'CRM-77' } });
  expect(found.records.map(({ _id }) => _id)).toEqual([id]);
});

describe('consent', () => {
  test('is recorded with its time and source, and false by default', async () => {
    const updatedAt = minutesAgo(10);
    const row = ada();
    const id = firstId(await sync([row]));
    expect(await stored(id)).toMatchObject({ marketingConsent: false, marketingConsentAt: null });

    await sync([{ phone: row.phone, marketingConsent: true, updatedAt }]);

    const { marketingConsentAt, ...after } = await stored(id);
    expect(after).toMatchObject({ marketingConsent: true, marketingConsentHow: 'sync' });
    expect(Date.parse(marketingConsentAt!)).toBe(Date.parse(updatedAt));
  });

  test('stays withdrawn unless the customer gave it again later', async () => {
    const row = ada({ marketingConsent: true });
    const id = firstId(await sync([row]));
    const { version } = await stored(id);
    await admin.do(customerRoutes.edit, {
      params: { id },
      body: { marketingConsent: false, marketingConsentHow: 'phone', version },
    });

    const outdated = await sync([row]);

    expect(outdated.results[0]).toMatchObject({
      state: 'same',
      lost: [{ field: 'marketingConsent', kept: false }],
    });
    expect((await stored(id)).marketingConsent).toBe(false);
    expect(statesOf(await sync([{ ...row, updatedAt: minutesAgo(5) }]))).toEqual(['same']);
    expect(statesOf(await sync([{ ...row, updatedAt: minutesAgo(-1) }]))).toEqual(['changed']);
    expect((await stored(id)).marketingConsent).toBe(true);
  });
});

test('keeps names in Aisle, and reports the lost ones', async () => {
  const key = await newKey();
  await decideBy(shop, key, 'customers', { firstName: 'aisle', email: 'newest' });
  const row = { ...ada(), updatedAt: minutesAgo(30) };
  const id = firstId(await sync([row], key));

  const got = await sync(
    [{ ...row, firstName: 'A.', email: 'a@example.org', updatedAt: minutesAgo(20) }],
    key,
  );
  const older = await sync([{ ...row, email: 'b@example.org', updatedAt: minutesAgo(25) }], key);

  expect(got.results[0]).toMatchObject({ state: 'changed', lost: [{ field: 'firstName', kept: 'Ada' }] });
  expect(older.results[0]).toMatchObject({
    state: 'same',
    lost: [{ field: 'email', kept: 'a@example.org' }],
  });
  expect(await stored(id)).toMatchObject({ firstName: 'Ada', email: 'a@example.org' });
});

test('keeps erased customers erased, and their data out of refused rows', async () => {
  const row = ada({ externalId: 'gone', firstName: 'Zephyrine', email: 'zephyrine@example.org' });
  const id = firstId(await sync([row]));
  await sync([{ ...row, phone: newPhone(), externalId: 'wrong', lastName: 5 }]);
  await shop.sql`UPDATE sessions SET confirmed_at = now()`;
  await shop.jobs.start();
  await admin.do(customerCareRoutes.erase, { params: { id }, body: {} });

  const got = await sync([row]);

  expect(refusalsOf(got)).toEqual([['customers.erased', undefined]]);
  expect((await stored(id)).firstName).toBe('Erased');
  const kept = await shop.sql<{
    row: object;
  }>`SELECT row FROM sync_refusals WHERE row ->> 'externalId' IN ('gone', 'wrong')`;
  expect(kept).toEqual([{ row: { externalId: 'gone' } }]);
});

describe('keys of certain locations', () => {
  test('add and change the records of their locations only', async () => {
    const [here, there] = [
      await addLocation(shop, { name: 'Here' }),
      await addLocation(shop, { name: 'There' }),
    ];
    const [keyHere, keyThere] = [
      await shop.withKey({ permissions, locations: [here] }),
      await shop.withKey({ permissions, locations: [there] }),
    ];
    const row = ada({ externalId: 'shared' });

    expect(statesOf(await sync([row], keyHere))).toEqual(['created']);
    expect(statesOf(await sync([{ ...row, firstName: 'Grace' }], keyThere))).toEqual(['created']);
    expect(
      statesOf(await sync([{ externalId: 'shared', lastName: 'King', marketingConsent: true }], keyHere)),
    ).toEqual(['changed']);
    expect(statesOf(await sync([{ ...row, lastName: 'King' }], keyHere))).toEqual(['same']);

    const records = await shop.sql<{ name: string; consent: boolean }>`
      SELECT first_name || ' ' || last_name AS name, marketing_consent AS consent FROM customer_locations
      WHERE phone = ${row.phone} ORDER BY since`;
    expect(records).toEqual([
      { name: 'Ada King', consent: true },
      { name: 'Grace Lovelace', consent: false },
    ]);
  });
});
