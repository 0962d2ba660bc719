import { sql } from 'kysely';

/** What a live event says about an order: enough to show its new status before it is loaded again. */
export const orderEventData = sql`jsonb_build_object('number', format_number('order', number), 'status', status,
  'dispatchStatus', dispatch_status, 'headlineStatus', headline_status, 'version', version)`;
