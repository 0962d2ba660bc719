import { auditSentence } from '@aisle/contract/audit-sentences';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { auditRoutes } from '@aisle/contract/system/audit';
import { beforeEach, expect, test } from 'vitest';
import { addOrderLocation, decide, runSql } from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { openShop, refusal, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const { payout, void: voidRoute, payments } = payoutRoutes;
let here: string;

const shop = await openShop();
const finance = await shop.signIn();
beforeEach(async () => {
  await decide(shop, {});
  here = await addOrderLocation(shop, { name: 'South Lamar' });
});

const stated = async (amount: number): Promise<Statement> => {
  await owe(finance, here, amount);
  return state(finance, here);
};
const body = ({ version }: Pick<Statement, 'version'>) => ({
  method: 'bankTransfer' as const,
  reference: 'WIRE-7',
  paidOn: dayAgo(),
  version,
});
const pay = (statement: Statement, change: object = {}, person = finance) =>
  person.call(payout, { params: { id: statement._id }, body: { ...body(statement), ...change } });
const sendBack = (statement: Statement, person = finance) =>
  person.call(voidRoute, { params: { id: statement._id }, body: { reason: 'Account closed' } });
const view = (statement: Statement) => finance.do(statementRoutes.view, { params: { id: statement._id } });

/** The entries of the location's payouts, in posting order. */
const posted = () =>
  runSql<{ account: string; amount: number }>(
    shop,
    `SELECT e.account, e.amount FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.location_id = '${here}' AND j.kind = 'payout' ORDER BY j.posted_at, e.position`,
  );

test('settles a statement and posts the payout', async () => {
  const statement = await stated(12_345);

  const paid = (await pay(statement)).data;

  expect(paid).toMatchObject({
    status: 'paid',
    payout: { method: 'bankTransfer', reference: 'WIRE-7', paidOn: dayAgo(), by: 'Ada Tester' },
  });
  expect(await posted()).toEqual([
    { account: 'locationPayable', amount: 12_345 },
    { account: 'payouts', amount: -12_345 },
  ]);
  const { balance } = await finance.do(statementRoutes.listOfLocation, { body: { locationId: here } });
  expect(balance).toEqual({ unstated: 0, open: 0, carried: 0, total: 0 });
});

test('pays once without a version in the request', async () => {
  const { _id: id } = await stated(5000);
  const body = { method: 'check' as const, reference: '4712', paidOn: dayAgo() };

  const first = await finance.call(payout, { params: { id }, body });
  const second = await finance.call(payout, { params: { id }, body });

  expect([first.status, first.data.status]).toEqual([200, 'paid']);
  expect(refusal(second)).toEqual([409, 'statements.paid']);
});

test('pays once in 50 concurrent calls', async () => {
  const statement = await stated(5000);

  const got = await Promise.all(Array.from({ length: 50 }, () => pay(statement)));

  expect(got.filter(({ status }) => status === 200)).toHaveLength(1);
  const codes = new Set(got.map(({ body }) => body.error?.code));
  expect(codes).toEqual(new Set([undefined, 'statements.paid']));
  expect(await posted()).toHaveLength(2);
});

test('returns the first response for a repeated request, and pays once', async () => {
  const statement = await stated(5000);
  const headers = { 'idempotency-key': newId() };
  const sent = { params: { id: statement._id }, body: body(statement), headers };

  const first = await finance.do(payout, sent);
  expect(await finance.do(payout, sent)).toEqual(first);
  expect(await posted()).toHaveLength(2);
});

test('voids a payout that the bank returned, and reopens the statement', async () => {
  const statement = await stated(5000);
  await pay(statement);

  const reopened = (await sendBack(statement)).data;
  const again = await pay(reopened, { reference: 'WIRE-8' });
  const { records } = await finance.do(payments, { params: { id: statement._id } });

  expect(reopened).toMatchObject({ status: 'open', payout: null });
  expect(again.data).toMatchObject({ status: 'paid', payout: { reference: 'WIRE-8' } });
  expect(records).toMatchObject([
    { kind: 'payout', amount: 5000, payout: { reference: 'WIRE-7' }, reason: null },
    {
      kind: 'void',
      amount: -5000,
      payout: { reference: 'WIRE-7' },
      reason: 'Account closed',
      by: 'Ada Tester',
    },
    { kind: 'payout', amount: 5000, payout: { reference: 'WIRE-8' } },
  ]);
  expect((await posted()).map(({ amount }) => amount)).toEqual([5000, -5000, -5000, 5000, 5000, -5000]);
});

test('voids once in 50 concurrent calls', async () => {
  const statement = await stated(5000);
  await pay(statement);

  const got = await Promise.all(Array.from({ length: 50 }, () => sendBack(statement)));

  expect(got.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await posted()).toHaveLength(4);
});

test('rejects paying a carried total, and names the next statement', async () => {
  const carried = await stated(-700);
  await owe(finance, here, 1000);
  const next = await state(finance, here);

  expect(refusal(await pay(carried))).toEqual([409, 'statements.nothing-to-pay']);
  expect((await finance.do(payments, { params: { id: carried._id } })).records).toMatchObject([
    { kind: 'carried', amount: -700, payout: null, statement: { _id: next._id, number: next.number } },
  ]);
  expect(await posted()).toEqual([]);
});

const tomorrow = () => dayAgo(-1);
test.each([
  ['a future date of a check', () => ({ method: 'check' as const, paidOn: tomorrow() }), 400, 'paidOn'],
  ['a transfer in three weeks', () => ({ paidOn: dayAgo(-21) }), 400, 'paidOn'],
  ['a date before the period', () => ({ paidOn: dayAgo(2) }), 400, 'paidOn'],
  ['a date in another century', () => ({ paidOn: '1900-01-01' }), 400, 'paidOn'],
  ['a date in the year 1', () => ({ paidOn: '0001-01-01' }), 400, 'paidOn'],
  ['no reference', () => ({ reference: ' ' }), 400, 'reference'],
  ['an unknown method', () => ({ method: 'crypto' }), 400, 'method'],
  ['a different version', () => ({ version: 99 }), 409, undefined],
])('rejects a payout with %s and writes nothing', async (_, change, status, path) => {
  const statement = await stated(5000);

  expect(refusedField(await pay(statement, change()))).toEqual([status, path]);
  expect((await view(statement)).status).toBe('open');
  expect(await posted()).toEqual([]);
});

test('distinguishes paying twice from voiding an unpaid statement', async () => {
  const statement = await stated(5000);

  const voided = await sendBack(statement);
  await pay(statement);
  expect(refusal(voided)).toEqual([409, 'statements.not-paid']);
  expect(refusal(await pay(await view(statement)))).toEqual([409, 'statements.paid']);
});

test('requires reauthentication for paying and voiding, and changes nothing before', async () => {
  const clerk = await shop.signIn({ permissions: ['statement_payment'] });
  const statement = await stated(5000);
  const past = "now() - interval '601 seconds'";
  await runSql(shop, `UPDATE sessions SET confirmed_at = ${past} WHERE user_id = '${clerk.userId}'`);

  const refused = await pay(statement, {}, clerk);
  await pay(statement);
  const kept = await sendBack(statement, clerk);

  expect([refusal(refused), refusal(kept)]).toEqual(Array(2).fill([403, 'reauth-required']));
  expect((await view(statement)).status).toBe('paid');
});

test('shows store users payouts of their own statements only, and requires permission to pay', async () => {
  const statement = await stated(5000);
  const owner = await shop.signIn({ permissions: ['location_report'], locations: [here] });
  const there = await addOrderLocation(shop);
  const other = await shop.signIn({ permissions: ['statement_payment'], locations: [there] });
  const params = { id: statement._id };

  expect((await pay(statement, {}, owner)).status).toBe(403);
  // Order clerks can't see statements, so they can't see amounts and bank references of payouts either.
  for (const locations of [[here], []]) {
    const clerk = await shop.signIn({ userType: 'others', permissions: ['order_view'], locations });
    expect((await clerk.call(payments, { params })).status).toBe(403);
  }
  expect((await owner.do(payments, { params })).records).toEqual([]);
  expect([
    (await pay(statement, {}, other)).status,
    (await sendBack(statement, other)).status,
    (await other.call(payments, { params })).status,
    (await other.call(payoutRoutes.pdf, { params })).status,
  ]).toEqual([404, 404, 404, 404]);
});

test('records in the audit log who paid and voided', async () => {
  const statement = await stated(5000);
  await pay(statement);
  await sendBack(statement);

  const { records } = await finance.do(auditRoutes.list, { body: { filters: { recordId: statement._id } } });

  expect(records.map(({ action }) => action)).toEqual(['voidPayout', 'payout', 'create']);
  expect(records[0]?.after).toMatchObject({ reason: 'Account closed', amount: -5000 });
  expect(records.map(auditSentence)).toEqual([
    `Ada Tester voided the payout of statement ${statement.number}, $50.00 to South Lamar`,
    `Ada Tester paid statement ${statement.number}, $50.00 to South Lamar`,
    `Ada Tester created statement ${statement.number}, $50.00 for South Lamar`,
  ]);
});
