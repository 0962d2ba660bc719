import { type RawBuilder, sql } from 'kysely';
import { type Database, system, type Tx, transaction } from '../db/db.ts';
import type { LiveEvents } from '../live-events.ts';

// A reader follows the change log from a stored position, in the order of commits (docs/decisions/0050). To add a reader:
//
// 1. Add its position in a schema file and by a patch: `INSERT INTO change_readers (name) VALUES ('yourReader');`. It
//    reads what is committed from then on.
// 2. Write a ChangeReader. `read` does its work in the transaction that also saves the position: after a crash, the batch
//    is read again. A restored database may repeat changes that were read before the backup, so `read` must tolerate
//    repeats, for instance by a unique key on the cause of each row it writes. Work outside the database is a row that
//    another worker processes.
// 3. Start it in app.ts with `followChanges`.
//
// The lag of every reader is a metric, and rows are kept until the last reader has passed them. A patch that removes a
// reader deletes its row.

/** A row of the change log: a change of a record, or an announcement without an actor. */
export interface StoredChange {
  id: number;
  /** The time of the transaction. Other rows of that transaction have the same time. */
  at: string;
  resource: string;
  action: string;
  recordId: string | null;
  locationId: string | null;
  version: number | null;
  /** The names of the changed fields; null if the record was created or deleted. */
  fields: string[] | null;
  actorId: string | null;
  actorName: string | null;
  data: unknown;
  snapshot: unknown;
}

export interface ChangeReader {
  name: string;
  /** The resources and topics to read. The reader skips all others. */
  resources: readonly string[];
  /** Handles changes of these resources, oldest first. */
  read(tx: Tx, changes: readonly StoredChange[]): Promise<void>;
}

const batchSize = 200;

/**
 * Reads the next batch of changes and saves the new position. Returns whether there may be more. Reads nothing while another
 * server uses the position.
 */
export async function readChanges(tx: Tx, reader: ChangeReader): Promise<boolean> {
  const position = await lockPosition(tx, reader.name);
  if (!position) return false;
  if (position.isOfOtherCluster) return startEpoch(tx);
  const { changes, end } = await changesAfter(tx, position, reader.resources);
  if (!end) return false;
  if (changes.length > 0) await reader.read(tx, changes);
  await sql`
    UPDATE change_readers SET transaction_id = ${end.transaction}::xid8, change_id = ${end.id}, cluster_id = ${thisCluster}
    WHERE name = ${reader.name}`.execute(tx);
  return true;
}

/** Rows are ordered by transaction, then by id. */
interface ReaderPosition {
  transaction: string;
  id: number;
}

/** Transaction IDs belong to a cluster. After a restore or an upgrade, another cluster counts from a different number. */
const thisCluster = sql`(SELECT system_identifier FROM pg_control_system())`;
const isOfOtherCluster = sql`(cluster_id <> ${thisCluster} IS TRUE
  OR transaction_id > pg_snapshot_xmax(pg_current_snapshot()))`;

