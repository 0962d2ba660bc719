import type { PaymentDetails } from '@aisle/contract/order-payments';
import type { Tx } from '../core/db.ts';

/** What an order put into the books, in the order it was posted. */
export async function entriesOf(
  tx: Tx,
  locationId: string,
  orderId: string,
): Promise<PaymentDetails['entries']> {
  return tx
    .selectFrom('journals as j')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.location_id', '=', 'j.location_id').onRef('e.journal_id', '=', 'j.id'),
    )
    .select(['e.account', 'e.part', 'e.amount', 'j.kind', 'j.posted_at as postedAt'])
    .where('j.location_id', '=', locationId)
    .where('j.order_id', '=', orderId)
    .orderBy('j.id')
    .orderBy('e.position')
    .execute();
}
