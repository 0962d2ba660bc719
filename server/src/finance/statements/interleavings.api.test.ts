import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, decide } from '../../../test/order-builders.ts';
import { dayAgo, letDaysPass } from '../../../test/payable-builders.ts';
import { deliver, requestReturn, stepTo } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

// In any sequence of events, including concurrent ones, each entry is unbilled or on one statement, and everything adds up.

const places: { id: string; goods: string }[] = [];

// Some events move postings into the past, which the sums of days don't follow.
const shop = await openShop({}, { isBroken: true });
const finance = await shop.signIn();
await decide(shop, {
  discountsFundedBy: 'location',
  coins: { earnPerDollar: 3, redeemCents: 2, expiryDays: null },
  statements: { every: 'never', holdDays: 0, minimumPayout: 1500 },
  taxRemittedBy: [
    { from: dayAgo(400), by: 'marketplace' },
    { from: dayAgo(0), by: 'location' },
  ],
});
const taxIds = [await addTax(shop, 8.25)];
for (let count = 0; count < 3; count += 1) {
  const id = await addOrderLocation(shop, { commissionRate: 12.5 });
  places.push({ id, goods: await addGoods(shop, id, { price: 733, taxIds, stock: 100_000 }) });
}

const orders: Order[] = [];
const anyOf = <One>(all: readonly One[], pick: number): One | undefined => all[pick % all.length];
const statementsAt = async (locationId: string): Promise<Statement[]> =>
  (
    await finance.do(statementRoutes.list, {
      body: { filters: { locationId }, sort: { field: 'number', order: 'desc' } },
    })
  ).records;

/** Events at a location, where `pick` selects a record. Impossible ones are rejected without breaking anything. */
const happenings: Record<string, (place: { id: string; goods: string }, pick: number) => Promise<unknown>> = {
  deliver: async ({ id, goods }, pick) =>
    orders.push(await deliver(finance, id, goods, { quantity: 1 + (pick % 3) })),
  refund: async (_, pick) => {
    const order = anyOf(orders, pick);
    if (!order) return;
    const lines = [{ lineId: order.lines[0]!._id, amount: 1 + (pick % 900) }];
    const got = await finance.call(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Damaged', lines },
    });
    if (got.status === 200 && pick % 3 > 0) await payBack(got.data._id);
  },
  takeBack: async (_, pick) => {
    const order = anyOf(orders, pick);
    if (!order) return;
    const request = await requestReturn(finance, order).catch(() => null);
    if (!request) return;
    for (const status of ['approved', 'received'] as const) await stepTo(finance, request, status);
    const { refund } = await stepTo(finance, request, 'returned');
    if (refund && pick % 4 > 0) await payBack(refund._id);
  },
  adjust: ({ id }, pick) =>
    finance.call(statementRoutes.adjust, {
      headers: { 'idempotency-key': newId() },
      body: { locationId: id, amount: pick % 2 === 0 ? 1 + pick : -1 - pick, reason: 'Agreed' },
    }),
  state: ({ id }, pick) =>
    finance.call(statementRoutes.create, { body: { locationId: id, to: dayAgo(pick % 2) } }),
  pay: async ({ id }, pick) => {
    const statement = anyOf(await statementsAt(id), pick);
    if (!statement) return;
    const body = {
      method: 'check' as const,
      reference: `${pick}`,
      paidOn: dayAgo(),
      version: statement.version,
    };
    const headers = { 'idempotency-key': newId() };
    return finance.call(payoutRoutes.payout, { params: { id: statement._id }, headers, body });
  },
  void: async ({ id }, pick) => {
    const statement = anyOf(await statementsAt(id), pick);
    if (!statement) return;
    const body = { reason: 'Account closed' };
    return finance.call(payoutRoutes.void, { params: { id: statement._id }, body });
  },
  discard: async ({ id }, pick) => {
    const statement = anyOf((await statementsAt(id)).slice(0, 2), pick);
    if (statement) await finance.call(statementRoutes.remove, { params: { id: statement._id } });
  },
};
async function payBack(id: string): Promise<void> {
  for (const status of ['refundProcessing', 'refunded'] as const) {
    await finance.call(refundRoutes.updateStatus, { params: { id }, body: { status } });
  }
}

interface PlacedEntry {
  entry: string;
  statementId: string | null;
  section: string;
}
const rowsOf = <Row>(query: RawBuilder<Row>) => shop.look(async (tx) => (await query.execute(tx)).rows);
const entriesNow = async () =>
  new Map(
    (
      await rowsOf(sql<PlacedEntry>`
        SELECT journal_id || ' ' || position AS entry, statement_id AS "statementId", section FROM payable_entries`)
    ).map((row) => [row.entry, row]),
  );

