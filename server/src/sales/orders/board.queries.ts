import { boardColumns, type OrderBoard } from '@aisle/contract/sales/order-board';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type OrderRowRead, toOrderRow } from './orders.queries.ts';

const mostCards = 50;
/** Orders of a column are counted up to this number: more cannot be worked through one by one anyway. */
const countedUpTo = 1000;

interface Row {
  key: OrderBoard['columns'][number]['key'];
  counted: number;
  oldestAt: string | null;
  records: OrderRowRead[] | null;
}

/**
 * The open orders of one location, or of all that the actor can reach, by their order status: one with a pending
 * refund must still be delivered. Statuses are literals in the SQL, so that PostgreSQL uses the partial index on
 * open orders.
 */
export async function findBoard(tx: Tx, locationId: string | undefined): Promise<OrderBoard> {
  const here = locationId === undefined ? sql`` : sql`AND o.location_id = ${locationId}`;
  const ofStatus = (status: string) => sql`
    (SELECT o.* FROM orders o WHERE o.status = ${sql.lit(status)} ${here}
      ORDER BY promised_at(o.slot_to, o.created_at), o.id LIMIT ${sql.lit(mostCards)})`;
  const agesOf = (status: string) => sql`
    (SELECT o.created_at FROM orders o WHERE o.status = ${sql.lit(status)} ${here}
      ORDER BY promised_at(o.slot_to, o.created_at), o.id LIMIT ${sql.lit(countedUpTo + 1)})`;
  const columns = boardColumns.map(
    ({ key, statuses }) => sql`
    SELECT ${sql.lit(key)} AS key, ages.*, cards.*
    FROM (SELECT count(*) AS counted, iso(min(created_at)) AS "oldestAt"
      FROM (${sql.join(statuses.map(agesOf), sql` UNION ALL `)}) open) ages
    CROSS JOIN (SELECT json_agg(json_build_object('_id', o.id, 'number', o.number, 'locationId', o.location_id,
        'locationName', l.name, 'customerName', o.customer_name, 'status', o.status,
        'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status, 'fulfilment', o.fulfilment,
        'unitCount', o.unit_count, 'lineCount', o.line_count, 'total', o.total, 'paymentType', o.payment_type, 'slotFrom', iso(o.slot_from),
        'slotTo', iso(o.slot_to), 'createdAt', iso(o.created_at), 'version', o.version)
        ORDER BY promised_at(o.slot_to, o.created_at), o.id) AS records
      FROM (SELECT * FROM (${sql.join(statuses.map(ofStatus), sql` UNION ALL `)}) open
        ORDER BY promised_at(slot_to, created_at), id LIMIT ${sql.lit(mostCards)}) o
      JOIN locations l ON l.id = o.location_id) cards`,
  );
  const { rows } = await sql<Row>`${sql.join(columns, sql` UNION ALL `)}`.execute(tx);
  return {
    columns: rows.map(({ key, counted, oldestAt, records }) => ({
      key,
      totalRecords: Math.min(counted, countedUpTo),
      totalIsEstimate: counted > countedUpTo,
      oldestAt,
      records: (records ?? []).map(toOrderRow),
    })),
  };
}
