import { system, transaction } from '../../core/db/db.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { followTransfers } from '../payouts/transfers.ts';
import { wakeReading } from './read-balances.queries.ts';

/** Payouts of connected accounts leave the marketplace's balance as it is. */
const onPayout: EventHandlers[string] = async (happening) => {
  const { db, event } = happening;
  if (event.account === null) await transaction(db, system, (tx) => wakeReading(tx));
  else await followTransfers(happening);
};

export const payoutEvents: EventHandlers = {
  'payout.paid': onPayout,
  // The contents of a payout can be known only after it was paid.
  'payout.reconciliation_completed': onPayout,
  'payout.failed': onPayout,
  'payout.canceled': onPayout,
};
