import { isDeepStrictEqual } from 'node:util';
import type { ChangedResourceName } from '@aisle/contract/system/live/changes';
import { sql } from 'kysely';
import { comparable } from '../../changes/record-change.ts';
import { stale } from '../../problem.ts';
import { WithMessage } from '../../with-message.ts';
import type { Tx } from '../db.ts';

/** The changes by other users since the version that an edit is based on. */
export interface ConcurrentEdits {
  by: string[];
  fields: string[];
}
interface Versioned {
  _id?: string;
  version: number;
}
interface Edit {
  /** The name in the change log: 'brands'. */
  resource: ChangedResourceName;
  /** The current record, locked. */
  current: Versioned;
  /** The id in the change log, if the record has none. */
  recordId?: string;
  /** The version that the user started editing. */
  readAt: number;
  /** The submitted fields, with the record's field names. Fields that weren't submitted are undefined. */
  sent: object;
}

/**
 * Accepts an edit of an older version if no other user has changed its fields since, and returns the changes of other
 * fields; null if the record is unchanged. Otherwise it throws 409 with the fields in conflict.
 */
export async function assertNoConflict(
  tx: Tx,
  { resource, current, recordId = current._id, readAt, sent }: Edit,
): Promise<ConcurrentEdits | null> {
  if (readAt === current.version) return null;
  const edits = await editsSince(tx, { resource, recordId: recordId!, current, readAt });
  if (!edits) throw stale(current);
  const now = comparable(current) as Fields;
  const changed = [...edits.fields].filter(
    (name) => !(name in edits.former) || !isDeepStrictEqual(edits.former[name], now[name]),
  );
  const names = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const conflicts = names.filter((name) => changed.includes(name));
  const by = [...edits.by];
  if (conflicts.length > 0) {
    const message = `${listOf(by)} changed this while you were editing`;
    throw stale(
      current,
      conflicts.map((path) => ({ path, message })),
    );
  }
  return { by, fields: changed.filter((name) => name in now && !untyped.has(name)) };
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words);

/** The saved record, with a message that names the users whose changes it was merged with. */
export const withNotice = <Saved>(saved: Saved, meanwhile: ConcurrentEdits | null): WithMessage<Saved> =>
  new WithMessage(
    saved,
    meanwhile && meanwhile.by.length > 0
      ? `Saved, merged with changes by ${listOf(meanwhile.by)}`
      : undefined,
  );

type Fields = Record<string, unknown>;
/** Fields that every edit changes or that no user enters. */
const untyped = new Set(['version', 'updatedAt', 'createdAt', 'available', 'productCount']);

interface Edits {
  fields: Set<string>;
  /** The values at the version that was read. Values of an erased person are missing. */
  former: Fields;
  by: Set<string>;
}
/**
 * The fields edited since a version, with their values at that version. Null if the log lacks a version in between, so that the
 * changes are unknown. The log keeps previous values for 7 days.
 */
async function editsSince(
  tx: Tx,
  { resource, recordId, current, readAt }: Omit<Edit, 'sent'> & { recordId: string },
): Promise<Edits | null> {
  const edits: Edits = { fields: new Set(), former: {}, by: new Set() };
  let reached = current.version;
  for (const { actorName, version, fields, former } of await latestEdits(tx, resource, recordId, readAt)) {
    // Parts of a record are recorded without the previous version.
    const from = Number(former.version ?? version - 1);
    if (from === version) continue;
    if (version !== reached) return null;
    for (const field of fields) edits.fields.add(field);
    Object.assign(edits.former, former);
    edits.by.add(actorName);
    reached = from;
    if (reached <= readAt) break;
  }
  return reached === readAt ? edits : null;
}

interface RecordedEdit {
  actorName: string;
  version: number;
  fields: string[];
  former: Fields;
}
/** After more edits than this, users have to reload the record. */
const maxEdits = 100;
async function latestEdits(tx: Tx, resource: string, id: string, since: number): Promise<RecordedEdit[]> {
  const { rows } = await sql<RecordedEdit>`
    SELECT actor_name AS "actorName", version, fields, former
    FROM edits_since(${resource}, ${id}, ${since}) LIMIT ${maxEdits}`.execute(tx);
  return rows;
}
