import { expect, test } from 'vitest';
import { type AuditAction, auditSentence, auditSentences } from './audit-sentences.ts';

type Entry = Parameters<typeof auditSentence>[0];
const entryOf = (entry: Pick<Entry, 'resource' | 'action'> & Partial<Entry>): string =>
  auditSentence({ actorName: 'Nora Ellis', recordName: null, before: null, after: null, ...entry });

const actions = Object.entries(auditSentences).flatMap(([resource, { does }]) =>
  Object.keys(does).map((action) => [resource, action] as const),
);
/** "Nora Ellis paid …" or "Sign-in failed for …". */
const sentence = /^(Nora Ellis [a-z]+(ed|id|an|nt|ut|de|se|ept|ook) ?|Nora Ellis was refused |[A-Z][\w-]+ )/;
const internal = /[a-z][A-Z]|[{}[\]|:]|undefined|null|NaN| {2}|\w-(act|edit|lift|settle|undo)\b/;

test.each(actions)('describes %s %s in words, even without a name or values', (resource, action) => {
  const text = entryOf({ resource, action });

  expect(text).toMatch(sentence);
  expect(text).not.toMatch(internal);
  expect(text).not.toContain('changed a record');
});

test.each(actions)('names the record of %s %s, or says which one', (resource, action) => {
  const withName = entryOf({ resource, action, recordName: 'Oatly', locationName: 'Downtown' });

  expect(withName).toMatch(sentence);
  expect(withName).not.toMatch(internal);
});

test('has no sentence for actions that are not declared', () => {
  // @ts-expect-error The server can only record declared actions.
  const action: AuditAction<'brands'> = 'paint';

  expect(entryOf({ resource: 'brands', action, recordName: 'Oatly' })).toBe('Nora Ellis changed brand Oatly');
  expect(entryOf({ resource: 'gone', action: 'create' })).toBe('Nora Ellis changed a record');
});

