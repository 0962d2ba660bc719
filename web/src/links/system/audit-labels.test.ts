import { expect, test } from 'vitest';
import { changesText, inWords, sentenceOf, shownValue } from './audit-labels.ts';

const entry = { actorName: 'Nora Ellis', recordName: 'O-106064', before: null, after: null };
const ofOrder = (action: string, before: unknown, after: unknown) =>
  sentenceOf({ ...entry, resource: 'orders', action, before, after });

test('formats API names as words', () => {
  expect(inWords('apiKeys')).toBe('API keys');
  expect(inWords('assign-roles')).toBe('Assign roles');
});

test('includes the amount and order of a refund', () => {
  const refund = (status: string) => ofOrder('refund', null, { refund: 'r1', status, amount: 1158 });

  expect(refund('refundInitiated')).toBe('Nora Ellis started a refund of $11.58 on O-106064');
  expect(refund('refunded')).toBe('Nora Ellis refunded $11.58 on O-106064');
  expect(refund('refundFailed')).toBe('Nora Ellis recorded a failed refund of $11.58 on O-106064');
  expect(ofOrder('refund', null, { status: 'refunded' })).toBe('Nora Ellis made a refund on O-106064');
});

test('shows the new status of an order, or of its dispatch', () => {
  const before = { status: 'prepared', dispatchStatus: 'inQueue' };

  expect(ofOrder('step', before, { ...before, status: 'outOfDelivery' })).toBe(
    'Nora Ellis moved O-106064 to Out for delivery',
  );
  expect(ofOrder('step', before, { ...before, dispatchStatus: 'offQueue' })).toBe(
    'Nora Ellis moved O-106064 to Own staff delivery',
  );
});

test('names the return of an order, once it has a number', () => {
  const change = (after: object) => ofOrder('return', null, { return: 'r1', ...after });

  expect(change({ number: 'R-70015', status: 'requested' })).toBe(
    'Nora Ellis requested return R-70015 of O-106064',
  );
  expect(change({ number: 'R-70015', status: 'received' })).toBe(
    'Nora Ellis changed return R-70015 of O-106064 to Received',
  );
  expect(change({ status: 'requested' })).toBe('Nora Ellis requested a return of O-106064');
  expect(change({ note: 'Offered to Ben' })).toBe('Nora Ellis added a note to a return of O-106064');
});

test.each([
  ['details', 'Nora Ellis changed the details of O-106064'],
  ['takeOver', 'Nora Ellis took over the picking of O-106064'],
  ['note', 'Nora Ellis added a note to O-106064'],
  ['assigned', 'Nora Ellis changed the owner or the tags of O-106064'],
])('formats %s of an order', (action, sentence) => {
  expect(ofOrder(action, null, {})).toBe(sentence);
});

test('counts the coins that a customer got or lost', () => {
  const adjusted = (from: number, to: number) =>
    sentenceOf({
      ...entry,
      resource: 'customers',
      recordName: 'Olivia Peterson',
      action: 'adjustCoins',
      before: { coinBalance: from },
      after: { coinBalance: to, reason: 'Goodwill' },
    });

  expect(adjusted(1577, 1777)).toBe('Nora Ellis added 200 coins for Olivia Peterson');
  expect(adjusted(1, 0)).toBe('Nora Ellis removed 1 coin from Olivia Peterson');
  expect(
    changesText({ resource: 'customers', before: { coinBalance: 1577 }, after: { coinBalance: 1777 } }),
  ).toBe('Coin balance: 1,577 → 1,777');
});

test('says whether a customer was blocked', () => {
  const changed = (status: string) =>
    sentenceOf({
      ...entry,
      resource: 'customers',
      recordName: 'Ada Hart',
      action: 'status',
      after: { status },
    });

  expect(changed('blocked')).toBe('Nora Ellis blocked customer Ada Hart');
  expect(changed('active')).toBe('Nora Ellis unblocked customer Ada Hart');
});

test('separates the number of an address line', () => {
  const after = { address: { line2: 'Unit 4' } };

  expect(changesText({ resource: 'orders', before: { address: { line2: 'Unit 2' } }, after })).toBe(
    'Address line 2: Unit 2 → Unit 4',
  );
});

test.each([
  ['brands', 'create', 'Oatly', 'Nora Ellis added brand Oatly'],
  ['brands', 'delete', 'Oatly', 'Nora Ellis deleted brand Oatly'],
  ['users', 'assign-roles', 'Ben Reed', 'Nora Ellis changed the roles of user Ben Reed'],
  ['settings', 'edit', null, 'Nora Ellis edited the settings'],
  ['inventory', 'adjust', 'Rye Bread', 'Nora Ellis adjusted stock of Rye Bread'],
  ['payoutAccounts', 'reveal', 'Downtown', 'Nora Ellis viewed the full payout account of Downtown'],
  ['webhooks', 'delete', null, 'Nora Ellis deleted webhook'],
  ['newThings', 'do-it', null, 'Nora Ellis do it: new things'],
])('formats %s, %s of %s', (resource, action, recordName, sentence) => {
  expect(sentenceOf({ ...entry, resource, action, recordName })).toBe(sentence);
});

test('shows how many records a text normalization changed', () => {
  const after = { changed: 12, skipped: 1 };

  expect(
    sentenceOf({ ...entry, actorName: 'System', resource: 'settings', action: 'normalizeText', after }),
  ).toBe('System normalized stored text: 12 records changed, 1 possible duplicate');
});

test('shows old and new values of the first changes and counts the others', () => {
  const before = { name: 'Rye', price: 400, status: true, unit: 'each' };

  expect(changesText({ resource: 'subProducts', before, after: { ...before, price: 440 } })).toBe(
    'Price: $4.00 → $4.40',
  );
  expect(
    changesText({
      resource: 'subProducts',
      before,
      after: { name: 'Oat', price: 1, status: false, unit: 'lb' },
    }),
  ).toBe('Name: Rye → Oat, Price: $4.00 → $0.01, 2 more');
});

test('names lists and objects without their values, and shows no changes of a new record', () => {
  expect(
    changesText({ resource: 'categories', before: { taxIds: ['a'] }, after: { taxIds: ['a', 'b'] } }),
  ).toBe('Tax');
  expect(changesText({ resource: 'brands', before: null, after: { name: 'Oatly' } })).toBe('–');
});

test('truncates long values', () => {
  const after = { description: 'x'.repeat(300) };

  expect(changesText({ resource: 'taxes', before: { description: '' }, after }).length).toBeLessThan(80);
});

test('shows a status of an order by its label, and other values unchanged', () => {
  expect(shownValue('orders', 'status', 'outOfDelivery')).toBe('Out for delivery');
  expect(shownValue('brands', 'status', true)).toBe('Yes');
});

test("omits fields that the previous record didn't have", () => {
  const before = { status: 'refundProcessing' };

  expect(changesText({ resource: 'orders', before, after: { status: 'refunded', amount: 449 } })).toBe(
    'Status: Refund in progress → Refunded',
  );
});
