import { type RawBuilder, sql } from 'kysely';
import { announceRows } from '../../core/live-events.ts';

/** Records in the change log that payments were added, changed or deleted, within the statement that writes them. */
export const recordPayments = (
  action: 'create' | 'edit' | 'delete',
  payments: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  announceRows(
    {
      topic: 'payments',
      action,
      recordId: sql`id`,
      locationId: sql`location_id`,
      permission: 'order_view',
      snapshot: sql`jsonb_build_object('parentId', order_id)`,
    },
    payments,
  );
