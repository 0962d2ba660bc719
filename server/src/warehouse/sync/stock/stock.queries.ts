import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { LevelKey } from '../../../ledgers/stock/stock.queries.ts';

export interface Since extends LevelKey {
  /** The sum of the movements since then. */
  moved: number;
  /** Whether the item was counted since then. */
  isCounted: boolean;
}
interface Moment extends LevelKey {
  at: string;
}
export const momentKey = ({ locationId, subProductId }: LevelKey, at: string): string =>
  `${locationId} ${subProductId} ${Date.parse(at)}`;

/**
 * Returns the movements of levels since a time. A count or sale that was reported later counts at the time it happened. The
 * levels are locked.
 */
export async function movedSince(tx: Tx, moments: readonly Moment[]): Promise<Map<string, Since>> {
  if (moments.length === 0) return new Map();
  const { rows } = await sql<Since & { at: string }>`
    SELECT wanted.location_id AS "locationId", wanted.sub_product_id AS "subProductId", iso(wanted.at) AS at,
      coalesce(sum(m.on_hand), 0) AS moved,
      coalesce(bool_or(m.kind = 'count'), false) OR coalesce(max(c.counted_at) > wanted.at, false) AS "isCounted"
    FROM (SELECT DISTINCT * FROM unnest(${moments.map((one) => one.locationId)}::uuid[],
        ${moments.map((one) => one.subProductId)}::uuid[], ${moments.map((one) => one.at)}::timestamptz[])
        AS moment (location_id, sub_product_id, at)) wanted
    LEFT JOIN synced_counts c ON c.location_id = wanted.location_id AND c.sub_product_id = wanted.sub_product_id
    LEFT JOIN stock_movements m ON m.location_id = wanted.location_id AND m.sub_product_id = wanted.sub_product_id
      AND m.created_at > wanted.at AND coalesce(m.happened_at, m.created_at) > wanted.at
    GROUP BY 1, 2, wanted.at`.execute(tx);
  return new Map(rows.map((row) => [momentKey(row, row.at), row]));
}

export interface SyncedMovement extends LevelKey {
  movementId: string;
  change: number;
}
/** Claims the IDs of movements and returns those that are new. Another call with the same ID waits for this one. */
export async function claimMovements(
  tx: Tx,
  sourceId: string,
  movements: readonly SyncedMovement[],
): Promise<Set<string>> {
  if (movements.length === 0) return new Set();
  const column = <Value>(of: (movement: SyncedMovement) => Value) => movements.map(of);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO sync_movements (source_id, movement_id, location_id, sub_product_id, change)
    SELECT ${sourceId}::uuid, given.* FROM unnest(${column((one) => one.movementId)}::text[],
      ${column((one) => one.locationId)}::uuid[], ${column((one) => one.subProductId)}::uuid[],
      ${column((one) => one.change)}::numeric[]) AS given (movement_id, location_id, sub_product_id, change)
    ORDER BY movement_id
    ON CONFLICT DO NOTHING RETURNING movement_id AS id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function saveShortMovements(
  tx: Tx,
  sourceId: string,
  short: readonly { movementId: string; short: number }[],
): Promise<void> {
  if (short.length === 0) return;
  await sql`UPDATE sync_movements m SET short = given.short
    FROM unnest(${short.map((one) => one.movementId)}::text[], ${short.map((one) => one.short)}::numeric[])
      AS given (movement_id, short)
    WHERE m.source_id = ${sourceId}::uuid AND m.movement_id = given.movement_id`.execute(tx);
}

/** The quantities that earlier calls couldn't take, by movement ID. */
export async function shortMovements(
  tx: Tx,
  sourceId: string,
  movementIds: readonly string[],
): Promise<Map<string, number>> {
  if (movementIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; short: number }>`
    SELECT movement_id AS id, short FROM sync_movements
    WHERE source_id = ${sourceId}::uuid AND movement_id = ANY (${movementIds}::text[]) AND short > 0`.execute(
    tx,
  );
  return new Map(rows.map(({ id, short }) => [id, short]));
}

/** Remembers when items were counted. The levels are locked. */
export async function saveCounts(tx: Tx, counts: readonly Moment[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    INSERT INTO synced_counts (location_id, sub_product_id, counted_at)
    SELECT * FROM unnest(${counts.map((one) => one.locationId)}::uuid[],
      ${counts.map((one) => one.subProductId)}::uuid[], ${counts.map((one) => one.at)}::timestamptz[])
      AS counted (location_id, sub_product_id, at) ORDER BY 1, 2
    ON CONFLICT (location_id, sub_product_id) DO UPDATE SET counted_at = excluded.counted_at`.execute(tx);
}

/** Asks locations to count items. */
export async function openCountNotices(tx: Tx, levels: readonly LevelKey[]): Promise<void> {
  if (levels.length === 0) return;
  await sql`SELECT open_count_notices(${levels.map((one) => one.locationId)}::uuid[],
    ${levels.map((one) => one.subProductId)}::uuid[])`.execute(tx);
}
