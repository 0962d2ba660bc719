import { system, transaction } from '../../core/db/db.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { wakeReading } from './read-balances.queries.ts';

/** Reads the balance soon. Payouts of connected accounts leave the marketplace's balance as it is. */
const readSoon: EventHandlers[string] = async ({ db, event }) => {
  if (event.account === null) await transaction(db, system, (tx) => wakeReading(tx));
};

export const payoutEvents: EventHandlers = {
  // The contents of a payout are known only then, which can be later than `payout.paid`.
  'payout.reconciliation_completed': readSoon,
  'payout.failed': readSoon,
  'payout.canceled': readSoon,
};
