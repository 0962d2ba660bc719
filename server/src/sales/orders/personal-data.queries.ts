import { closedStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { closedReturnStatuses } from '@aisle/contract/sales/returns/return-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf, isOneOf } from '../../core/db/literals.ts';
import {
  type ColumnDecisions,
  elsewhere,
  exportedColumns,
  leftOut,
  ofStaff,
  ofTheBooks,
  technical,
  theirId,
  written,
} from '../../core/exported-columns.ts';
import { erasedName, oneOf, type Person, type PersonalData } from '../../core/personal-data.ts';

/** A person's orders, as `o`. */
const ordersOfPerson = (person: Person) => sql`orders o WHERE o.customer_id = ${oneOf(person)}`;
/** The rows of a table that belong to their orders, as `r`. */
const customerOrders = (table: string, person: Person) => sql`
  orders o JOIN ${sql.table(table)} r ON r.location_id = o.location_id AND r.order_id = o.id
  WHERE o.customer_id = ${oneOf(person)}`;
const number = sql`format_number('order', o.number)`;

const order: ColumnDecisions<'orders'> = {
  ...written(
    'id',
    'customer_name',
    'contact',
    'customer_phone',
    'payment_type',
    'tax_total',
    'delivery_fee',
    'total',
    'paid',
  ),
  ...written(
    'refunded',
    'coins_used',
    'line_count',
    'unit_count',
    'address',
    'distance_km',
    'note',
    'cancel_reason',
  ),
  ...written(
    'slot_from',
    'slot_to',
    'created_at',
    'processing_at',
    'prepared_at',
    'out_at',
    'delivered_at',
    'updated_at',
  ),
  ...written(
    'payment_due_at',
    'is_replacement',
    'plan_name',
    'discount_percent',
    'coin_multiplier',
    'delivery_saved',
    'delivery_discount',
    'bonus_coins',
    'promotions',
  ),
  ...written('tags'),
  headline_status: 'as status',
  fulfilment: 'as fulfillment',
  items_total: 'as items',
  discount_total: 'as discount',
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'location_id', 'number', 'main_order_id', 'plan_id', 'plan_edition'),
  ...leftOut(technical, 'refunds_in_proportion'),
  ...leftOut('not: a detail of the status', 'status', 'dispatch_status', 'late_at'),
  ...leftOut(ofStaff, 'driver_id', 'picker_id', 'picker_name', 'owner_id', 'owner_name'),
  ...leftOut(ofTheBooks, 'commission_rate'),
  ...leftOut(technical, 'version', 'bags', 'picks'),
  hand_over_code: 'not: it would open the handover of an order',
};
const orderLine: ColumnDecisions<'order_lines'> = {
  ...written(
    'product_name',
    'name',
    'sku',
    'unit',
    'sold_by_weight',
    'quantity',
    'picked_quantity',
    'unit_price',
    'discount',
    'discounts',
    'price_source',
  ),
  ...written(
    'tax_rate',
    'tax_source',
    'tax',
    'total',
    'removed',
    'shopper_answer',
    'note',
    'is_short',
    'added_by_staff',
  ),
  ...leftOut(elsewhere, 'location_id', 'order_id', 'sub_product_id'),
  ...leftOut(ofStaff, 'picked_by', 'picked_by_name'),
  ...leftOut(ofTheBooks, 'commission_rate'),
  ...leftOut(technical, 'id', 'position', 'substitute_for'),
};
const orderEvent: ColumnDecisions<'order_events'> = {
  ...written('kind', 'note', 'details'),
  from_status: 'as from',
  to_status: 'as to',
  created_at: 'as at',
  ...leftOut(elsewhere, 'location_id', 'order_id'),
  ...leftOut(ofStaff, 'user_id', 'actor_name'),
  ...leftOut(technical, 'id'),
};
const payment: ColumnDecisions<'payments'> = {
  ...written('kind', 'status', 'amount', 'authorised', 'provider', 'reference', 'problem', 'updated_at'),
  ...written('card', 'hold_until', 'authorise_at', 'saves_card'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'location_id', 'order_id'),
  ...leftOut(ofTheBooks, 'fee'),
  ...leftOut(
    technical,
    'id',
    'payment_ref',
    'charge_ref',
    'replaces',
    'needs_follow_up',
    'can_increment',
    'ends_soon',
  ),
  token: 'not: it would charge the card',
  gift_card_id: technical,
};
const payLink: ColumnDecisions<'pay_links'> = {
  ...written('channel', 'recipient', 'sent_at', 'expires_at', 'opened_at', 'saves_card'),
  ...leftOut(elsewhere, 'location_id', 'order_id', 'payment_id', 'amount'),
  ...leftOut(
    technical,
    'mail_ids',
    'is_charge',
    'requested_at',
    'page_ref',
    'page_url',
    'page_ends_at',
    'page_is_former',
  ),
  token_hash: 'not: it belongs to a link that pays the order',
};
const refund: ColumnDecisions<'refunds'> = {
  ...written(
    'status',
    'amount',
    'delivery_fee',
    'reason',
    'coins',
    'in_coins',
    'coins_returned',
    'to_credit',
    'in_credit',
    'in_gift_cards',
    'reference',
    'problem',
  ),
  ...written('provider', 'refunded_at', 'updated_at'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'location_id', 'order_id', 'return_id', 'lines'),
  gift_cards: 'not: their sum is listed',
  ...leftOut(ofTheBooks, 'of_sale', 'before_sale', 'coins_not_taken'),
  ...leftOut(technical, 'id', 'refusals', 'next_try_at', 'version'),
};
const returned: ColumnDecisions<'returns'> = {
  ...written(
    'kind',
    'status',
    'note',
    'override_note',
    'received_at',
    'closed_at',
    'no_return',
    'updated_at',
  ),
  created_at: 'as at',
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'location_id', 'number', 'order_id', 'replacement_order_id', 'line_count'),
  ...leftOut(ofStaff, 'driver_id', 'created_by'),
  ...leftOut(technical, 'id', 'version'),
};
const returnedLine: ColumnDecisions<'return_lines'> = {
  ...written('reason', 'note', 'quantity', 'received', 'condition'),
  ...leftOut(elsewhere, 'location_id', 'return_id', 'order_id', 'line_id'),
  ...leftOut(technical, 'id', 'position'),
  photos: 'not: files; the return shows them',
};
const dispute: ColumnDecisions<'disputes'> = {
  ...written('status', 'amount', 'reason', 'evidence', 'submitted_at', 'problem', 'updated_at'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'location_id', 'number', 'order_id', 'payment_id'),
  ...leftOut(ofTheBooks, 'fee', 'funded_by', 'location_pays'),
  ...leftOut(ofStaff, 'due_by', 'is_charge_refundable', 'is_accepted', 'reminded_at'),
  ...leftOut(
    technical,
    'id',
    'provider',
    'provider_id',
    'provider_status',
    'answered_stage',
    'sending',
    'attempts',
  ),
  ...leftOut(technical, 'next_try_at', 'version'),
};
const disputeFile: ColumnDecisions<'dispute_files'> = {
  kind: 'not: files; the dispute shows them',
  ...leftOut(elsewhere, 'location_id', 'dispute_id'),
  ...leftOut(technical, 'file_id'),
};
const message: ColumnDecisions<'order_messages'> = {
  ...written('kind', 'channel', 'recipient'),
  created_at: 'as at',
  ...leftOut(elsewhere, 'location_id', 'order_id', 'mail_id'),
  ...leftOut(ofStaff, 'sent_by', 'sent_by_name'),
  ...leftOut(technical, 'id', 'event_id'),
};
const delivery: ColumnDecisions<'deliveries'> = {
  ...written('status', 'promised_at', 'picked_up_at', 'left_at', 'ended_at', 'reason', 'proof', 'comes_back'),
  ...leftOut(elsewhere, 'location_id', 'order_id', 'return_id', 'trip_id'),
  ...leftOut(ofStaff, 'driver_id', 'driver_name', 'offered_at', 'offer_expires_at', 'accepted_at', 'pay'),
  ...leftOut(ofStaff, 'received_back_at', 'received_back_by'),
  ...leftOut(technical, 'id', 'wrong_codes', 'wrong_pickup_codes'),
  drop_code: 'not: it would open the handover of an order',
  proof_file_id: 'not: a file; the order shows it',
};
const checkout: ColumnDecisions<'main_orders'> = {
  ...written('source', 'external_id', 'note', 'created_at', 'payment_type'),
  fulfilment: 'as fulfillment',
  ...leftOut(theirId, 'customer_id'),
  ...leftOut(elsewhere, 'number'),
  ...leftOut(ofStaff, 'placed_by'),
  ...leftOut(technical, 'id', 'api_key_id'),
};

