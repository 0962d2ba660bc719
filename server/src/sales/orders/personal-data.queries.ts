import { closedStatuses } from '@aisle/contract/sales/order-status-groups';
import { closedReturnStatuses } from '@aisle/contract/sales/return-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf, isOneOf } from '../../core/db/literals.ts';
import { erasedName, oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';

/** The orders of a person, as `o`. */
const theirOrders = (person: Person) => sql`orders o WHERE o.customer_id = ${oneOf(person)}`;
/** Rows of a table that belong to their orders, as `r`. */
const ofTheirOrders = (table: string, person: Person) => sql`
  orders o JOIN ${sql.table(table)} r ON r.location_id = o.location_id AND r.order_id = o.id
  WHERE o.customer_id = ${oneOf(person)}`;
const number = sql`format_number('order', o.number)`;

/** What sales know of customers: orders with everything that belongs to them, returns, refunds and emails. */
export const orderPersonalData: PersonalData = {
  tables: {
    main_orders: 'erased',
    orders: 'erased',
    order_lines: 'erased',
    order_events: 'erased',
    order_messages: 'erased',
    order_words: 'erased',
    returns: 'erased',
    return_lines: 'erased',
    refunds: 'erased',
    payments: 'erased',
    deliveries: 'erased',
    recall_rows: 'erased',
    gateway_operations: 'stays: amounts and references of card payments, without words',
    driver_cash_entries: 'stays: amounts that drivers collected',
    journals: 'stays: figures of the books',
    ledger_entries: 'stays: figures of the books',
    payable_entries: 'stays: figures of the statements',
    reservations: 'stays: quantities of stock',
    stock_movements: 'stays: quantities of stock',
    mails: 'erased',
    notices: 'stays: the number of a late order',
  },
  takeOut: {
    Orders: (person) => sql`
      SELECT o.id, ${number} AS number, l.name AS location, o.customer_name AS "customerName",
        o.customer_phone AS "customerPhone", o.contact, o.headline_status AS status, o.fulfilment AS fulfillment,
        o.payment_type AS "paymentType", o.items_total AS items, o.discount_total AS discount, o.tax_total AS tax,
        o.delivery_fee AS "deliveryFee", o.total, o.paid, o.refunded, o.coins_used AS "coinsUsed", o.address,
        o.note, o.cancel_reason AS "cancelReason", o.slot_from AS "slotFrom", o.slot_to AS "slotTo",
        o.created_at AS "createdAt", o.delivered_at AS "deliveredAt"
      FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.customer_id = ${oneOf(person)}
      ORDER BY o.created_at, o.id`,
    'Order lines': (person) => sql`
      SELECT ${number} AS "order", r.name, r.sku, r.quantity, r.picked_quantity AS "pickedQuantity", r.unit,
        r.unit_price AS "unitPrice", r.discount, r.tax, r.total, r.note
      FROM ${ofTheirOrders('order_lines', person)} ORDER BY o.created_at, o.id, r.position`,
    'Order history': (person) => sql`
      SELECT ${number} AS "order", r.kind, r.from_status AS "from", r.to_status AS "to", r.note,
        r.created_at AS "at"
      FROM ${ofTheirOrders('order_events', person)} ORDER BY r.created_at, r.id`,
    Payments: (person) => sql`
      SELECT ${number} AS "order", r.kind, r.status, r.amount, r.provider, r.reference, r.created_at AS "at"
      FROM ${ofTheirOrders('payments', person)} ORDER BY r.created_at, r.id`,
    Refunds: (person) => sql`
      SELECT ${number} AS "order", r.status, r.amount, r.reason, r.reference, r.created_at AS "at",
        r.refunded_at AS "refundedAt"
      FROM ${ofTheirOrders('refunds', person)} ORDER BY r.created_at, r.id`,
    Returns: (person) => sql`
      SELECT format_number('return', r.number) AS number, ${number} AS "order", r.kind, r.status, r.note,
        r.override_note AS "overrideNote", (SELECT jsonb_agg(jsonb_build_object('reason', i.reason, 'note', i.note,
          'quantity', i.quantity) ORDER BY i.position)
          FROM return_lines i WHERE i.location_id = r.location_id AND i.return_id = r.id) AS lines,
        r.created_at AS "at"
      FROM returns r JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
      WHERE r.customer_id = ${oneOf(person)} ORDER BY r.created_at, r.id`,
    Emails: (person) => sql`
      SELECT ${number} AS "order", r.kind, r.recipient, m.subject, m.body, r.created_at AS "at"
      FROM orders o JOIN order_messages r ON r.location_id = o.location_id AND r.order_id = o.id
      LEFT JOIN mails m ON m.id = r.mail_id
      WHERE o.customer_id = ${oneOf(person)} ORDER BY r.created_at, r.id`,
  },
  audited: { orders: (person) => sql`SELECT o.id FROM ${theirOrders(person)}` },
  openWork: (person) => sql`
    SELECT 'order' AS kind, o.id, ${number} AS number FROM orders o
    WHERE o.customer_id = ${oneOf(person)}
      AND ${isNoneOf('o.status', closedStatuses)}
    UNION ALL
    SELECT 'return', r.id, format_number('return', r.number) FROM returns r
    WHERE r.customer_id = ${oneOf(person)} AND ${isNoneOf('r.status', closedReturnStatuses)}
    UNION ALL
    SELECT 'refund', r.id, ${number} FROM ${ofTheirOrders('refunds', person)} AND r.status <> 'refunded'`,
  erase: eraseOrders,
  timeline: {
    order: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, CASE WHEN r.from_status IS NULL THEN 'placed' ELSE r.to_status END, o.id,
          ${number}, o.total, r.actor_name, r.note, o.location_id
        FROM ${ofTheirOrders('order_events', person)} AND r.kind = 'order'
          AND (r.from_status IS NULL OR ${isOneOf('r.to_status', closedStatuses)})
          AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    note: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, 'note', o.id, ${number}, NULL::bigint, r.actor_name, r.note, o.location_id
        FROM ${ofTheirOrders('order_events', person)} AND r.kind = 'note' AND r.note IS NOT NULL
          AND r.user_id IS NOT NULL AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    return: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, r.status, r.id, format_number('return', r.number), NULL::bigint, NULL, r.note,
          r.location_id
        FROM returns r WHERE r.customer_id = ${oneOf(person)} AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    refund: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, r.status, o.id, ${number}, r.amount, NULL, r.reason, o.location_id
        FROM ${ofTheirOrders('refunds', person)} AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    message: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, r.kind, o.id, ${number}, NULL::bigint, r.sent_by_name, NULL, o.location_id
        FROM ${ofTheirOrders('order_messages', person)} AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
  },
};

/** Orders keep their goods and amounts, and nothing about who got them or where. */
async function eraseOrders(tx: Tx, person: Person): Promise<readonly string[]> {
  await sql`
    SELECT blank_order_events(array_agg(o.location_id), array_agg(o.id)) FROM ${theirOrders(person)}`.execute(
    tx,
  );
  const ofPerson = (alias: string) => sql`
    o.customer_id = ${oneOf(person)} AND ${sql.ref(`${alias}.location_id`)} = o.location_id
      AND ${sql.ref(`${alias}.order_id`)} = o.id`;
  const { rows } = await sql<{ id: string }>`
    SELECT d.proof_file_id AS id FROM orders o JOIN deliveries d ON d.location_id = o.location_id AND d.order_id = o.id
    WHERE o.customer_id = ${oneOf(person)} AND d.proof_file_id IS NOT NULL
    UNION SELECT unnest(l.photos) FROM returns r
    JOIN return_lines l ON l.location_id = r.location_id AND l.return_id = r.id
    WHERE r.customer_id = ${oneOf(person)}`.execute(tx);
  const blank = (table: string, alias: string, values: RawBuilder<unknown>) =>
    sql`UPDATE ${sql.table(table)} AS ${sql.ref(alias)} SET ${values} FROM orders o WHERE ${ofPerson(alias)}`.execute(
      tx,
    );
  await blank('order_lines', 'l', sql`note = NULL`);
  await blank('deliveries', 'd', sql`reason = NULL, proof_file_id = NULL`);
  await blank('payments', 'p', sql`token = NULL, problem = NULL`);
  await blank('refunds', 'f', sql`reason = 'Erased', problem = NULL`);
  await sql`
    UPDATE return_lines l SET reason = NULL, note = NULL, photos = '{}' FROM returns r
    WHERE r.customer_id = ${oneOf(person)} AND l.location_id = r.location_id AND l.return_id = r.id`.execute(
    tx,
  );
  await sql`
    UPDATE returns SET note = NULL, override_note = NULL WHERE customer_id = ${oneOf(person)}`.execute(tx);
  await blankEmails(tx, person);
  await sql`
    UPDATE recall_rows SET reason = NULL WHERE kind = 'customer' AND record_id = ${oneOf(person)}
      AND reason IS NOT NULL`.execute(tx);
  await sql`
    UPDATE main_orders SET note = NULL, external_id = NULL WHERE customer_id = ${oneOf(person)}`.execute(tx);
  // The state is what sales tax is reported by.
  await sql`
    UPDATE orders SET customer_name = ${erasedName}, customer_phone = '', contact = NULL, note = NULL, cancel_reason = NULL,
      hand_over_code = NULL, address = CASE WHEN address IS NOT NULL THEN jsonb_build_object('line1', 'Erased',
        'city', 'Erased', 'state', address ->> 'state', 'postalCode', 'Erased') END
    WHERE customer_id = ${oneOf(person)}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function blankEmails(tx: Tx, person: Person): Promise<void> {
  await sql`
    UPDATE mails m SET recipient = 'erased', subject = 'Erased', body = '', headers = '{}', last_error = NULL,
      next_attempt_at = CASE WHEN m.sent_at IS NULL THEN 'infinity' ELSE m.next_attempt_at END
    FROM orders o JOIN order_messages e ON e.location_id = o.location_id AND e.order_id = o.id
    WHERE o.customer_id = ${oneOf(person)} AND m.id = e.mail_id`.execute(tx);
  await sql`
    UPDATE order_messages e SET recipient = 'erased' FROM orders o
    WHERE o.customer_id = ${oneOf(person)} AND e.location_id = o.location_id AND e.order_id = o.id`.execute(
    tx,
  );
}
