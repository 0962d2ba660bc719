import { type BoardRow, boardColumns, type OrderBoard } from '@aisle/contract/sales/orders/order-board';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { comingBackFrom } from '../../ledgers/trips/trips.queries.ts';
import { type OrderRowRead, toOrderRow } from './orders.queries.ts';

const maxCards = 50;
/** Orders of a column are counted up to this number; staff can't work through more one by one anyway. */
const maxCountedOrders = 1000;

type Queued = OrderRowRead & Omit<BoardRow, keyof OrderRowRead | 'slot' | 'owner'>;
interface Row {
  key: OrderBoard['columns'][number]['key'];
  counted: number;
  oldestAt: string | null;
  records: Queued[] | null;
}

/**
 * The open orders of one location, or of all that the actor can reach, by their order status, because an order with a pending
 * refund must still be delivered. Statuses are literals in the SQL, so that PostgreSQL uses the partial index on open orders.
 */
export async function findBoard(tx: Tx, actor: Actor, requested: string | undefined): Promise<OrderBoard> {
  const locationId = locationOf(actor, requested);
  const mayHandOver = actor.permissions.has('order_edit');
  const here = locationId === undefined ? sql`` : sql`AND o.location_id = ${locationId}`;
  const ofStatus = (status: string) => sql`
    (SELECT o.* FROM orders o WHERE o.status = ${sql.lit(status)} ${here}
      ORDER BY promised_at(o.slot_to, o.created_at), o.id LIMIT ${sql.lit(maxCards)})`;
  const agesOf = (status: string) => sql`
    (SELECT o.created_at FROM orders o WHERE o.status = ${sql.lit(status)} ${here}
      ORDER BY promised_at(o.slot_to, o.created_at), o.id LIMIT ${sql.lit(maxCountedOrders + 1)})`;
  const columns = boardColumns.map(
    ({ key, statuses }) => sql`
    SELECT ${sql.lit(key)} AS key, ages.*, cards.*
    FROM (SELECT count(*) AS counted, iso(min(created_at)) AS "oldestAt"
      FROM (${sql.join(statuses.map(agesOf), sql` UNION ALL `)}) open) ages
    CROSS JOIN (SELECT json_agg(json_build_object('_id', o.id, 'number', o.number, 'locationId', o.location_id,
        'locationName', l.name, 'timeZone', l.time_zone, 'customerName', o.customer_name, 'status', o.status,
        'dispatchStatus', o.dispatch_status, 'headlineStatus', o.headline_status, 'fulfilment', o.fulfilment,
        'unitCount', o.unit_count, 'lineCount', o.line_count, 'total', o.total, 'paid', o.paid,
        'paymentType', o.payment_type, 'slotFrom', iso(o.slot_from), 'slotTo', iso(o.slot_to), 'createdAt', iso(o.created_at), 'ownerId', o.owner_id, 'ownerName', o.owner_name, 'tags', o.tags,
        'version', o.version, 'note', o.note,
        'cashDue', CASE WHEN o.payment_type = 'cashOnDelivery' THEN greatest(0, o.total - o.paid - coalesce(
          (SELECT sum(p.amount) FROM payments p WHERE p.location_id = o.location_id AND p.order_id = o.id
            AND p.status = 'authorised'), 0)) ELSE 0 END,
        'driverName', d.name, 'handOverCode', ${mayHandOver ? sql`o.hand_over_code` : sql`NULL`},
        'picker', CASE WHEN o.picker_id IS NOT NULL
          THEN json_build_object('_id', o.picker_id, 'name', o.picker_name) END,
        'bags', o.bags, 'comingBackFrom', ${sql.raw(comingBackFrom)})
        ORDER BY promised_at(o.slot_to, o.created_at), o.id) AS records
      FROM (SELECT * FROM (${sql.join(statuses.map(ofStatus), sql` UNION ALL `)}) open
        ORDER BY promised_at(slot_to, created_at), id LIMIT ${sql.lit(maxCards)}) o
      JOIN locations l ON l.id = o.location_id
      LEFT JOIN drivers d ON d.id = o.driver_id) cards`,
  );
  const { rows } = await sql<Row>`${sql.join(columns, sql` UNION ALL `)}`.execute(tx);
  return {
    columns: rows.map(({ key, counted, oldestAt, records }) => ({
      key,
      totalRecords: Math.min(counted, maxCountedOrders),
      totalIsEstimate: counted > maxCountedOrders,
      oldestAt,
      records: (records ?? []).map(toQueued),
    })),
  };
}

const toQueued = (row: Queued): BoardRow => ({
  ...toOrderRow(row),
  note: row.note,
  cashDue: row.cashDue,
  driverName: row.driverName,
  handOverCode: row.handOverCode,
  picker: row.picker,
  bags: row.bags,
  comingBackFrom: row.comingBackFrom,
});
