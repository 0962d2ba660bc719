import type { PaymentDetails } from '@aisle/contract/sales/orders/order-payments';
import type { Tx } from '../../../core/db/db.ts';

/** The ledger entries of an order, oldest first. */
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
