import type { Tx } from '../../core/db/db.ts';
import { operationsOfRefund } from '../../ledgers/gateways/operations.queries.ts';
import { reverseRefund } from '../orders/money/refund-reversals.ts';
import type { LockedOrder } from '../orders/steps/order-steps.queries.ts';
import { lockRefund } from './refunds.queries.ts';
import { failRefund } from './refunds.service.ts';

const theBank = { userId: null, name: 'The bank' };

interface Returned {
  refundId: string;
  /** The request that failed after it had succeeded, which no longer counts as done. */
  operationId: string;
  problem: string;
}
/** The bank returned a refund, or the part of one card, after the provider had paid it. Staff decide what happens next. */
export async function failReturnedRefund(
  tx: Tx,
  order: LockedOrder,
  { refundId, operationId, problem }: Returned,
): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (refund.isPosted) {
    const parts = await operationsOfRefund(tx, refund.locationId, refund.orderId, refund.id);
    const paid = parts.filter(({ status }) => status === 'done').reduce((sum, part) => sum + part.amount, 0);
    await reverseRefund(tx, refund, { operationId, paid });
  }
  // A refund that failed before, or that is about to be sent again, sends this part as well.
  if (refund.status === 'refunded' || refund.status === 'refundProcessing') {
    await failRefund(tx, order, refund, { actor: theBank, problem, isReturned: true });
  }
}
