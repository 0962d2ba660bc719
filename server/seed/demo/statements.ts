import { addDays, dayIn, instantIn } from '@aisle/contract/core/dates';
import { latestDueEnd } from '@aisle/contract/finance/statement-periods';
import type { SettingsValues } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { Seals } from '../../src/core/db/seals/seals.ts';
import { insertStatement, readPeriodFacts } from '../../src/finance/statements/create-statement.queries.ts';
import { encryptAccountNumbers } from '../../src/locations/locations/payout-accounts.service.ts';
import { lockOrder } from '../../src/sales/orders/steps/order-steps.queries.ts';
import { lockRefund } from '../../src/sales/refunds/refunds.queries.ts';
import { beginRefund, openRefund, settleRefund } from '../../src/sales/refunds/refunds.service.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import { payAll, post, type Stated, zone } from './payouts.ts';
import type { Staff } from './people.ts';
import type { Store } from './places.ts';

const hour = 3_600_000;
const rules: SettingsValues['statements'] = {
  every: 'twoWeeks',
  weekday: 0,
  holdDays: 2,
  minimumPayout: 2500,
};
export const statementSettings = {
  statements: rules,
  marketplaceAddress: '500 E 4th St, Suite 210\nAustin, TX 78701',
  ach: {
    companyName: 'Aisle Market',
    companyId: '1742150936',
    originName: 'Lone Star Trust Bank',
    originRouting: '111900015',
  },
} satisfies Partial<SettingsValues>;

interface World {
  stores: readonly Store[];
  staff: readonly Staff[];
  seals: Seals;
  start: number;
  now: number;
}
/**
 * The work of finance in sixty days: statements for every period, all but the latest paid by runs; one carried, one returned by
 * the bank, adjustments, and a statement of today with a refund of an order that was already paid out.
 */
export async function addStatements(tx: Tx, world: World): Promise<void> {
  const { stores, staff, seals, start, now } = world;
  const finance = staff.find(({ role }) => role === 'finance')!;
  await addAccounts(tx, stores, seals);
  const ends = periodEnds(start, now);
  for (const [index, end] of ends.entries()) {
    const made = Math.min(Date.parse(instantIn(zone, addDays(end, rules.holdDays + 1), '04:19')), now);
    const left = ends.length - 1 - index;
    if (left === 1) await takeOffMore(tx, storeOf(stores, 'round-rock'), finance, end);
    if (left === 0)
      await adjust(tx, storeOf(stores, 'downtown'), finance, { ...campaign, at: endOf(end) - 30 * hour });
    const stated: Stated[] = [];
    for (const store of stores) {
      const statement = await stateThrough(tx, store, end, made);
      if (statement) stated.push(statement);
    }
    if (left > 0)
      await payAll(tx, stated, finance, { at: made + 5 * hour, sentBack: left === 1 ? 'crestview' : null });
  }
  await correctToday(tx, storeOf(stores, 'south-congress'), finance, now);
}

const storeOf = (stores: readonly Store[], key: string): Store => stores.find((store) => store.key === key)!;
const endOf = (day: string): number => Date.parse(instantIn(zone, addDays(day, 1), '00:00'));

/** The last days of all periods that are due by now, oldest first. */
function periodEnds(start: number, now: number): string[] {
  const first = dayIn(zone, new Date(start));
  const ends: string[] = [];
  let end = latestDueEnd(rules, dayIn(zone, new Date(now)));
  while (end !== null && end > first) {
    ends.unshift(end);
    end = addDays(end, -14);
  }
  return ends;
}

const banks = ['Lone Star Trust Bank', 'Hill Country Credit Union', 'Colorado River Bank'];
async function addAccounts(tx: Tx, stores: readonly Store[], seals: Seals): Promise<void> {
  const names = await tx.selectFrom('locations').select(['id', 'name']).execute();
  const rows = stores.map(({ id }, index) => {
    const routingNumber = ['111900015', '314970004', '113000023'][index % 3]!;
    const accountNumber = String(4_400_218_730 + index * 7_919);
    return {
      location_id: id,
      sealed: `\\x${encryptAccountNumbers(seals, id, { routingNumber, accountNumber }).toString('hex')}`,
      bank_name: banks[index % 3],
      account_holder: `${names.find((location) => location.id === id)!.name} LLC`,
      routing_last4: routingNumber.slice(-4),
      account_last4: accountNumber.slice(-4),
    };
  });
  await insertRows(tx, 'payout_accounts', rows);
}

