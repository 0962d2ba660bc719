import type { BodyInputOf } from '@aisle/contract/core/route';
import { type Statement, type StatementView, statementRoutes } from '@aisle/contract/finance/statements';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { beforeEach, describe, expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, decide, runSql } from '../../../test/order-builders.ts';
import {
  dayAgo,
  letDaysPass,
  owe,
  recordPayout,
  recordVoid,
  refundNow,
  state,
} from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, refusedField } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { insertJournal } from '../../ledgers/money/journal.queries.ts';
import { statementsWork } from './statement-job.ts';

const { create, preview, list, listOfLocation, view, tree, adjust, remove, due, explainBalance } =
  statementRoutes;
let here: string;
let wine: string;

// Postings are moved into the past, outside the days that are marked for a recount.
const shop = await openShop({}, { isBroken: true });
const finance = await shop.signIn();
// Each test starts with nothing owed to the location.
beforeEach(async () => {
  await decide(shop, {});
  here = await addOrderLocation(shop, { name: 'South Lamar' });
  wine = await addGoods(shop, here, { name: 'Wine', price: 1000, taxIds: [await addTax(shop, 10)] });
});

/** Two bottles: items 2000, tax 200, commission 200; 2000 for the location. */
const sell = (quantity = 2) => deliver(finance, here, wine, { quantity });
const stated = (to?: string) => state(finance, here, to);
const post = (amount: number, reason?: string) => owe(finance, here, amount, reason);
const ofLocation = () => finance.do(listOfLocation, { body: { locationId: here } });
const dueHere = async () => (await finance.do(due, { body: { filters: { locationId: here } } })).records;
const tryTo = (body: { locationId: string; from?: string; to: string }, person = finance) =>
  person.call(create, { body });
const viewOf = (id: string): Promise<StatementView> => finance.do(view, { params: { id } });
const balance = async () => (await ofLocation()).balance;
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof tryTo>>) => [
  status,
  body.error?.code,
  body.error?.fields?.[0]?.path,
];

describe('creating a statement', () => {
  test('adds up items and tax less commission of delivered orders', async () => {
    const orders = [await sell(2), await sell(3)];

    const made = await stated();

    expect(made).toMatchObject({
      locationId: here,
      locationName: 'South Lamar',
      from: dayAgo(),
      to: dayAgo(),
      status: 'open',
      orders: orders.length,
      goods: 5000,
      tax: 500,
      commission: -500,
      discounts: 0,
      refunds: 0,
      corrections: 0,
      adjustments: 0,
      taxRemitted: 0,
      carriedIn: 0,
      total: 5000,
      payout: null,
      createdBy: 'Ada Tester',
      version: 1,
    });
    expect(made.number).toMatch(/^S-\d+$/);
    expect(await balance()).toEqual({ unstated: 0, open: 5000, carried: 0, total: 5000 });
  });

  test('rejects a second statement without new entries, and names the first', async () => {
    await sell();
    const made = await stated();

    const again = await tryTo({ locationId: here, to: dayAgo() });

    expect(refusalOf(again)).toEqual([409, 'statements.nothing-to-state', undefined]);
    expect(again.body.error?.details).toMatchObject({ statementId: made._id, number: made.number });
    expect(again.body.message).toContain(made.number);
  });

  test('rejects a location without sales', async () => {
    const got = await tryTo({ locationId: here, to: dayAgo() });

    expect(refusalOf(got)).toEqual([409, 'statements.nothing-to-state', undefined]);
    expect(got.body.error?.details).not.toHaveProperty('statementId');
  });

  test('includes entries before the cutoff, and leaves later ones to the next statement', async () => {
    await sell(2);
    await letDaysPass(shop, here, 3);
    await sell(3);

    const first = await stated(dayAgo(2));
    const second = await stated();
    await sell(1);
    const third = await stated();

    expect(first).toMatchObject({ from: dayAgo(3), to: dayAgo(2), goods: 2000, orders: 1 });
    expect(second).toMatchObject({ from: dayAgo(1), to: dayAgo(), goods: 3000, orders: 1 });
    // The second cutoff was today, so the next period begins today.
    expect(third).toMatchObject({ from: dayAgo(), to: dayAgo(), goods: 1000, orders: 1 });
  });

  test('accepts an earlier start, but rejects one that skips entries', async () => {
    await sell();
    await letDaysPass(shop, here, 3);
    const at = (from: string, to = dayAgo()) => tryTo({ locationId: here, from, to });

    expect(refusalOf(await at(dayAgo(2)))).toEqual([400, 'validation-failed', 'from']);
    expect(refusalOf(await at(dayAgo(1), dayAgo(2)))).toEqual([400, 'validation-failed', 'to']);
    expect((await at(dayAgo(9))).data).toMatchObject({ from: dayAgo(9), to: dayAgo() });
  });

  test('rejects a future date', async () => {
    await sell();

    const refused = await tryTo({ locationId: here, to: dayAgo(-1) });
    expect(refusalOf(refused)).toEqual([400, 'validation-failed', 'to']);
    expect((await ofLocation()).records).toEqual([]);
  });

  test('creates one statement in 50 concurrent calls', async () => {
    await sell();

    const make = () => tryTo({ locationId: here, to: dayAgo() });
    const answers = await Promise.all(Array.from({ length: 50 }, make));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(answers.map(({ body }) => body.error?.code));
    expect(codes).toEqual(new Set([undefined, 'statements.nothing-to-state']));
    expect((await ofLocation()).records).toHaveLength(1);
  });

  test('previews the contents of a statement, and open matters', async () => {
    const order = await sell();
    await refundNow(finance, order, 110);
    const body = { locationId: here, to: dayAgo() };

    const shown = await finance.do(preview, { body });
    const made = await stated();

    const { notFinal, cut, ...sums } = shown;
    expect(made).toMatchObject(sums);
    expect(notFinal).toEqual({ openReturns: 0, refundsInProgress: 0, ordersOut: 0 });
    expect((await finance.call(preview, { body })).status).toBe(409);
  });
});

