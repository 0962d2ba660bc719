import type { WebhookEvent } from '@aisle/contract/system/webhooks/webhooks';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { wake } from './deliveries.queries.ts';

export async function isAnyEndpointActive(tx: Tx): Promise<boolean> {
  const found = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('status', '=', true)
    .limit(1)
    .execute();
  return found.length > 0;
}

export interface ChangeFacts {
  id: number;
  at: string;
  transaction: string;
  snapshot: Record<string, unknown> | null;
  /** The part of the payload that doesn't depend on the time of the change. Null if the record is gone. */
  record: Record<string, unknown> | null;
}
/**
 * Returns the snapshots of changes, with the facts of their records that don't change. They identify the customer only by ID.
 */
export async function factsOfChanges(tx: Tx, ids: readonly number[]): Promise<Map<number, ChangeFacts>> {
  const { rows } = await sql<ChangeFacts>`
    SELECT c.id, iso(c.at) AS at, c.transaction_id::text AS transaction, c.snapshot,
      CASE c.resource
        WHEN 'orders' THEN (
          SELECT jsonb_build_object('orderId', o.id, 'mainOrderId', m.id, 'mainOrderNumber', format_number('checkout', m.number),
            'externalId', m.external_id, 'locationId', o.location_id, 'customerId', o.customer_id, 'fulfilment', o.fulfilment)
          FROM orders o JOIN main_orders m ON m.id = o.main_order_id
          WHERE o.location_id = c.location_id AND o.id = c.record_id)
        WHEN 'products' THEN (SELECT ${product} FROM products p WHERE p.id = c.record_id)
        WHEN 'subProducts' THEN (
          SELECT ${product} FROM products p WHERE p.id = coalesce((c.snapshot ->> 'productId')::uuid,
            (SELECT s.product_id FROM sub_products s WHERE s.id = c.record_id)))
        WHEN 'credits' THEN (
          SELECT jsonb_build_object('customerId', e.customer_id, 'entryId', e.id, 'kind', e.kind, 'amount', e.amount,
            'balance', e.balance_after, 'orderId', e.order_id)
          FROM credit_entries e WHERE e.customer_id = c.record_id AND e.id = (c.snapshot ->> 'entryId')::uuid)
        WHEN 'giftCards' THEN (
          SELECT jsonb_build_object('giftCardId', g.id, 'number', format_number('giftCard', g.number), 'kind', g.kind,
            'balance', g.balance, 'status', gift_card_status(g), 'version', g.version)
          FROM gift_cards g WHERE g.id = c.record_id)
        WHEN 'disputes' THEN (
          SELECT jsonb_build_object('disputeId', d.id, 'number', format_number('dispute', d.number), 'orderId', d.order_id,
            'paymentId', d.payment_id, 'locationId', d.location_id, 'amount', d.amount, 'status', d.status,
            'dueBy', iso(d.due_by), 'version', d.version)
          FROM disputes d WHERE d.location_id = c.location_id AND d.id = c.record_id)
      END AS record
    FROM changes c WHERE c.id = ANY (${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
const product = sql`jsonb_build_object('productId', p.id, 'name', p.name, 'status', p.status, 'version', p.version)`;

/** Whether an endpoint `e` was active when a transaction `happened` was committed. */
const isActive = sql`e.status AND e.expires_at > happened.at
  AND (e.active_from_cluster <> (SELECT system_identifier FROM pg_control_system())
    OR NOT pg_visible_in_snapshot(happened.transaction::xid8, e.active_from))`;
/** Whether an endpoint `e` gets events of these locations. Events without a location concern all. */
const isWanted = (locationIds: RawBuilder<unknown>) =>
  sql`(e.location_ids IS NULL OR ${locationIds} IS NULL OR ${locationIds} && e.location_ids)`;

interface NewDelivery {
  /** ID of the event. */
  id: string;
  event: WebhookEvent;
  recordId: string;
  /** Null if the event isn't limited to locations. */
  locationIds: readonly string[] | null;
  /** The time and transaction of the change. */
  at: string;
  transaction: string;
  payload: string;
}
/**
 * Writes deliveries to endpoints that subscribed to these events when they were committed: an endpoint gets no changes that
 * were committed before it became active.
 */
export async function insertDeliveries(tx: Tx, events: readonly NewDelivery[]): Promise<void> {
  const rows = events.map((event, index) => ({ ...event, index }));
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
    SELECT new_uuid_v7(), e.id, happened.id, happened.event, happened."recordId", happened.payload
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS happened (id uuid, event text, "recordId" uuid,
      "locationIds" uuid[], at timestamptz, transaction text, payload text, index integer)
    JOIN webhook_endpoints e ON happened.event = ANY (e.events) AND ${isActive}
      AND ${isWanted(sql`happened."locationIds"`)}
    ORDER BY happened.index, e.id
    ON CONFLICT (endpoint_id, event_id) WHERE replay_of IS NULL DO NOTHING`.execute(tx);
  if (numAffectedRows > 0n) await wake(tx);
}