/** The statement that the schedule created for a store. */
async function stateThrough(tx: Tx, store: Store, to: string, made: number): Promise<Stated | undefined> {
  const id = idAt(made);
  const createdAt = new Date(made).toISOString();
  const isMade = await freeze(tx, store, { id, userId: null, name: null, createdAt }, to);
  await insertRows(tx, 'scheduled_statements', [
    {
      location_id: store.id,
      period_end: to,
      statement_id: isMade ? id : null,
      created_at: createdAt,
      notified_at: createdAt,
    },
  ]);
  if (!isMade) return undefined;
  const row = await tx
    .selectFrom('statements as s')
    .innerJoin('payout_accounts as a', 'a.location_id', 's.location_id')
    .select(['s.location_id', 's.id', 's.number', 's.total', 's.status', 'a.account_last4 as accountLast4'])
    .where('s.location_id', '=', store.id)
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
  return { storeKey: store.key, ...row };
}

async function freeze(
  tx: Tx,
  store: Store,
  maker: Parameters<typeof insertStatement>[1],
  to: string,
): Promise<boolean> {
  const facts = await readPeriodFacts(tx, store.id, to);
  if (!facts?.firstDay) return false;
  const { cut, firstDay, nextDay, latest } = facts;
  const carried = latest?.status === 'carried' ? latest : null;
  return insertStatement(tx, maker, {
    locationId: store.id,
    from: nextDay !== null && nextDay < firstDay ? nextDay : firstDay,
    to,
    cut,
    carriedFrom: carried?._id ?? null,
    carriedIn: carried?.total ?? 0,
    minimumPayout: rules.minimumPayout,
  });
}

const campaign = { amount: 7_500, reason: 'Opening campaign', note: 'Flyers that the store paid for' };

/** The store owes more than it earned, so its statement is carried into the next one. */
async function takeOffMore(tx: Tx, store: Store, finance: Staff, end: string): Promise<void> {
  const cut = new Date(endOf(end)).toISOString();
  const { rows } = await sql<{ owed: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS owed FROM payable_entries
    WHERE location_id = ${store.id} AND statement_id IS NULL AND posted_at < ${cut}`.execute(tx);
  const hundreds = 10_000;
  const amount = -Math.ceil((rows[0]!.owed + 1_000) / hundreds) * hundreds;
  const note = 'Paid to the contractor by the marketplace';
  await adjust(tx, store, finance, {
    amount,
    reason: 'Walk-in cooler replaced',
    note,
    at: endOf(end) - 55 * hour,
  });
}

interface Adjusting {
  amount: number;
  reason: string;
  note: string;
  at: number;
}
async function adjust(
  tx: Tx,
  store: Store,
  { id: user_id, name }: Staff,
  adjusting: Adjusting,
): Promise<void> {
  const { amount, reason, note, at } = adjusting;
  const id = idAt(at);
  const row = { location_id: store.id, id, amount, reason, note, user_id, user_name: name };
  await insertRows(tx, 'adjustments', [{ ...row, created_at: new Date(at) }]);
  await post(tx, { locationId: store.id, kind: 'correction', causeId: id, userId: user_id, at }, [
    { account: 'locationPayable', part: 'adjustment', amount: -amount },
    { account: 'adjustments', part: 'adjustment', amount },
  ]);
}

/** Refunds orders that were paid out weeks ago, and creates a statement for the store by hand, where they are corrections. */
async function correctToday(tx: Tx, store: Store, finance: Staff, now: number): Promise<void> {
  const { rows } = await sql<{ orderId: string; lineId: string; total: number }>`
    SELECT o.id AS "orderId", n.id AS "lineId", n.total FROM orders o
    JOIN journals j ON j.location_id = o.location_id AND j.kind = 'sale' AND j.cause_id = o.id
    JOIN LATERAL (SELECT e.statement_id FROM payable_entries e
      WHERE e.location_id = j.location_id AND e.journal_id = j.id LIMIT 1) sold ON true
    JOIN statements s ON s.location_id = o.location_id AND s.id = sold.statement_id AND s.status = 'paid'
    JOIN LATERAL (SELECT n.id, n.total FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id
      ORDER BY n.total DESC, n.id LIMIT 1) n ON true
    WHERE o.location_id = ${store.id} AND o.payment_type = 'cashOnDelivery' AND o.refunded = 0
    ORDER BY o.delivered_at DESC LIMIT 2`.execute(tx);
  const actor = { userId: finance.id, name: finance.name };
  for (const { orderId, lineId, total } of rows) {
    const order = await lockOrder(tx, orderId);
    const wish = { lines: [{ lineId, amount: total }] };
    const id = await openRefund(tx, actor, order, {
      wish,
      reason: 'Quality not as expected',
      returnId: null,
    });
    if (!id) continue;
    const refund = await lockRefund(tx, id);
    await beginRefund(tx, order, refund, actor);
    await settleRefund(tx, order, refund, { actor, reference: 'Office, receipt 0092' });
  }
  const maker = { id: idAt(now), ...actor };
  await freeze(tx, store, maker, dayIn(zone, new Date(now)));
}