const after = (values: object) => ({ after: values });
test.each<[string, string, string | null, Partial<Entry>, string]>([
  [
    'statements',
    'payout',
    'S-2036',
    after({ amount: 409_691 }),
    'paid statement S-2036, $4,096.91 to Downtown',
  ],
  [
    'statements',
    'voidPayout',
    'S-2036',
    after({ amount: -5_00 }),
    'voided the payout of statement S-2036, $5.00 to Downtown',
  ],
  [
    'statements',
    'delete',
    'S-9',
    { before: { number: 'S-9', total: 100 } },
    'deleted statement S-9, $1.00 for Downtown',
  ],
  [
    'payoutRuns',
    'create',
    'P-12',
    after({ statements: 16, total: 7_737_395 }),
    'started paying 16 statements, $77,373.95, in payout run P-12',
  ],
  ['payoutRuns', 'create', null, after({ statements: 1 }), 'started paying 1 statement'],
  ['adjustments', 'create', null, after({ amount: -250 }), 'added an adjustment of -$2.50 for Downtown'],
  [
    'handIns',
    'create',
    null,
    after({ driver: 'Rafael', counted: 4_000 }),
    'received $40.00 in cash from driver Rafael at Downtown',
  ],
  [
    'inventory',
    'adjust',
    'Rye Bread',
    after({ quantity: -3 }),
    'removed 3 from the stock of Rye Bread at Downtown',
  ],
  [
    'inventory',
    'receive',
    'L-7',
    after({ subProductData: { productName: 'Rye', variantName: '16 oz' } }),
    'received lot L-7 of Rye, 16 oz at Downtown',
  ],
  ['inventory', 'receive', null, after({ accepted: 12 }), 'received 12 lots at Downtown'],
  [
    'subProducts',
    'mark-down',
    'Rye, 16 oz',
    after({ price: 199 }),
    'marked down Rye, 16 oz to $1.99 at Downtown',
  ],
  ['transfers', 'step', 'X-3', after({ status: 'inTransit' }), 'sent transfer X-3'],
  ['transfers', 'step', 'X-3', after({ status: 'cancelled' }), 'cancelled transfer X-3'],
  [
    'messages',
    'send',
    'Thanksgiving leftovers',
    after({ recipients: 658 }),
    'sent message “Thanksgiving leftovers” to 658 recipients',
  ],
  [
    'messages',
    'stop',
    'Thanksgiving leftovers',
    after({ counts: { sent: 12 } }),
    'stopped message “Thanksgiving leftovers” after 12 recipients',
  ],
  ['messages', 'stop', null, {}, 'stopped a message'],
  ['support', 'status', 'H-5', after({ status: 'resolved' }), 'changed ticket H-5 to Resolved'],
  ['support', 'merged', 'H-5', { before: { merged: 'H-4' } }, 'merged ticket H-4 into ticket H-5'],
  [
    'brands',
    'edit',
    'Oatly',
    { before: { name: 'Oatly', status: true }, after: { name: 'Oatly', status: false } },
    'deactivated brand Oatly',
  ],
  [
    'brands',
    'edit',
    'Oatly',
    { before: { name: 'Oat', status: true }, after: { name: 'Oatly', status: false } },
    'edited brand Oatly',
  ],
  ['orders', 'bulk-edit', 'Prepared: 12 orders', {}, 'ran a bulk edit of orders, “Prepared: 12 orders”'],
  ['users', 'sessionsEnded', 'Ben Reed', after({ ended: 2 }), 'ended 2 sessions of user Ben Reed'],
  [
    'payoutAccounts',
    'reveal',
    'Downtown',
    {},
    'viewed the full account numbers of the payout account of Downtown',
  ],
  ['categories', 'sort', 'Fruit', after({ parent: 'Produce' }), 'reordered categories in Produce'],
  [
    'settings',
    'normalizeText',
    null,
    after({ changed: 12, skipped: 1 }),
    'normalized stored text: 12 records changed, 1 possible duplicate',
  ],
  [
    'customers',
    'adjustCoins',
    'Olivia Peterson',
    { before: { coinBalance: 1577 }, after: { coinBalance: 1777 } },
    'added 200 coins for Olivia Peterson',
  ],
  [
    'customers',
    'adjustCoins',
    'Olivia Peterson',
    { before: { coinBalance: 1 }, after: { coinBalance: 0 } },
    'removed 1 coin from Olivia Peterson',
  ],
  ['customers', 'status', 'Ada Hart', after({ status: 'blocked' }), 'blocked customer Ada Hart'],
  ['customers', 'status', 'Ada Hart', after({ status: 'active' }), 'unblocked customer Ada Hart'],
])('describes %s %s of %s with its numbers and amounts', (resource, action, recordName, values, deed) => {
  expect(entryOf({ resource, action, recordName, locationName: 'Downtown', ...values })).toBe(
    `Nora Ellis ${deed}`,
  );
});

const ofOrder = (action: string, before: unknown, afterwards: unknown) =>
  entryOf({ resource: 'orders', action, recordName: 'O-106064', before, after: afterwards });

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
    'Nora Ellis moved O-106064 to Store staff delivery',
  );
});

test('names the return of an order, once it has a number', () => {
  const change = (values: object) => ofOrder('return', null, { return: 'r1', ...values });

  expect(change({ number: 'R-70015', status: 'requested' })).toBe(
    'Nora Ellis requested return R-70015 of O-106064',
  );
  expect(change({ number: 'R-70015', status: 'received' })).toBe(
    'Nora Ellis changed return R-70015 of O-106064 to Received',
  );
  expect(change({ status: 'requested' })).toBe('Nora Ellis requested a return of O-106064');
  expect(change({ note: 'Offered to Ben' })).toBe('Nora Ellis added a note to a return of O-106064');
});

test('keeps names as they are, even with brackets', () => {
  expect(entryOf({ resource: 'brands', action: 'create', recordName: 'Oat {x} [y|z]' })).toBe(
    'Nora Ellis added brand Oat {x} [y|z]',
  );
});
