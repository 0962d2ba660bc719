import { sql } from 'kysely';

/** The data of an order's live event: enough to show its new status before the order is loaded again. */
export const orderEventData = sql`jsonb_build_object('number', format_number('order', number), 'status', status,
  'dispatchStatus', dispatch_status, 'headlineStatus', headline_status, 'version', version)`;
