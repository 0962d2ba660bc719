import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import { enqueueOperation } from '../../ledgers/gateways/operations.queries.ts';
import { paymentsOf } from '../orders/money/order-payments.queries.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { nextToAuthorize } from './authorize-later.queries.ts';
import { marginOf } from './payments.service.ts';

/** Authorizes the verified cards of orders whose time slot is near. */
export async function authorizeLater(db: Database): Promise<void> {
  while (await systemWork(db, authorizeNext));
}

async function authorizeNext(tx: Tx): Promise<boolean> {
  const next = await nextToAuthorize(tx);
  if (!next) return false;
  const order = await lockOrder(tx, next.orderId);
  const payment = (await paymentsOf(tx, order)).find(({ id }) => id === next.paymentId);
  // Another server was first, or the order was paid otherwise.
  if (!payment?.isVerified || payment.isUnderWay) return true;
  const { id: paymentId, amount } = payment;
  const of = { locationId: order.locationId, orderId: order.id, paymentId };
  await enqueueOperation(tx, of, { kind: 'authorise', amount: amount + (await marginOf(tx, order, amount)) });
  return true;
}
