import { systemActor } from '../../core/audit.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { applyReturnTransition } from './return-steps.ts';
import { findReturn, unreturned } from './returns.queries.ts';

/**
 * Closes approved returns whose items weren't brought within the return window, which releases the stock of replacements.
 * Handles one per transaction, so that several servers can do it at once.
 */
export async function closeUnreturned(db: Database): Promise<void> {
  while (await transaction(db, system, closeNext));
}

async function closeNext(tx: Tx): Promise<boolean> {
  const { returnWindowDays } = await getSettings(tx);
  // Without a return window, items that are accepted as an exception must be brought within a day.
  const due = await unreturned(tx, Math.max(1, returnWindowDays));
  if (!due) return false;
  const order = await lockOrder(tx, due.orderId);
  const request = await findReturn(tx, due.id);
  // Another server took this one, but there may be more.
  if (request.status !== 'approved') return true;
  await applyReturnTransition(tx, request, order, {
    actor: systemActor,
    status: request.kind === 'return' ? 'returnFailed' : 'replacementFailed',
    note: 'Never returned',
  });
  return true;
}