/** A change of sub-products at a location, or of their list prices if the location is null. */
export interface ItemChange {
  event: 'stock.changed' | 'price.changed' | 'assignment.changed';
  locationId: string | null;
  subProductIds: readonly string[];
  at: string;
  transaction: string;
}
const maxIds = 500;
/** A UUID of version 8, derived from a text. */
const uuidOf = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`overlay(overlay(md5(${text}) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`;
/**
 * Merges changes of sub-products into one delivery for each endpoint, event, location and period of 5 seconds. It is sent 2
 * seconds after the period, when no reader adds to it anymore. Changes that are read again are sent again: a delivery contains
 * no quantities or prices.
 */
export async function mergeItemDeliveries(tx: Tx, changes: readonly ItemChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await sql<{ nextAt: string }>`
    WITH period AS MATERIALIZED (
      SELECT date_bin('5 seconds', clock_timestamp(), 'epoch') AS start
    ), found AS (
      SELECT e.id AS endpoint_id, happened.event, happened."locationId" AS location_id, array_agg(DISTINCT item) AS items,
        ${uuidOf(sql`concat_ws(' ', happened.event, happened."locationId", (SELECT start FROM period))`)} AS event_id
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS happened (event text, "locationId" uuid,
        "subProductIds" text[], at timestamptz, transaction text)
      JOIN webhook_endpoints e ON happened.event = ANY (e.events) AND ${isActive}
        AND (happened."locationId" IS NULL OR ${isWanted(sql`ARRAY[happened."locationId"]`)})
      CROSS JOIN unnest(happened."subProductIds") AS item
      GROUP BY e.id, happened.event, happened."locationId"
    )
    INSERT INTO webhook_deliveries AS d (id, endpoint_id, event_id, event, record_id, next_at, payload)
    SELECT new_uuid_v7(), endpoint_id, event_id, event, location_id, start + interval '7 seconds',
      jsonb_build_object('id', event_id, 'event', event, 'createdAt', iso(start), 'data', jsonb_build_object(
        'locationId', location_id, 'subProductIds', to_jsonb(items[:${sql.lit(maxIds)}]),
        'hasMore', cardinality(items) > ${sql.lit(maxIds)}))::text
    FROM found, period ORDER BY endpoint_id, event, location_id
    ON CONFLICT (endpoint_id, event_id) WHERE replay_of IS NULL DO UPDATE SET payload = (
      SELECT jsonb_set(d.payload::jsonb, '{data}', d.payload::jsonb -> 'data' || jsonb_build_object(
        'subProductIds', to_jsonb((array_agg(item))[:${sql.lit(maxIds)}]), 'hasMore', count(*) > ${sql.lit(maxIds)}
          OR (d.payload::jsonb #> '{data,hasMore}')::boolean OR (excluded.payload::jsonb #> '{data,hasMore}')::boolean))::text
      FROM (
        SELECT jsonb_array_elements_text(d.payload::jsonb #> '{data,subProductIds}') AS item
        UNION SELECT jsonb_array_elements_text(excluded.payload::jsonb #> '{data,subProductIds}')
      ) AS items)
    RETURNING next_at AS "nextAt"`.execute(tx);
  if (rows.length > 0) await wake(tx, rows[0]!.nextAt);
}
