import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { stale } from '../../problem.ts';
import { WithMessage } from '../../with-message.ts';
import type { Tx } from '../db.ts';

/** What others changed between the version that an edit was begun at and now. */
export interface Meanwhile {
  by: string[];
  fields: string[];
}
interface Versioned {
  _id?: string;
  version: number;
}
interface Edit {
  /** As in the audit log: 'brands'. */
  resource: string;
  /** The record as it is now, locked. */
  current: Versioned;
  /** The record in whose history its edits are, where that is another one or it has no id. */
  recordId?: string;
  /** The version that the edit was begun at. */
  readAt: number;
  /** What the edit sends, by the record's own field names; undefined is not sent. */
  sent: object;
}

/**
 * Lets an edit of an older version through when nobody has changed the fields it sends since, and gives what
 * was changed beside them; null when the record is as it was read. Else 409, with the fields that clash.
 */
export async function assertNoConflict(
  tx: Tx,
  { resource, current, recordId = current._id, readAt, sent }: Edit,
): Promise<Meanwhile | null> {
  if (readAt === current.version) return null;
  const then = await whatItWas(tx, { resource, recordId: recordId!, current, readAt });
  if (!then) throw stale(current);
  const now = comparable(current) as Fields;
  const changed = Object.keys(then.fields).filter(
    (name) => name in now && !isDeepStrictEqual(then.fields[name], now[name]),
  );
  const names = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const clashing = names.filter((name) => changed.includes(name));
  const by = [...then.by];
  if (clashing.length > 0) {
    const message = `${listOf(by)} changed this while you were editing`;
    throw stale(
      current,
      clashing.map((path) => ({ path, message })),
    );
  }
  return { by, fields: changed.filter((name) => !ofTheRecord.has(name)) };
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words);

/** The saved record, with a message that names the users whose changes it was merged with. */
export const withNotice = <Saved>(saved: Saved, meanwhile: Meanwhile | null): WithMessage<Saved> =>
  new WithMessage(
    saved,
    meanwhile && meanwhile.by.length > 0
      ? `Saved, merged with changes by ${listOf(meanwhile.by)}`
      : undefined,
  );

type Fields = Record<string, unknown>;
/** What every edit changes, or nobody typed. */
const ofTheRecord = new Set(['version', 'updatedAt', 'createdAt', 'available', 'productCount']);

/**
 * The fields that were edited since a version, with their values at that version, from the audit log. Null if the
 * log lacks a version in between, as nobody can say then what was changed.
 */
async function whatItWas(
  tx: Tx,
  { resource, recordId, current, readAt }: Omit<Edit, 'sent'> & { recordId: string },
): Promise<{ fields: Fields; by: Set<string> } | null> {
  const fields: Fields = {};
  const by = new Set<string>();
  let reached = current.version;
  for (const { actorName, before, after } of await latestEntries(tx, resource, recordId)) {
    const [from, to] = [Number(before?.version), Number(after?.version)];
    // The entry changed no version, or is about something that belongs to the record.
    if (before?._id !== current._id || Number.isNaN(from) || Number.isNaN(to) || from === to) continue;
    if (to !== reached) return null;
    Object.assign(fields, comparable(before));
    by.add(actorName);
    reached = from;
    if (reached <= readAt) break;
  }
  return reached === readAt ? { fields, by } : null;
}

interface Entry {
  actorName: string;
  before: Fields | null;
  after: Fields | null;
}
/** More edits than this while one form was open, and somebody had better look at it anew. */
const mostEdits = 100;
async function latestEntries(tx: Tx, resource: string, id: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT actor_name AS "actorName", before, after FROM audit_entries
    WHERE resource = ${resource} AND record_id = ${id} ORDER BY id DESC LIMIT ${mostEdits}`.execute(tx);
  return rows;
}

/** As the log holds it. The addresses of pictures are signed anew every time and say nothing. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== undefined && !/^(small|medium|large)$/.test(name))
      .map(([name, inner]) => [name, comparable(inner)]),
  );
}
