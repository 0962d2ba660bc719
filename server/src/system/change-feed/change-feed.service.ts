import type { DataOf } from '@aisle/contract/core/route';
import {
  type ChangesQuery,
  type ChangeTopicName,
  type changeRoutes,
  changesKeptDays,
  changeTopic,
  changeTopicNames,
  oldestCursor,
  type RecordChange,
} from '@aisle/contract/system/changes';
import type { Context } from '../../core/context.ts';
import { mustBeMarketplace } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Call } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { rightsOfSessions } from '../live/live.queries.ts';
import { type FeedRow, firstOfDay, readFeed, windowAfter } from './change-feed.queries.ts';
import type { RecordReaders } from './record-reader.ts';

type ChangesCall = Call<typeof changeRoutes.list>;
type Changes = DataOf<typeof changeRoutes.list>;

/** Reads changes after a cursor. Without any, waits for the next one; meanwhile the request holds no connection. */
export async function listChanges(call: ChangesCall, readers: RecordReaders): Promise<Changes> {
  const { actor, query, services, signal } = call;
  const topics = topicsOf(actor, query.topics);
  const deadline = Date.now() + query.waitSeconds * 1000;
  let answer = await call.inTransaction((tx) => readOnce({ ...call, tx }, topics, readers));
  while (answer.changes.length === 0 && !answer.hasMore && !signal.aborted) {
    const ms = deadline - Date.now();
    if (ms <= 0) break;
    await services.changeFeed.wait({ ...answer.state, ms, signal });
    const cursor = answer.nextCursor;
    answer = await call.inTransaction(async (tx) => {
      await mustStillHold(tx, actor);
      return readOnce({ ...call, tx, query: { ...query, cursor } }, topics, readers);
    });
  }
  const { state: _, ...response } = answer;
  return response;
}

/** The topics that the actor may list; throws if a named one isn't among them. */
function topicsOf(actor: Actor, named: readonly ChangeTopicName[] | undefined): ChangeTopicName[] {
  const isOpen = (topic: ChangeTopicName) => actor.permissions.has(changeTopic(topic).permission);
  for (const topic of named ?? []) {
    if (!isOpen(topic)) throw problem('permission-missing', { permission: changeTopic(topic).permission });
    if (changeTopic(topic).marketplaceOnly) mustBeMarketplace(actor);
  }
  return (named ?? changeTopicNames).filter(
    (topic) => isOpen(topic) && (actor.locations === null || !changeTopic(topic).marketplaceOnly),
  );
}

/** Ends a wait whose session or key has ended, or has other rights by now. */
async function mustStillHold(tx: Context['tx'], actor: Actor): Promise<void> {
  const id = (actor.sessionId ?? actor.apiKeyId)!;
  const rights = (await rightsOfSessions(tx, [id])).get(id);
  const isSame =
    rights &&
    String([...rights.permissions].toSorted()) === String([...actor.permissions].toSorted()) &&
    String(rights.locations) === String(actor.locations);
  if (!isSame) throw problem('not-signed-in');
}

async function readOnce(
  { tx, actor, services, query }: Context & { query: ChangesQuery },
  topics: readonly ChangeTopicName[],
  readers: RecordReaders,
): Promise<Changes & { state: { history: string; head: number } }> {
  const { cursor, limit, locationIds } = query;
  const from = positionOf(cursor);
  const window = await windowAfter(tx, from?.number ?? 0);
  const { history, head, today } = window;
  const oldest = firstOfDay(today - changesKeptDays);
  // Numbers of today are higher, and so are those of a step that began before midnight.
  const present = Math.max(head, firstOfDay(today - 1));
  const textOf = (number: number) => `${history}.${number}`;
  const state = { history, head };
  if (actor.apiKeyId) {
    services.changeFeed.noteReading(actor.apiKeyId, { number: from?.number ?? present, topics });
  }
  if (!from) return { changes: [], nextCursor: textOf(present), hasMore: false, state };
  const isExpired = from.history !== null && (from.history !== history || from.number < oldest);
  if (isExpired) throw problem('changes.cursor-expired');

  const rows = await readFeed(tx, { after: from.number, until: window.until, topics, locationIds, limit });
  const isFull = rows.length === limit;
  const end = isFull ? rows.at(-1)!.number : window.until;
  const merged = mergeItems(rows);
  const records = query.fat === '1' ? await recordsOf({ tx, actor, services }, merged, readers) : undefined;
  return {
    changes: merged.map((row) => ({
      cursor: textOf(row.number),
      topic: row.topic,
      type: row.type,
      id: row.recordId,
      locationId: row.locationId,
      version: row.version,
      at: row.at,
      ...(records && { record: records.get(row) ?? null }),
    })),
    nextCursor: textOf(end < head ? end : Math.max(present, from.number)),
    hasMore: end < head,
    state,
  };
}

/** Undefined without a cursor. `oldest` belongs to the current history. */
function positionOf(cursor: string | undefined): { history: string | null; number: number } | undefined {
  if (cursor === undefined) return undefined;
  if (cursor === oldestCursor) return { history: null, number: 0 };
  const [history, number] = cursor.split('.');
  return { history: history!, number: Number(number) };
}

const itemTopics: ReadonlySet<RecordChange['topic']> = new Set(['stock', 'price']);
/** Several changes of an item's stock or price become the last one. */
function mergeItems(rows: readonly FeedRow[]): FeedRow[] {
  const last = new Map(rows.map((row) => [`${row.topic} ${row.recordId} ${row.locationId}`, row.number]));
  return rows.filter(
    (row) =>
      !itemTopics.has(row.topic) || last.get(`${row.topic} ${row.recordId} ${row.locationId}`) === row.number,
  );
}

/** Reads the records in one statement per topic. */
async function recordsOf(
  context: Context,
  rows: readonly FeedRow[],
  readers: RecordReaders,
): Promise<ReadonlyMap<FeedRow, unknown>> {
  const records = new Map<FeedRow, unknown>();
  for (const [topic, ofTopic] of Map.groupBy(rows, (row) => row.topic)) {
    const { keyOf, read } = readers[topic];
    const found = await read(context, ofTopic);
    for (const row of ofTopic) records.set(row, found.get(keyOf(row)));
  }
  return records;
}
