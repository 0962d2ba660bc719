import { addDays, dayIn } from '@aisle/contract/core/dates';
import type { Statement } from '@aisle/contract/finance/statements';
import { statementRoutes } from '@aisle/contract/finance/statements';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { sql } from 'kysely';
import { systemActor } from '../src/core/audit.ts';
import { newId } from '../src/core/ids.ts';
import { insertJournal } from '../src/ledgers/money/journal.queries.ts';
import { reverseRefund } from '../src/sales/orders/money/refund-reversals.ts';
import { lockOrder } from '../src/sales/orders/steps/order-steps.queries.ts';
import { lockRefund } from '../src/sales/refunds/refunds.queries.ts';
import { failRefund } from '../src/sales/refunds/refunds.service.ts';
import type { Inside, Person, Shop } from './shop.ts';

const zone = 'America/Chicago';
/** The calendar day that many days ago, in the time zone of the test locations. */
export const dayAgo = (days = 0): string => addDays(dayIn(zone), -days);

/** Makes all entries of a location older by that many days. The ledger's rules don't allow it otherwise. */
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

/** Posts an adjustment of a location's balance. */
export const owe = (person: Person, locationId: string, amount: number, reason = 'Shelf fee') =>
  person.do(statementRoutes.adjust, {
    headers: { 'idempotency-key': newId() },
    body: { locationId, amount, reason },
  });

/** Creates a statement of the location's balance through a day (today by default). */
export const state = (person: Person, locationId: string, to = dayAgo()): Promise<Statement> =>
  person.do(statementRoutes.create, { body: { locationId, to } }) as Promise<Statement>;

/** Completes an open refund by hand, as staff do. */
export async function completeRefund(person: Person, id: string): Promise<void> {
  for (const status of ['refundProcessing', 'refunded'] as const) {
    await person.do(refundRoutes.updateStatus, { params: { id }, body: { status, reference: 'Till 2' } });
  }
}

/** Refunds an amount of an order's first line, or the whole line, and completes it by hand. */
export async function refundNow(
  person: Person,
  { _id }: Pick<Order, '_id'>,
  amount?: number,
): Promise<string> {
  const params = { id: _id };
  const plan = await person.do(refundRoutes.plan, { params, body: {} });
  const lines = [{ lineId: plan.lines[0]!.lineId, amount: amount ?? plan.lines[0]!.refundable }];
  const refund = await person.do(refundRoutes.create, { params, body: { reason: 'Damaged', lines } });
  await completeRefund(person, refund._id);
  return refund._id;
}

/** The bank returns a part of a paid refund: half of it, for example. */
export const returnRefund = (
  shop: Inside,
  { orderId, refundId, percent = 100 }: { orderId: string; refundId: string; percent?: number },
): Promise<void> =>
  shop.look(async (tx) => {
    const [order, refund] = [await lockOrder(tx, orderId), await lockRefund(tx, refundId)];
    const paid = refund.amount - Math.ceil((refund.amount * percent) / 100);
    await reverseRefund(tx, refund, { operationId: newId(), paid });
    await failRefund(tx, order, refund, { actor: systemActor, problem: 'Returned', isReturned: true });
  });

/** Records the payout of a statement directly in the tables. */
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

/** Records that the bank returned a payout. */
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
