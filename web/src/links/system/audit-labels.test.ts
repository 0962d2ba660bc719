import { expect, test } from 'vitest';
import { changesText, historyDeed, inWords, shownValue } from './audit-labels.ts';

test('formats API names as words', () => {
  expect(inWords('apiKeys')).toBe('API keys');
  expect(inWords('assign-roles')).toBe('Assign roles');
});

test('says what the actor did in the history of a record', () => {
  const entry = {
    _id: 'e1',
    at: '2026-11-20T10:00:00.000Z',
    userId: null,
    actorName: 'Nora Ellis',
    recordId: 'u1',
    locationId: null,
    before: null,
    after: null,
    resource: 'users',
  };

  expect(historyDeed({ ...entry, action: 'signedIn' }, 'Ben Reed')).toBe('signed in');
  expect(historyDeed({ ...entry, action: 'signInFailed' }, 'Ben Reed')).toBe('· Sign-in failed for Ben Reed');
});

test('formats counts with separators', () => {
  const [before, after] = [{ coinBalance: 1577 }, { coinBalance: 1777 }];

  expect(changesText({ action: 'adjustCoins', resource: 'customers', before, after })).toBe(
    'Coin balance: 1,577 → 1,777',
  );
});

test('shows the details of an action without a previous record, in words', () => {
  const after = {
    number: 'S-2036',
    method: 'bankTransfer',
    reference: null,
    paidOn: '2026-11-30',
    amount: 409_691,
  };

  expect(changesText({ action: 'payout', resource: 'statements', before: null, after })).toBe(
    'Method: Bank transfer, Paid on: 11/30/2026',
  );
});

test('separates the number of an address line', () => {
  const after = { address: { line2: 'Unit 4' } };

  expect(
    changesText({ action: 'edit', resource: 'orders', before: { address: { line2: 'Unit 2' } }, after }),
  ).toBe('Address line 2: Unit 2 → Unit 4');
});

test('shows old and new values of the first changes and counts the others', () => {
  const before = { name: 'Rye', price: 400, status: true, unit: 'each' };

  expect(
    changesText({ action: 'edit', resource: 'subProducts', before, after: { ...before, price: 440 } }),
  ).toBe('Price: $4.00 → $4.40');
  expect(
    changesText({
      action: 'edit',
      resource: 'subProducts',
      before,
      after: { name: 'Oat', price: 1, status: false, unit: 'lb' },
    }),
  ).toBe('Name: Rye → Oat, Price: $4.00 → $0.01, 2 more');
});

test('names lists and objects without their values, and shows no changes of a new record', () => {
  expect(
    changesText({
      action: 'edit',
      resource: 'categories',
      before: { taxIds: ['a'] },
      after: { taxIds: ['a', 'b'] },
    }),
  ).toBe('Tax');
  expect(changesText({ action: 'create', resource: 'brands', before: null, after: { name: 'Oatly' } })).toBe(
    '',
  );
});

test('truncates long values', () => {
  const after = { description: 'x'.repeat(300) };

  expect(
    changesText({ action: 'edit', resource: 'taxes', before: { description: '' }, after }).length,
  ).toBeLessThan(80);
});

test('shows a status by its label, dates, and other values unchanged', () => {
  expect(shownValue('transfers', 'status', 'inTransit')).toBe('On its way');
  expect(shownValue('statements', 'from', '2026-11-01')).toBe('11/01/2026');
  expect(shownValue('subProducts', 'sku', 'iPhone')).toBe('iPhone');
  expect(shownValue('orders', 'status', 'outOfDelivery')).toBe('Out for delivery');
  expect(shownValue('brands', 'status', true)).toBe('Yes');
});

test("omits fields that the previous record didn't have", () => {
  const before = { status: 'refundProcessing' };

  expect(
    changesText({ action: 'edit', resource: 'orders', before, after: { status: 'refunded', amount: 449 } }),
  ).toBe('Status: Refund in progress → Refunded');
});