/** Checks all invariants in the tables, independently of the server's queries. */
async function checkAll(before: Map<string, PlacedEntry>): Promise<void> {
  const broken = await rowsOf(sql<{ claim: string }>`
    SELECT 'the trial balance is zero' AS claim FROM ledger_entries GROUP BY location_id HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'each entry of the account is kept once' FROM (
      SELECT location_id, journal_id, position, -amount AS amount FROM ledger_entries WHERE account = 'locationPayable'
      EXCEPT ALL SELECT location_id, journal_id, position, amount FROM payable_entries) x
    UNION ALL
    SELECT 'nothing else is kept' FROM (
      SELECT location_id, journal_id, position, amount FROM payable_entries
      EXCEPT ALL SELECT location_id, journal_id, position, -amount FROM ledger_entries
        WHERE account = 'locationPayable') x
    UNION ALL
    SELECT 'entries are on statements that there are' FROM payable_entries e WHERE statement_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM statements s WHERE s.location_id = e.location_id AND s.id = e.statement_id)
    UNION ALL
    SELECT 'each statement equals its entries ' || s.number FROM statements s
    WHERE (SELECT coalesce(sum(amount), 0) FROM payable_entries e WHERE e.location_id = s.location_id
        AND e.statement_id = s.id AND e.section <> 'payout') + s.carried_in <> s.total
      OR EXISTS (SELECT FROM payable_entries e WHERE e.location_id = s.location_id AND e.statement_id = s.id
        AND e.section <> 'payout' AND e.posted_at >= s.cut)
    UNION ALL
    SELECT 'paid less voided equals the account of payouts' FROM locations l
    WHERE (SELECT coalesce(sum(amount), 0) FROM payouts p WHERE p.location_id = l.id)
        - (SELECT coalesce(sum(amount), 0) FROM payouts p WHERE p.location_id = l.id AND voided_at IS NOT NULL)
      <> -(SELECT coalesce(sum(amount), 0) FROM ledger_entries x WHERE x.location_id = l.id AND x.account = 'payouts')`);
  expect(broken).toEqual([]);
  for (const { id } of places) {
    const { balance } = await finance.do(statementRoutes.listOfLocation, { body: { locationId: id } });
    const [row] = await rowsOf(sql<{ owed: number }>`
      SELECT -coalesce(sum(amount), 0)::bigint AS owed FROM ledger_entries
      WHERE location_id = ${id} AND account = 'locationPayable'`);
    expect(balance.total).toBe(row!.owed);
  }
  const there = new Set((await rowsOf(sql<{ id: string }>`SELECT id FROM statements`)).map(({ id }) => id));
  const after = await entriesNow();
  for (const [entry, { statementId, section }] of before) {
    const now = after.get(entry)!;
    if (statementId === null || !there.has(statementId)) continue;
    // An entry keeps its statement and section while the statement exists.
    expect(now).toEqual({ entry, statementId, section });
  }
}

const happening = fc.record({
  what: fc.constantFrom(...Object.keys(happenings)),
  place: fc.nat(2),
  pick: fc.nat(3000),
});
type Happening = { what: string; place: number; pick: number };
/** Mostly single events, sometimes concurrent ones, and sometimes a day passes. */
const moment = fc.oneof(
  { weight: 6, arbitrary: fc.array(happening, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(happening, { minLength: 2, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant<Happening[]>([]) },
);

test('keeps each entry in one place and all sums correct in any interleaving', {
  timeout: 240_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(moment, { minLength: 15, maxLength: 25, size: 'max' }),
    async (moments) => {
      for (const together of moments) {
        const before = await entriesNow();
        if (together.length === 0) for (const { id } of places) await letDaysPass(shop, id, 1);
        const answers = await Promise.all(
          together.map(({ what, place, pick }) => happenings[what]!(places[place]!, pick)),
        );
        for (const answer of answers as ({ status?: number } | undefined)[]) {
          expect(answer?.status ?? 200).toBeLessThan(500);
        }
        await checkAll(before);
      }
    },
  );
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
  // The test proves nothing if an event type never occurred, so missing ones get a few more runs.
  for (let more = 0; more < 5 && (await leastCount()) === 0; more += 1) {
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
  }
  expect(await leastCount()).toBeGreaterThan(0);
});

/** The smallest count among statements, payouts, voided payouts and refunds. */
async function leastCount(): Promise<number> {
  const [counts] = await rowsOf(sql<{ statements: number; paid: number; voided: number; refunds: number }>`
    SELECT (SELECT count(*) FROM statements) AS statements, (SELECT count(*) FROM payouts) AS paid,
      (SELECT count(*) FROM payouts WHERE voided_at IS NOT NULL) AS voided,
      (SELECT count(*) FROM payable_entries WHERE section IN ('refunds', 'corrections')) AS refunds`);
  return Math.min(...Object.values(counts!));
}
