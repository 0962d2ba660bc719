import { type Database, system, type Tx, transaction } from '../core/db.ts';
import { lockOrder } from '../orders/order-steps.queries.ts';
import { theSystem } from '../orders/order-steps.ts';
import { getSettings } from '../settings/settings.service.ts';
import { enterReturn } from './return-steps.ts';
import { findReturn, neverBrought } from './returns.queries.ts';

/**
 * Closes requests that were approved, and whose goods did not come in for as long as a return may take: what was
 * kept for a replacement goes back on sale. One in each transaction, so that several servers may do so at once.
 */
export async function closeNeverBrought(db: Database): Promise<void> {
  while (await transaction(db, system, closeNext));
}

async function closeNext(tx: Tx): Promise<boolean> {
  const { returnWindowDays } = await getSettings(tx);
  // Without a window goods are taken back by exception, and then there is a day to bring them.
  const due = await neverBrought(tx, Math.max(1, returnWindowDays));
  if (!due) return false;
  const order = await lockOrder(tx, due.orderId);
  const request = await findReturn(tx, due.id);
  // Somebody else was faster: there may be others.
  if (request.status !== 'approved') return true;
  await enterReturn(tx, request, order, theSystem, {
    status: request.kind === 'return' ? 'returnFailed' : 'replacementFailed',
    note: 'Never brought back',
  });
  return true;
}
