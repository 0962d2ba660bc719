import { addDays, dayIn } from '@aisle/contract/core/dates';
import type { Statement } from '@aisle/contract/finance/statements';
import { statementRoutes } from '@aisle/contract/finance/statements';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import { newId } from '../src/core/ids.ts';
import { insertJournal } from '../src/ledgers/money/journal.queries.ts';
import type { Inside, Person, Shop } from './shop.ts';

const zone = 'America/Chicago';
/** The calendar day in the zone of the test locations, so many days ago. */
export const dayAgo = (days = 0): string => addDays(dayIn(zone), -days);

/** Makes everything posted at a location so far that many days older; ledgers don't allow it otherwise. */
export async function letDaysPass(shop: Shop, locationId: string, days: number): Promise<void> {
  const earlier = (column: string) =>
    `${column} = (${column} AT TIME ZONE '${zone}' - make_interval(days => ${days})) AT TIME ZONE '${zone}'`;
  await shop.db.owner.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE journals SET ${earlier('posted_at')} WHERE location_id = '${locationId}';
    UPDATE ledger_entries SET ${earlier('posted_at')} WHERE location_id = '${locationId}';
    UPDATE payable_entries SET ${earlier('posted_at')} WHERE location_id = '${locationId}';
    UPDATE adjustments SET ${earlier('created_at')} WHERE location_id = '${locationId}';
    UPDATE orders SET ${earlier('created_at')} WHERE location_id = '${locationId}';
    UPDATE statements SET from_day = from_day - ${days}, to_day = to_day - ${days}, ${earlier('cut')}
      WHERE location_id = '${locationId}';
    COMMIT`);
}

/** Posts an adjustment of what a location is owed. */
export const owe = (person: Person, locationId: string, amount: number, reason = 'Shelf fee') =>
  person.do(statementRoutes.adjust, {
    headers: { 'idempotency-key': newId() },
    body: { locationId, amount, reason },
  });

/** A statement of all that a location is owed through a day; today unless said. */
export const state = (person: Person, locationId: string, to = dayAgo()): Promise<Statement> =>
  person.do(statementRoutes.create, { body: { locationId, to } }) as Promise<Statement>;

/** Takes an open refund to its end, as staff do by hand. */
export async function payBack(person: Person, id: string): Promise<void> {
  for (const status of ['refundProcessing', 'refunded'] as const) {
    await person.do(refundRoutes.updateStatus, { params: { id }, body: { status, reference: 'Till 2' } });
  }
}

/** Refunds an amount of the first line of an order, or all of the line, and pays it back by hand. */
export async function refundNow(person: Person, { _id }: Pick<Order, '_id'>, amount?: number): Promise<void> {
  const params = { id: _id };
  const plan = await person.do(refundRoutes.plan, { params, body: {} });
  const lines = [{ lineId: plan.lines[0]!.lineId, amount: amount ?? plan.lines[0]!.refundable }];
  const refund = await person.do(refundRoutes.create, { params, body: { reason: 'Damaged', lines } });
  await payBack(person, refund._id);
}

/** Records that a statement was paid, straight in the tables. */
export async function recordPayout(
  shop: Inside,
  { _id, locationId, total }: Pick<Statement, '_id' | 'locationId' | 'total'>,
): Promise<string> {
  const id = newId();
  await shop.look(async (tx) => {
    await tx
      .insertInto('payouts')
      .values({
        location_id: locationId,
        id,
        statement_id: _id,
        amount: total,
        method: 'bankTransfer',
        reference: 'WIRE-1',
        paid_on: dayAgo(),
        user_name: 'Ada Tester',
      })
      .execute();
    await insertJournal(tx, payoutJournal(locationId, id, total));
  });
  return id;
}

/** Records that the bank sent a payout back. */
export const recordVoid = (shop: Inside, locationId: string, id: string): Promise<void> =>
  shop.look(async (tx) => {
    const voidId = newId();
    const { amount } = await tx
      .updateTable('payouts')
      .set({
        void_id: voidId,
        voided_at: sql`now()`,
        void_reason: 'Account closed',
        voided_by_name: 'Ada Tester',
      })
      .where('location_id', '=', locationId)
      .where('id', '=', id)
      .returning('amount')
      .executeTakeFirstOrThrow();
    await insertJournal(tx, payoutJournal(locationId, voidId, -amount));
  });

const payoutJournal = (locationId: string, causeId: string, amount: number) => ({
  locationId,
  kind: 'payout' as const,
  causeId,
  orderId: null,
  userId: null,
  entries: [
    { account: 'locationPayable' as const, part: 'payout' as const, amount },
    { account: 'payouts' as const, part: 'payout' as const, amount: -amount },
  ],
});