async function lockPosition(
  tx: Tx,
  name: string,
): Promise<(ReaderPosition & { isOfOtherCluster: boolean }) | undefined> {
  const { rows } = await sql<ReaderPosition & { isOfOtherCluster: boolean }>`
    SELECT transaction_id::text AS transaction, change_id AS id, ${isOfOtherCluster} AS "isOfOtherCluster"
    FROM change_readers WHERE name = ${name} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (rows.length === 0) await mustExist(tx, name);
  return rows[0];
}

async function mustExist(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`SELECT FROM change_readers WHERE name = ${name}`.execute(tx);
  if (rows.length === 0) throw new Error(`change_readers has no row of ${name}`);
}

/**
 * The changes after a position, and the last position of the batch. Only transactions older than every running one are
 * read, since rows can commit out of order.
 */
async function changesAfter(
  tx: Tx,
  { transaction, id }: ReaderPosition,
  resources: readonly string[],
): Promise<{ changes: StoredChange[]; end: ReaderPosition | undefined }> {
  const { rows } = await sql<StoredChange & { transaction: string; isRead: boolean }>`
    WITH batch AS MATERIALIZED (
      SELECT * FROM changes
      WHERE (transaction_id, id) > (${transaction}::xid8, ${id}::bigint)
        AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY transaction_id, id LIMIT ${batchSize}
    )
    SELECT transaction_id::text AS transaction, id, at, resource, action, record_id AS "recordId",
      location_id AS "locationId", version, fields, actor_id AS "actorId", actor_name AS "actorName", data, snapshot,
      resource = ANY (${[...resources]}::text[]) AS "isRead"
    FROM batch
    WHERE resource = ANY (${[...resources]}::text[])
      OR (transaction_id, id) = (SELECT transaction_id, id FROM batch ORDER BY transaction_id DESC, id DESC LIMIT 1)
    ORDER BY transaction_id, id`.execute(tx);
  const last = rows.at(-1);
  const changes = rows
    .filter(({ isRead }) => isRead)
    .map(({ isRead: _, transaction: __, ...change }) => change);
  return { changes, end: last && { transaction: last.transaction, id: last.id } };
}

const epochKey: RawBuilder<unknown> = sql`hashtext('change log epoch')`;

/**
 * Begins a new epoch after a restore into another cluster, for all readers at once. All rows get the same transaction of this
 * cluster, which is over, and are ordered by id: the ids of one record's changes have the order of its versions, and ids
 * continue after a restore. A reader continues before its first unread row. A row with a higher id than its position is
 * unread, even if its transaction is older, since it may be of this cluster. So nothing is lost, and a few changes may
 * repeat. Returns whether there may be changes to read.
 */
async function startEpoch(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${epochKey}) AS "isMine"`.execute(tx);
  if (!rows[0]!.isMine) return false;
  await moveToEpoch(tx);
  return true;
}

/** Begins a new epoch if the database was restored and no reader has noticed yet. */
export async function ensureEpoch(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${epochKey})`.execute(tx);
  const { rows } = await sql`SELECT FROM change_readers WHERE ${isOfOtherCluster} LIMIT 1`.execute(tx);
  if (rows.length > 0) await moveToEpoch(tx);
}

async function moveToEpoch(tx: Tx): Promise<void> {
  await sql`
    WITH epoch AS (
      SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8 AS transaction_id
    ), moved AS (
      UPDATE changes SET transaction_id = epoch.transaction_id FROM epoch
    )
    UPDATE change_readers r SET transaction_id = epoch.transaction_id, cluster_id = ${thisCluster},
      change_id = coalesce(
        (SELECT min(id) - 1 FROM changes c WHERE c.transaction_id > r.transaction_id OR c.id > r.change_id),
        r.change_id)
    FROM epoch`.execute(tx);
}

interface Following {
  db: Database;
  liveEvents: LiveEvents;
  /** The delay between a commit and the start of the reader. Changes made in the meantime are read in the same batch. */
  pauseMs: number;
  /** The interval at which the reader checks for changes that other servers committed or that a slow transaction delayed. */
  pollsEveryMs?: number;
  onFailure: (reason: string) => void;
}
/** Runs a reader soon after each commit on this server, and at regular intervals. Returns a function that stops it. */
export function followChanges(
  { db, liveEvents, pauseMs, pollsEveryMs = 30_000, onFailure }: Following,
  reader: ChangeReader,
): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let pause: NodeJS.Timeout | undefined;
  const work = async () => {
    try {
      while (!isStopped && (await transaction(db, system, (tx) => readChanges(tx, reader))));
    } catch (error) {
      // The next commit or the timer tries again.
      onFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const schedule = () => {
    pause ??= setTimeout(() => {
      pause = undefined;
      running = work();
    }, pauseMs);
  };
  const unsubscribe = liveEvents.onPoke(schedule);
  const timer = setInterval(schedule, pollsEveryMs).unref();
  schedule();
  return async () => {
    isStopped = true;
    unsubscribe();
    clearInterval(timer);
    clearTimeout(pause);
    await running;
  };
}
