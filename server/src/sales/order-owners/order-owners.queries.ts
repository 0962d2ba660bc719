import type { Ref } from '@aisle/contract/core/fields';
import { allPermissions, withNeeded } from '@aisle/contract/permissions';
import { sql } from 'kysely';
import { changeRows } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { orderEventData } from '../orders/steps/order-event-data.queries.ts';

const seesOrders = allPermissions.filter((one) => withNeeded([one]).has('order_view'));
/** Whether a user `u` is active and can see orders at any location. */
const canSeeOrders = sql<boolean>`u.status
  AND (u.roles && ${seesOrders}::text[] OR (u.roles IS NULL AND u.user_type = 'admin'))`;
const fullName = sql<string>`u.first_name || ' ' || u.last_name`;

/** Active users who can see the orders of a location, or of any in reach. */
export async function findOwners(
  tx: Tx,
  actor: Actor,
  { search, locationId }: { search?: string | undefined; locationId?: string | undefined },
): Promise<Ref[]> {
  const { rows } = await sql<Ref>`
    SELECT u.id AS "_id", ${fullName} AS name FROM users u
    WHERE ${canSeeOrders}
      AND ${search ? hasWords(search, fullName) : sql`true`}
      AND ${
        locationId
          ? sql`(u.user_type <> 'store' OR EXISTS (SELECT FROM user_locations ul
              WHERE ul.user_id = u.id AND ul.location_id = ${locationId}))`
          : sql`true`
      }
    ORDER BY u.id IS NOT DISTINCT FROM ${actor.userId}::uuid DESC, u.first_name COLLATE aisle_names, u.last_name COLLATE aisle_names, u.id LIMIT 50`.execute(
    tx,
  );
  return rows;
}

export interface Owner {
  name: string;
  /** Null means all locations. */
  locations: string[] | null;
}
export async function findOwner(tx: Tx, id: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT ${fullName} AS name, CASE WHEN u.user_type = 'store' THEN
      ARRAY(SELECT ul.location_id::text FROM user_locations ul WHERE ul.user_id = u.id) END AS locations
    FROM users u WHERE u.id = ${id} AND ${canSeeOrders}`.execute(tx);
  return rows[0];
}

/** The tags of the latest tagged orders only, because counting all orders would take longer every year. */
export async function findTags(tx: Tx, search: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM (SELECT tags FROM orders WHERE cardinality(tags) > 0
      ORDER BY created_at DESC, id DESC LIMIT 1000) AS latest, unnest(latest.tags) AS tag
    WHERE ${search ? hasWords(search, 'tag') : sql`true`}
    GROUP BY tag ORDER BY count(*) DESC, tag COLLATE aisle_names LIMIT 50`.execute(tx);
  return rows.map(({ tag }) => tag);
}

export interface OwnedOrder {
  id: string;
  locationId: string;
  locationName: string;
  ownerId: string | null;
  ownerName: string | null;
  tags: string[];
}
/** Locks orders one after another by ID, so that two users who assign the same orders wait for each other. */
export async function lockOwned(tx: Tx, ids: readonly string[]): Promise<OwnedOrder[]> {
  const { rows } = await sql<OwnedOrder>`
    SELECT o.id, o.location_id AS "locationId", l.name AS "locationName", o.owner_id AS "ownerId",
      o.owner_name AS "ownerName", o.tags
    FROM orders o JOIN locations l ON l.id = o.location_id
    WHERE o.id = ANY (${ids}::uuid[]) ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx);
  return rows;
}

export interface OwnedChange
  extends Pick<OwnedOrder, 'id' | 'locationId' | 'ownerId' | 'ownerName' | 'tags'> {
  events: { id: string; kind: 'owner' | 'tags'; note: string }[];
  before: unknown;
  after: unknown;
}
/** Saves owners and tags with their events and rows in both logs, in one statement. */
export async function saveOwned(tx: Tx, actor: Actor, changes: readonly OwnedChange[]): Promise<void> {
  const change = {
    resource: 'orders',
    action: 'assigned',
    recordId: sql`changed.id`,
    locationId: sql`changed.location_id`,
    version: sql`version`,
    before: sql`before`,
    after: sql`after`,
    fields: sql`changed_fields(before, after)`,
    data: orderEventData,
  } as const;
  await sql`
    WITH wanted AS (
      SELECT "locationId" AS location_id, id, "ownerId" AS owner_id, "ownerName" AS owner_name, tags, events,
        before, after
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change ("locationId" uuid, id uuid,
        "ownerId" uuid, "ownerName" text, tags text[], events jsonb, before jsonb, after jsonb)
    ), changed AS (
      UPDATE orders o SET owner_id = wanted.owner_id, owner_name = wanted.owner_name, tags = wanted.tags
      FROM wanted WHERE o.location_id = wanted.location_id AND o.id = wanted.id
      RETURNING o.*, before, after
    ), ${changeRows(actor, change, sql`FROM changed`)}
    INSERT INTO order_events (location_id, order_id, id, kind, user_id, actor_name, note)
    SELECT location_id, wanted.id, event.id, event.kind, ${actor.userId}, ${actor.name}, event.note
    FROM wanted, jsonb_to_recordset(wanted.events) AS event (id uuid, kind text, note text)`.execute(tx);
}
