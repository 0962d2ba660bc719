import type { ChangedResourceName } from '@aisle/contract/system/live/changes';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** A field of a record, at a location if the record is an item at a location. */
export interface FieldKey {
  recordId: string;
  locationId: string | null;
  field: string;
}
interface FieldTime extends FieldKey {
  at: string;
}

/** When the fields of records changed last by the change log. */
export async function loggedTimes(
  tx: Tx,
  resource: ChangedResourceName,
  ids: readonly string[],
  fields: readonly string[],
): Promise<FieldTime[]> {
  const { rows } = await sql<FieldTime>`
    SELECT record_id AS "recordId", location_id AS "locationId", field, iso(at) AS at
    FROM field_times(${resource}, ${ids}::uuid[], ${fields}::text[])`.execute(tx);
  return rows;
}

interface VariantField extends FieldKey {
  productId: string;
  value: unknown;
}
/**
 * When fields of sub-products changed last in edits of their products, whose entries have the former values of all changed
 * sub-products. The last entry with a value that differs from the current one is the last change.
 */
export async function variantTimes(tx: Tx, fields: readonly VariantField[]): Promise<FieldTime[]> {
  const { rows } = await sql<FieldTime>`
    SELECT wanted."recordId", NULL AS "locationId", wanted.field, iso(max(c.at)) AS at
    FROM jsonb_to_recordset(${JSON.stringify(fields)}::jsonb)
      AS wanted ("recordId" uuid, "productId" uuid, field text, value jsonb)
    JOIN changes c ON c.record_id = wanted."productId" AND c.former IS NOT NULL
    CROSS JOIN LATERAL jsonb_path_query(c.former, '$.subProducts[*]') AS variant
    WHERE c.resource = 'products' AND variant ->> '_id' = wanted."recordId"::text
      AND variant -> wanted.field IS DISTINCT FROM coalesce(wanted.value, 'null')
    GROUP BY 1, 3`.execute(tx);
  return rows;
}

export interface SyncedTime extends FieldKey {
  changedAt: string;
  writtenAt: string;
}
export async function syncedTimes(
  tx: Tx,
  ids: readonly string[],
  fields: readonly string[],
): Promise<SyncedTime[]> {
  const { rows } = await sql<SyncedTime>`
    SELECT record_id AS "recordId", location_id AS "locationId", field, iso(changed_at) AS "changedAt",
      iso(written_at) AS "writtenAt"
    FROM synced_fields WHERE record_id = ANY (${ids}::uuid[]) AND field = ANY (${fields}::text[])`.execute(
    tx,
  );
  return rows;
}

export async function saveSyncedTimes(
  tx: Tx,
  times: readonly (FieldKey & { changedAt: string })[],
): Promise<void> {
  if (times.length === 0) return;
  await sql`
    INSERT INTO synced_fields (record_id, location_id, field, changed_at)
    SELECT "recordId", "locationId", field, "changedAt"
    FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
      AS given ("recordId" uuid, "locationId" uuid, field text, "changedAt" timestamptz) ORDER BY 1, 2, 3
    ON CONFLICT (record_id, location_id, field) DO UPDATE SET changed_at = excluded.changed_at, written_at = now()`.execute(
    tx,
  );
}
