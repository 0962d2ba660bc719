import { isDeepStrictEqual } from 'node:util';
import { type ChangedResourceName, changedResource } from '@aisle/contract/system/live/changes';
import { type RawBuilder, sql } from 'kysely';
import { type AuditedAction, auditRows } from '../audit.ts';
import { enqueue, type Tx } from '../db/db.ts';
import type { Actor } from '../http/actor.ts';
import { newId } from '../ids.ts';

/** A change of a record, for the audit log and the change log. Never pass secrets. */
export type Change = ChangedAction & {
  recordId: string;
  locationId?: string | null;
  /** Null or omitted if the record was created. */
  before?: unknown;
  /** Null or omitted if the record was deleted. */
  after?: unknown;
  /** The new version, if `after` doesn't contain it. */
  version?: number;
  /** The record whose history shows the audit entry, if it differs. */
  history?: { resource: ChangedResourceName; recordId: string };
  /** Data that a live event shows before the record is loaded again. */
  data?: unknown;
  /** Facts at the time of the change, for readers of the change log. */
  snapshot?: unknown;
};
type ChangedAction = Extract<AuditedAction, { resource: ChangedResourceName }>;

/** The user, program or part of the server that makes a change. */
type ActorRef = Pick<Actor, 'userId' | 'name'>;

/** Writes the audit entry of a change and its row in the change log, in the transaction that makes the change. */
export const recordChange = (tx: Tx, actor: ActorRef, change: Change): Promise<void> =>
  recordChanges(tx, actor, [change]);

/** Records many changes in one statement. */
export async function recordChanges(tx: Tx, actor: ActorRef, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ version, ...change }) => ({
    ...change,
    ...differences(change.before, change.after),
    version: version ?? versionOf(change.after) ?? versionOf(change.before),
    id: newId(),
    permission: changedResource(change.resource).permission,
    heardAt: changedResource(change.resource).everywhere ? null : change.locationId,
  }));
  const recorded = sql`
    WITH recorded AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS change (id uuid, action text, resource text,
        "recordId" uuid, "locationId" uuid, before jsonb, after jsonb, version bigint, fields text[], former jsonb,
        permission text, "heardAt" uuid, data jsonb, snapshot jsonb, history jsonb)
    ), audited AS (
      INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
      SELECT id, ${actor.userId}::uuid, ${actor.name}::text, action, coalesce(history ->> 'resource', resource),
        coalesce((history ->> 'recordId')::uuid, "recordId"), "locationId", before, after
      FROM recorded
    )
    INSERT INTO changes (resource, action, record_id, location_id, version, fields, former, actor_id, actor_name,
      permission, data, snapshot)
    SELECT resource, action, "recordId", "heardAt", version, fields, former, ${actor.userId}::uuid, ${actor.name}::text,
      permission, data, snapshot
    FROM recorded`;
  await enqueue(tx, recorded);
}

type RowChange = ChangedAction & {
  recordId: RawBuilder<unknown>;
  locationId?: RawBuilder<unknown>;
  version?: RawBuilder<unknown>;
  before?: RawBuilder<unknown>;
  after?: RawBuilder<unknown>;
  /** The names of the changed fields, for a record whose edits are never merged. Otherwise SQL compares before and after. */
  fields?: RawBuilder<unknown>;
  data?: RawBuilder<unknown>;
  snapshot?: RawBuilder<unknown>;
};
/**
 * Records a change for every row of `from`, within the statement that writes these rows. Returns two parts of its WITH clause,
 * named `audited` and `recorded`.
 */
export function changeRows(
  actor: ActorRef,
  change: RowChange,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { resource, action, recordId, before, after, data = noJson, snapshot = noJson } = change;
  const { locationId = sql`NULL::uuid`, version = sql`NULL::bigint` } = change;
  const { permission, everywhere } = changedResource(resource);
  const isCompared = before && after && !change.fields;
  return sql`audited AS (
    ${auditRows(actor, change, from)}
  ), recorded AS (
    INSERT INTO changes (resource, action, record_id, location_id, version, fields, former, actor_id, actor_name,
      permission, data, snapshot)
    SELECT ${resource}::text, ${action}::text, ${recordId}, ${everywhere ? sql`NULL::uuid` : locationId}, ${version},
      ${isCompared ? sql`changed_fields(${before}, ${after})` : (change.fields ?? sql`NULL::text[]`)},
      ${isCompared ? sql`previous_values(${before}, ${after})` : noJson}, ${actor.userId}::uuid, ${actor.name}::text,
      ${permission}::text, ${data}, ${snapshot} ${from}
  )`;
}
const noJson = sql`NULL::jsonb`;

interface Differences {
  fields: string[] | null;
  former: Record<string, unknown> | null;
}
/** The changed fields with their previous values, and the previous version. Null if a record was created or deleted. */
export function differences(before: unknown, after: unknown): Differences {
  if (!isRecord(before) || !isRecord(after)) return { fields: null, former: null };
  const [previous, next] = [comparable(before), comparable(after)] as [Fields, Fields];
  const changed = [...new Set([...Object.keys(previous), ...Object.keys(next)])].filter(
    (name) => !isDeepStrictEqual(previous[name], next[name]),
  );
  return {
    fields: changed.filter((name) => name !== 'version'),
    former: {
      ...Object.fromEntries(changed.map((name) => [name, previous[name] ?? null])),
      ...('version' in previous && { version: previous.version }),
    },
  };
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const versionOf = (record: unknown): number | undefined =>
  isRecord(record) && typeof record.version === 'number' ? record.version : undefined;

/** A value as stored in the logs, without image URLs, which are signed anew every time. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== undefined && !/^(small|medium|large)$/.test(name))
      .map(([name, inner]) => [name, comparable(inner)]),
  );
}
