import { system, transaction } from '../../core/db/db.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { applyReport } from './dispute-reports.ts';

const dispute: EventHandlers[string] = async ({ db, gateway, event }) => {
  if (event.account || !gateway.reader) return;
  const report = await gateway.reader.dispute(event.objectId);
  await transaction(db, system, (tx) => applyReport(tx, gateway.name, report));
};

export const disputeEvents: EventHandlers = {
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.closed': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
};