describe('the cutoff', () => {
  /** Posts an adjustment at a local time of the location. */
  async function postAt(time: string, amount: number): Promise<void> {
    const id = newId();
    await shop.look((tx) => insertJournal(tx, entryOf(id, amount)));
    await shop.db.owner.query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE ledger_entries e SET posted_at = '${time}'::timestamp AT TIME ZONE 'America/Chicago'
        FROM journals j WHERE j.cause_id = '${id}' AND e.journal_id = j.id;
      UPDATE payable_entries e SET posted_at = '${time}'::timestamp AT TIME ZONE 'America/Chicago'
        FROM journals j WHERE j.cause_id = '${id}' AND e.journal_id = j.id;
      COMMIT`);
  }
  const entryOf = (causeId: string, amount: number) => {
    const entries = [
      { account: 'locationPayable' as const, part: 'adjustment' as const, amount: -amount },
      { account: 'adjustments' as const, part: 'adjustment' as const, amount },
    ];
    return { locationId: here, kind: 'correction' as const, causeId, orderId: null, userId: null, entries };
  };

  test("falls at the end of the day in the location's time zone, also when clocks change", async () => {
    // November 3, 2024 has 25 hours at this location.
    await postAt('2024-11-02 23:59:59.9', 1);
    await postAt('2024-11-03 00:00', 10);
    await postAt('2024-11-03 23:59:59.999999', 100);
    await postAt('2024-11-04 00:00', 1000);

    const made = [];
    for (const day of ['2024-11-02', '2024-11-03', '2024-11-04']) made.push(await stated(day));

    expect(made.map(({ from, to, adjustments, cut }) => [from, to, adjustments, cut.slice(0, 19)])).toEqual([
      ['2024-11-02', '2024-11-02', 1, '2024-11-03T05:00:00'],
      ['2024-11-03', '2024-11-03', 110, '2024-11-04T06:00:00'],
      ['2024-11-04', '2024-11-04', 1000, '2024-11-05T06:00:00'],
    ]);
  });

  test('leaves entries posted meanwhile to the next statement, whose period includes their day', async () => {
    await postAt('2024-11-02 12:00', 1);
    const [finish, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const posting = shop.look(async (tx) => {
      await insertJournal(tx, entryOf(newId(), 500));
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    // Its cutoff is later than an entry that is being posted and isn't visible to other transactions yet.
    const first = await stated();
    finish.resolve();
    await posting;
    await letDaysPass(shop, here, 2);

    const second = await stated();

    expect(first).toMatchObject({ adjustments: 1 });
    expect(second).toMatchObject({ from: dayAgo(2), adjustments: 500 });
    expect((await balance()).unstated).toBe(0);
  });

  test('starts the next period with the first unbilled day after a missed one', async () => {
    await postAt('2024-11-05 12:00', 1);
    await stated('2024-11-05');
    await postAt('2024-11-03 12:00', 10);

    expect(await stated('2024-11-06')).toMatchObject({ from: '2024-11-03', adjustments: 10 });
  });
});

describe('a refund', () => {
  test('appears on the statement of its day', async () => {
    await refundNow(finance, await sell(), 1100);

    expect(await stated()).toMatchObject({ goods: 2000, refunds: -1000, total: 1000 });
  });

  test("counts as a refund of the next statement if the order's statement is open", async () => {
    const order = await sell();
    await stated();
    await sell();
    await refundNow(finance, order, 1100);

    expect(await stated()).toMatchObject({ refunds: -1000, corrections: 0, total: 1000 });
  });

  test('becomes a correction, with a link to the paid statement of the order', async () => {
    const order = await sell();
    const paid = await stated();
    await recordPayout(shop, paid);
    await sell();
    await refundNow(finance, order, 1100);

    const next = await stated();

    expect(next).toMatchObject({ refunds: 0, corrections: -1000, total: 1000 });
    const of = { orderId: order._id, orderNumber: order.number };
    const corrected = { statementId: paid._id, statementNumber: paid.number };
    const row = { day: dayAgo(), cause: 'Damaged', ...of, ...corrected, amount: -1000 };
    expect((await viewOf(next._id)).correctionRows).toEqual([row]);
  });

  test('stays a correction when the payout is voided', async () => {
    const order = await sell();
    const paid = await stated();
    const payout = await recordPayout(shop, paid);
    await sell();
    await refundNow(finance, order, 1100);
    const next = await stated();

    await recordVoid(shop, here, payout);

    expect(await viewOf(next._id)).toMatchObject({ corrections: -1000, correctionRows: [{ amount: -1000 }] });
    expect((await viewOf(paid._id)).status).toBe('open');
    expect(await balance()).toEqual({ unstated: 0, open: 3000, carried: 0, total: 3000 });
  });
});

describe('a total too low to be paid', () => {
  test('is carried into the next statement, and both show it', async () => {
    await post(-500, 'Chargeback');
    const carried = await stated();
    expect(carried).toMatchObject({ status: 'carried', adjustments: -500, total: -500, orders: 0 });
    expect(await balance()).toEqual({ unstated: 0, open: 0, carried: -500, total: -500 });
    await sell();

    const next = await stated();

    const carriedFrom = { _id: carried._id, number: carried.number };
    expect(next).toMatchObject({ status: 'open', carriedIn: -500, carriedFrom, total: 1500 });
    expect((await viewOf(carried._id)).carriedInto).toEqual({ _id: next._id, number: next.number });
    expect(await balance()).toEqual({ unstated: 0, open: 1500, carried: 0, total: 1500 });
  });

  test('is carried if below the minimum, until it reaches the minimum', async () => {
    await decide(shop, { statements: { every: 'never', holdDays: 3, minimumPayout: 2500 } });
    await sell(2);
    const first = await stated();
    await sell(1);

    expect(first).toMatchObject({ status: 'carried', total: 2000 });
    expect(await stated()).toMatchObject({ status: 'open', carriedIn: 2000, total: 3000 });
  });

  test('carries a total of zero', async () => {
    await post(700);
    await post(-700);

    expect(await stated()).toMatchObject({ status: 'carried', adjustments: 0, total: 0 });
  });
});

describe('an adjustment', () => {
  test('appears on the next statement with its reason', async () => {
    const body = { amount: 300, reason: 'Broken scale', note: 'Agreed by phone' };
    const made = await finance.do(adjust, { body: { locationId: here, ...body } });
    expect(made).toMatchObject({ ...body, day: dayAgo(), by: 'Ada Tester', statement: null });

    const { _id, number } = await stated();

    expect((await viewOf(_id)).adjustmentRows).toEqual([{ ...made, statement: { _id, number } }]);
  });

  test('requires reauthentication and an amount, and posts once per key', async () => {
    const key = { 'idempotency-key': newId() };
    const body = { locationId: here, amount: 300, reason: 'Broken scale' };
    await Promise.all([1, 2].map(() => finance.call(adjust, { headers: key, body })));
    expect((await balance()).unstated).toBe(300);

    const none = await finance.call(adjust, { body: { ...body, amount: 0 } });
    expect(refusedField(none)).toEqual([400, 'amount']);
    expect((await finance.call(adjust, { body: { ...body, locationId: newId() } })).status).toBe(404);
    const late = await shop.signIn();
    await runSql(shop, `UPDATE sessions SET confirmed_at = '2020-01-01' WHERE user_id = '${late.userId}'`);
    expect((await late.call(adjust, { body })).body.error?.code).toBe('reauth-required');
    expect((await balance()).unstated).toBe(300);
  });
});

describe('discarding', () => {
  const discard = (id: string) => finance.call(remove, { params: { id } });

  test('frees its entries and the carried amount, and never reuses the number', async () => {
    await post(-500);
    const carried = await stated();
    await sell();
    const made = await stated();
    expect((await viewOf(made._id)).canDiscard).toBe(true);
    expect((await viewOf(carried._id)).canDiscard).toBe(false);

    expect((await discard(made._id)).status).toBe(200);

    expect((await finance.call(view, { params: { id: made._id } })).status).toBe(404);
    expect(await balance()).toEqual({ unstated: 2000, open: 0, carried: -500, total: 1500 });
    const again = await stated();
    expect(again).toMatchObject({ total: 1500, carriedFrom: { _id: carried._id } });
    expect(again.number).not.toBe(made.number);
  });

  test('turns a correction back into a refund for the next statement', async () => {
    const order = await sell();
    const payout = await recordPayout(shop, await stated());
    await sell();
    await refundNow(finance, order, 1100);
    const next = await stated();
    await recordVoid(shop, here, payout);
    await discard(next._id);

    expect(await stated()).toMatchObject({ refunds: -1000, corrections: 0 });
  });

  test('rejects statements that are not the latest or were ever paid', async () => {
    await sell();
    const first = await stated();
    await sell();
    const second = await stated();

    const notLatest = { code: 'statements.not-latest', details: { latest: second.number } };
    expect((await discard(first._id)).body.error).toMatchObject(notLatest);
    const payout = await recordPayout(shop, second);
    expect((await discard(second._id)).body.error?.code).toBe('statements.was-paid');
    await recordVoid(shop, here, payout);
    expect((await discard(second._id)).body.error?.code).toBe('statements.was-paid');
    expect((await viewOf(second._id)).canDiscard).toBe(false);
    expect((await discard(newId())).status).toBe(404);
  });
});

describe('viewing a statement', () => {
  test('shows sums by part and by day, which add up to the total', async () => {
    await sell(2);
    await letDaysPass(shop, here, 2);
    const order = await sell(3);
    await refundNow(finance, order, 1100);
    const { _id } = await stated();

    const shown = await viewOf(_id);

    expect(shown.byPart).toEqual([
      { part: 'goods', amount: 5000, entries: 2 },
      { part: 'tax', amount: 500, entries: 2 },
      { part: 'commission', amount: -500, entries: 2 },
      { part: 'refunds', amount: -1000, entries: 3 },
    ]);
    expect(shown.byDay).toMatchObject([
      { day: dayAgo(2), orders: 1, goods: 2000, tax: 200, commission: -200, refunds: 0, total: 2000 },
      { day: dayAgo(), orders: 1, goods: 3000, tax: 300, commission: -300, refunds: -1000, total: 2000 },
    ]);
    expect(shown.total).toBe(4000);
  });

  test('shows days, the orders of a day, and the lines and entries of an order', async () => {
    const order = await sell(2);
    await refundNow(finance, order, 1100);
    await post(-50, 'Late opening');
    const { _id } = await stated();
    const level = (query: object) => finance.do(tree, { params: { id: _id }, query });

    expect(await level({})).toEqual({
      level: 'days',
      days: [{ day: dayAgo(), orders: 1, total: 950 }],
      carriedIn: 0,
      total: 950,
    });
    const ordersOf = async (query: object = {}) => (await level({ day: dayAgo(), ...query })).orders;
    const records = [
      { orderId: order._id, orderNumber: order.number, goods: 2000, refunds: -1000, total: 1000 },
      { orderId: null, orderNumber: null, customerName: null, adjustments: -50, total: -50 },
    ];
    expect(await ordersOf()).toMatchObject({ totalRecords: 2, records });
    const second = { totalRecords: 2, records: [{ orderId: null }] };
    expect(await ordersOf({ limit: 1, page: 2 })).toMatchObject(second);
    expect(await ordersOf({ limit: 1, page: 3 })).toEqual({ totalRecords: 2, records: [] });
    const { lines, entries } = await level({ day: dayAgo(), orderId: order._id });
    const wineLine = { name: 'Wine', soldByWeight: false, quantity: 2, unitPrice: 1000 };
    const sums = { goods: 2000, tax: 200, commissionRate: 10, commission: 200 };
    expect(lines).toMatchObject([{ ...wineLine, ...sums }]);
    const shown = entries!.map((one) => [one.journalKind, one.section, one.part, one.amount, one.cause]);
    expect(shown).toEqual([
      ['sale', 'goods', 'goods', 2000, order.number],
      ['sale', 'tax', 'tax', 200, order.number],
      ['sale', 'commission', 'commission', -200, order.number],
      ['refund', 'refunds', 'goods', -1000, 'Damaged'],
      ['refund', 'refunds', 'tax', -100, 'Damaged'],
      ['refund', 'refunds', 'commission', 100, 'Damaged'],
    ]);
    expect(await level({ orderId: 'none' })).toMatchObject({
      lines: [],
      entries: [{ section: 'adjustments', amount: -50, cause: 'Late opening' }],
    });
    const other = await finance.call(tree, { params: { id: _id }, query: { orderId: newId() } });
    expect(other.status).toBe(404);
  });
});

describe('lists', () => {
  test('filters by status, period, number and location, and sorts', async () => {
    await post(-500);
    const carried = await stated();
    await letDaysPass(shop, here, 10);
    await sell();
    const open = await stated();
    type Request = NonNullable<BodyInputOf<typeof list>>;
    const numbersOf = async (filters: Request['filters'], sort?: Request['sort']) => {
      const body = { filters: { locationId: here, ...filters }, ...(sort && { sort }) };
      return (await finance.do(list, { body })).records.map(({ number }) => number);
    };

    expect(await numbersOf({})).toEqual([open.number, carried.number]);
    expect(await numbersOf({ status: 'carried' })).toEqual([carried.number]);
    expect(await numbersOf({ from: dayAgo(5) })).toEqual([open.number]);
    expect(await numbersOf({ to: dayAgo(5) })).toEqual([carried.number]);
    expect(await numbersOf({ search: open.number.toLowerCase() })).toEqual([open.number]);
    expect(await numbersOf({ search: 'lamar' })).toEqual([open.number, carried.number]);
    expect(await numbersOf({}, { field: 'total', order: 'asc' })).toEqual([carried.number, open.number]);
  });

  test('requires a separate permission only for all locations', async () => {
    await sell();
    const { number } = await stated();
    const reader = await shop.signIn({ permissions: ['location_report'] });
    const auditor = await shop.signIn({ permissions: ['location_report', 'statement_all_view'] });

    const all = await reader.call(list, { body: {} });
    expect([all.status, all.body.error?.details]).toEqual([403, { permission: 'statement_all_view' }]);
    const one = await reader.do(list, { body: { filters: { locationId: here } } });
    expect(one).toMatchObject({ totalRecord: 1, records: [{ number }] });
    expect((await auditor.do(list, { body: { search: number } })).totalRecord).toBe(1);
  });

  test('lists locations with unbilled amounts, their start and the estimate', async () => {
    await decide(shop, { statements: { every: 'week', weekday: 6, holdDays: 0, minimumPayout: 0 } });
    await sell();
    await letDaysPass(shop, here, 2);

    const [row] = await dueHere();

    expect(row).toMatchObject({ locationId: here, locationName: 'South Lamar', amount: 2000 });
    expect(row).toMatchObject({ since: dayAgo(2), balance: { unstated: 2000, total: 2000 } });
    const daysLeft = Math.round((Date.parse(row!.periodEnd) - Date.parse(dayAgo())) / 86_400_000);
    expect(row!.estimate).toBe(2000 + 1000 * daysLeft);
    await stated();
    expect(await dueHere()).toEqual([]);
  });
});

test('excludes later entries from the estimate of a period that is over', async () => {
  const end = dayAgo(1);
  const weekday = new Date(end).getUTCDay();
  await decide(shop, { statements: { every: 'week', weekday, holdDays: 3, minimumPayout: 0 } });
  await sell();
  await letDaysPass(shop, here, 2);
  await sell(3);
  const row = async () => (await dueHere())[0]!;

  const waiting = await row();
  await stated(end);

  expect([waiting.periodEnd, waiting.estimate]).toEqual([end, 2000]);
  expect(waiting.amount).toBeGreaterThan(2000);
  expect((await row()).periodEnd > end).toBe(true);
});

test("explains a balance from the previous day's balance and later changes, for any day", async () => {
  await sell(2);
  await letDaysPass(shop, here, 5);
  await recordPayout(shop, await stated(dayAgo(5)));
  await letDaysPass(shop, here, 3);
  const order = await sell(3);
  await refundNow(finance, order, 1100);
  const at = (date?: string) =>
    finance.do(explainBalance, { params: { id: here }, query: date ? { date } : {} });

  expect(await at(dayAgo(9))).toEqual({ asOf: dayAgo(9), before: 0, parts: [], balance: 0, now: null });
  expect(await at(dayAgo(8))).toMatchObject({
    before: 0,
    balance: 2000,
    parts: [{ part: 'commission' }, { part: 'goods' }, { part: 'tax' }],
  });
  expect(await at(dayAgo(7))).toMatchObject({ before: 2000, parts: [], balance: 2000 });
  expect(await at(dayAgo(3))).toMatchObject({
    before: 2000,
    parts: [{ part: 'payout', amount: -2000, entries: 1 }],
    balance: 0,
  });
  expect(await at()).toMatchObject({
    asOf: dayAgo(),
    before: 0,
    balance: 2000,
    now: { unstated: 2000, open: 0, carried: 0, total: 2000 },
  });
  const future = await finance.call(explainBalance, { params: { id: here }, query: { date: dayAgo(-1) } });
  expect(refusedField(future)).toEqual([400, 'date']);
});

describe('tax that the marketplace remits', () => {
  const from = (days: number, by: 'location' | 'marketplace' = 'marketplace') =>
    decide(shop, { taxRemittedBy: [{ from: dayAgo(days), by }] });

  test('excludes the tax from the payout, and shows it on the statement', async () => {
    await from(0);
    await sell(2);

    const parts = { goods: 2000, tax: 0, taxRemitted: 200, commission: -200 };
    expect(await stated()).toMatchObject({ ...parts, total: 1800 });
  });

  test('follows the rule on the delivery day, and reverses refunded tax the same way', async () => {
    await from(-1);
    const before = await sell(2);
    await from(0);
    const after = await sell(2);
    const planOf = (order: { _id: string }) =>
      finance.do(refundRoutes.plan, { params: { id: order._id }, body: {} });

    expect(await planOf(before)).toMatchObject({ tax: 200, payout: -2000 });
    expect(await planOf(after)).toMatchObject({ tax: 200, payout: -1800 });
    await refundNow(finance, before);
    await refundNow(finance, after);
    expect(await stated()).toMatchObject({ tax: 200, taxRemitted: 200, refunds: -3800, total: 0 });
    const owed = `SELECT sum(amount)::int FROM ledger_entries
      WHERE location_id = '${here}' AND account = 'taxPayable'`;
    expect(await runSql(shop, owed)).toEqual([{ sum: 0 }]);
  });

  test('lets a later rule return the remittance to the location', async () => {
    const rules = [
      { from: dayAgo(0), by: 'location' as const },
      { from: dayAgo(30), by: 'marketplace' as const },
    ];
    await decide(shop, { taxRemittedBy: rules });
    await sell(2);

    expect(await stated()).toMatchObject({ tax: 200, taxRemitted: 0 });
  });
});

describe('statements of all locations', () => {
  /** Requests the job and runs it; `before` runs in between. */
  const makeAll = async (person = finance, before = async () => {}) => {
    const { jobId } = (await person.do(create, { body: { to: dayAgo() } })) as { jobId: string };
    await before();
    const runner = await workJobs(shop, { statements: statementsWork });
    const job = await jobOver(person, jobId);
    await runner.stop();
    return job;
  };

  test('creates statements in a job with a result for each, and continues after failures', async () => {
    const there = await addOrderLocation(shop, { name: 'Airport' });
    const failing = await addOrderLocation(shop, { name: 'Brodie' });
    const early = await addOrderLocation(shop, { name: 'Cedar' });
    const goods = (at: string) => addGoods(shop, at, { price: 1000 });
    await sell();
    for (const at of [there, failing, early]) await deliver(finance, at, await goods(at), { quantity: 1 });
    await state(finance, early);
    // No user action can make a statement fail here, so a database constraint does.
    const constraint = `CHECK (location_id <> '${failing}')`;
    await shop.db.owner.query(`ALTER TABLE statements ADD CONSTRAINT not_there ${constraint}`);
    const job = await makeAll();
    await shop.db.owner.query('ALTER TABLE statements DROP CONSTRAINT not_there');

    const named = (name: string) =>
      (job.result as { results: { locationName: string }[] }).results.filter(
        ({ locationName }) => locationName === name,
      );
    expect(job.status).toBe('done');
    expect(named('Airport')).toMatchObject([{ locationId: there, total: 900, problem: null }]);
    expect(named('Brodie')).toMatchObject([{ locationId: failing, statementId: null, number: null }]);
    expect(named('Cedar')).toEqual([]);
    expect((await balance()).open).toBe(2000);
  });

  test('rejects a future date at once', async () => {
    expect(refusedField(await finance.call(create, { body: { to: dayAgo(-2) } }))).toEqual([400, 'to']);
  });

  test('includes statements of a killed server in the results of the next', async () => {
    await sell();
    let made: Statement | undefined;

    const { result } = await makeAll(finance, async () => {
      made = await stated();
    });

    expect((result as { results: object[] }).results).toContainEqual({
      locationId: here,
      locationName: 'South Lamar',
      statementId: made!._id,
      number: made!.number,
      total: made!.total,
      problem: null,
    });
  });

  test('creates only statements of accessible locations', async () => {
    const there = await addOrderLocation(shop);
    await deliver(finance, there, await addGoods(shop, there), {});
    await sell();
    const owner = await shop.signIn({ permissions: ['statement_generate'], locations: [there] });

    const { result } = await makeAll(owner);

    expect(result).toMatchObject({ created: 1, failed: 0, results: [{ locationId: there }] });
    expect((await balance()).unstated).toBe(2000);
  });
});

describe('the owner of another store', () => {
  test('returns 404 for all requests and hides the statement in lists', async () => {
    await sell();
    const { _id, number } = await stated();
    const there = await addOrderLocation(shop);
    const permissions = ['statement_generate' as const, 'statement_all_view' as const];
    const owner = await shop.signIn({ permissions, locations: [there] });
    const params = { id: _id };

    const body = { locationId: here, to: dayAgo() };
    const answers = await Promise.all([
      owner.call(view, { params }),
      owner.call(tree, { params }),
      owner.call(remove, { params }),
      owner.call(explainBalance, { params: { id: here } }),
      owner.call(listOfLocation, { body: { locationId: here } }),
      owner.call(preview, { body }),
      owner.call(create, { body }),
      owner.call(adjust, { body: { locationId: here, amount: 100, reason: 'Mine' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect((await owner.do(list, { body: { search: number } })).records).toEqual([]);
    expect((await owner.do(list, { body: { filters: { locationId: here } } })).records).toEqual([]);
    expect((await owner.do(due, { body: {} })).records).toEqual([]);
    const own = await shop.signIn({ permissions: ['location_report'], locations: [here] });
    expect(await own.do(view, { params })).toMatchObject({ number, total: 2000 });
    expect((await own.call(create, { body })).status).toBe(403);
  });
});