/** Personal data in sales: orders with all related records, returns, refunds and emails. */
export const orderPersonalData: PersonalData = {
  tables: {
    main_orders: 'erased',
    orders: 'erased',
    order_lines: 'erased',
    order_events: 'erased',
    open_pickings: 'erased',
    order_invoices: 'stays: numbers and dates of invoices',
    order_messages: 'erased',
    order_words: 'erased',
    returns: 'erased',
    return_lines: 'erased',
    refunds: 'erased',
    disputes: 'erased',
    dispute_files: 'erased',
    provider_transactions: 'stays: figures of the card provider',
    payments: 'erased',
    pay_links: 'erased',
    deliveries: 'erased',
    recall_rows: 'erased',
    refund_reversals: 'stays: amounts of refunds that banks returned, without words',
    gateway_operations: 'stays: amounts and references of card payments, without words',
    driver_cash_entries: 'stays: amounts that drivers collected',
    journals: 'stays: figures of the books',
    ledger_entries: 'stays: figures of the books',
    payable_entries: 'stays: figures of the statements',
    vendor_claim_entries: 'stays: figures of claims against vendors',
    vendor_claim_lines: 'stays: figures of claims against vendors',
    reservations: 'stays: quantities of stock',
    order_candidates: 'stays: promotions that an edit can choose, without words',
    promotion_uses: 'stays: figures of promotions, with the code that was used',
    promotion_codes: 'stays: codes that the marketplace made',
    stock_movements: 'stays: quantities of stock',
    mails: 'erased',
    notices: 'stays: the number of a late order',
  },
  columns: {
    main_orders: checkout,
    orders: order,
    order_lines: orderLine,
    order_events: orderEvent,
    order_messages: message,
    payments: payment,
    pay_links: payLink,
    refunds: refund,
    disputes: dispute,
    dispute_files: disputeFile,
    returns: returned,
    return_lines: returnedLine,
    deliveries: delivery,
  },
  exportData: {
    Checkouts: (person) => sql`
      SELECT format_number('checkout', m.number) AS number, ${exportedColumns('m', checkout)}
      FROM main_orders m WHERE m.customer_id = ${oneOf(person)} ORDER BY m.created_at, m.id`,
    Orders: (person) => sql`
      SELECT ${number} AS number, l.name AS location, ${exportedColumns('o', order)}
      FROM orders o JOIN locations l ON l.id = o.location_id WHERE o.customer_id = ${oneOf(person)}
      ORDER BY o.created_at, o.id`,
    'Order lines': (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', orderLine)}
      FROM ${customerOrders('order_lines', person)} ORDER BY o.created_at, o.id, r.position`,
    'Order history': (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', orderEvent)}
      FROM ${customerOrders('order_events', person)} ORDER BY r.created_at, r.id`,
    Payments: (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', payment)}
      FROM ${customerOrders('payments', person)} ORDER BY r.created_at, r.id`,
    'Payment links': (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', payLink)}
      FROM ${customerOrders('pay_links', person)} ORDER BY r.sent_at, r.order_id`,
    Refunds: (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', refund)}
      FROM ${customerOrders('refunds', person)} ORDER BY r.created_at, r.id`,
    Disputes: (person) => sql`
      SELECT format_number('dispute', r.number) AS number, ${number} AS "order", ${exportedColumns('r', dispute)}
      FROM ${customerOrders('disputes', person)} ORDER BY r.created_at, r.id`,
    Returns: (person) => sql`
      SELECT format_number('return', r.number) AS number, ${number} AS "order", ${exportedColumns('r', returned)},
        (SELECT json_agg(line) FROM (SELECT ${exportedColumns('i', returnedLine)} FROM return_lines i
          WHERE i.location_id = r.location_id AND i.return_id = r.id ORDER BY i.position) AS line) AS lines
      FROM returns r JOIN orders o ON o.location_id = r.location_id AND o.id = r.order_id
      WHERE r.customer_id = ${oneOf(person)} ORDER BY r.created_at, r.id`,
    Deliveries: (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', delivery)}
      FROM ${customerOrders('deliveries', person)} ORDER BY r.offered_at, r.id`,
    Emails: (person) => sql`
      SELECT ${number} AS "order", ${exportedColumns('r', message)}, m.subject, m.body
      FROM orders o JOIN order_messages r ON r.location_id = o.location_id AND r.order_id = o.id
      LEFT JOIN mails m ON m.id = r.mail_id
      WHERE o.customer_id = ${oneOf(person)} ORDER BY r.created_at, r.id`,
  },
  audited: { orders: (person) => sql`SELECT o.id FROM ${ordersOfPerson(person)}` },
  openWork: (person) => sql`
    SELECT 'order' AS kind, o.id, ${number} AS number FROM orders o
    WHERE o.customer_id = ${oneOf(person)}
      AND ${isNoneOf('o.status', closedStatuses)}
    UNION ALL
    SELECT 'return', r.id, format_number('return', r.number) FROM returns r
    WHERE r.customer_id = ${oneOf(person)} AND ${isNoneOf('r.status', closedReturnStatuses)}
    UNION ALL
    SELECT 'refund', r.id, ${number} FROM ${customerOrders('refunds', person)} AND r.status <> 'refunded'`,
  erase: eraseOrders,
  timeline: {
    order: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, CASE WHEN r.from_status IS NULL THEN 'placed' ELSE r.to_status END, o.id,
          ${number}, o.total, r.actor_name, r.note, o.location_id
        FROM ${customerOrders('order_events', person)} AND r.kind = 'order'
          AND (r.from_status IS NULL OR ${isOneOf('r.to_status', closedStatuses)})
          AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    note: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, 'note', o.id, ${number}, NULL::bigint, r.actor_name, r.note, o.location_id
        FROM ${customerOrders('order_events', person)} AND r.kind = 'note' AND r.note IS NOT NULL
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
        FROM ${customerOrders('refunds', person)} AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
    message: [
      (person, cut) => sql`
        SELECT r.created_at, r.id, r.kind, o.id, ${number}, NULL::bigint, r.sent_by_name, NULL, o.location_id
        FROM ${customerOrders('order_messages', person)} AND ${cut.after('r.created_at', 'r.id')}
        ${cut.latest('r.created_at', 'r.id')}`,
    ],
  },
};

/** Orders keep their items and amounts, but no data about the recipient or address. */
async function eraseOrders(tx: Tx, person: Person): Promise<readonly string[]> {
  await sql`
    SELECT blank_order_events(array_agg(o.location_id), array_agg(o.id)) FROM ${ordersOfPerson(person)}`.execute(
    tx,
  );
  const ofPerson = (alias: string) => sql`
    o.customer_id = ${oneOf(person)} AND ${sql.ref(`${alias}.location_id`)} = o.location_id
      AND ${sql.ref(`${alias}.order_id`)} = o.id`;
  const { rows } = await sql<{ id: string }>`
    SELECT d.proof_file_id AS id FROM orders o JOIN deliveries d ON d.location_id = o.location_id AND d.order_id = o.id
    WHERE o.customer_id = ${oneOf(person)} AND d.proof_file_id IS NOT NULL
    UNION SELECT e.file_id FROM orders o JOIN disputes d ON d.location_id = o.location_id AND d.order_id = o.id
    JOIN dispute_files e ON e.location_id = d.location_id AND e.dispute_id = d.id WHERE o.customer_id = ${oneOf(person)}
    UNION SELECT unnest(l.photos) FROM returns r
    JOIN return_lines l ON l.location_id = r.location_id AND l.return_id = r.id
    WHERE r.customer_id = ${oneOf(person)}`.execute(tx);
  const blank = (table: string, alias: string, values: RawBuilder<unknown>) =>
    sql`UPDATE ${sql.table(table)} AS ${sql.ref(alias)} SET ${values} FROM orders o WHERE ${ofPerson(alias)}`.execute(
      tx,
    );
  await blank('order_lines', 'l', sql`note = NULL`);
  // A copy of the lines with their notes, until the timeline has the picks.
  await sql`DELETE FROM open_pickings p USING orders o WHERE ${ofPerson('p')}`.execute(tx);
  await blank('deliveries', 'd', sql`reason = NULL, proof_file_id = NULL`);
  await blank('payments', 'p', sql`token = NULL, card = NULL, problem = NULL`);
  await sql`DELETE FROM dispute_files f USING disputes d, orders o
    WHERE f.location_id = d.location_id AND f.dispute_id = d.id AND ${ofPerson('d')}`.execute(tx);
  await blank('disputes', 'd', sql`evidence = '{}', problem = NULL`);
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
  // Sales tax reports need the state.
  await sql`
    UPDATE orders SET customer_name = ${erasedName}, customer_phone = '', contact = NULL, note = NULL, cancel_reason = NULL,
      hand_over_code = NULL, address = CASE WHEN address IS NOT NULL THEN jsonb_build_object('line1', 'Erased',
        'city', 'Erased', 'state', address ->> 'state', 'postalCode', 'Erased') END
    WHERE customer_id = ${oneOf(person)}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function blankEmails(tx: Tx, person: Person): Promise<void> {
  await sql`
    UPDATE mails m SET recipient = 'erased', subject = 'Erased', body = '', html = NULL, headers = '{}', last_error = NULL,
      next_attempt_at = CASE WHEN m.sent_at IS NULL THEN 'infinity' ELSE m.next_attempt_at END
    FROM orders o JOIN order_messages e ON e.location_id = o.location_id AND e.order_id = o.id
    WHERE o.customer_id = ${oneOf(person)} AND m.id = e.mail_id`.execute(tx);
  await sql`
    UPDATE mails m SET recipient = 'erased', subject = 'Erased', body = '', last_error = NULL,
      next_attempt_at = CASE WHEN m.sent_at IS NULL THEN 'infinity' ELSE m.next_attempt_at END
    FROM orders o JOIN pay_links k ON k.location_id = o.location_id AND k.order_id = o.id
    WHERE o.customer_id = ${oneOf(person)} AND m.id = ANY (k.mail_ids)`.execute(tx);
  await sql`DELETE FROM pay_links k USING orders o WHERE o.customer_id = ${oneOf(person)}
    AND k.location_id = o.location_id AND k.order_id = o.id`.execute(tx);
  await sql`
    UPDATE order_messages e SET recipient = 'erased' FROM orders o
    WHERE o.customer_id = ${oneOf(person)} AND e.location_id = o.location_id AND e.order_id = o.id`.execute(
    tx,
  );
}
