import type pg from 'pg';
import { rowsOf, type Tx } from '../../core/db/db.ts';

/** Numbers of items that wait for Aisle, and of those it gave up on. */
export type Queues = {
  jobsWaiting: number;
  jobsRunning: number;
  jobsFailed: number;
  outboxWaiting: number;
  outboxFailing: number;
  outboxAbandoned: number;
  outboxOldest: number;
  webhooksWaiting: number;
  webhooksDead: number;
  webhooksOldest: number;
  webhookEndpointsFailing: number;
};

const queuesText = `
    SELECT
      (SELECT count(*) FROM jobs WHERE status = 'waiting') AS "jobsWaiting",
      (SELECT count(*) FROM jobs WHERE status = 'running') AS "jobsRunning",
      (SELECT count(*) FROM jobs WHERE status = 'failed' AND finished_at > now() - interval '1 day') AS "jobsFailed",
      o.*, w.*,
      (SELECT count(*) FROM webhook_deliveries WHERE status = 'dead' AND created_at > now() - interval '7 days')
        AS "webhooksDead",
      (SELECT count(*) FROM webhook_endpoints WHERE status AND failing_since IS NOT NULL) AS "webhookEndpointsFailing"
    FROM (SELECT count(*) FILTER (WHERE next_attempt_at < 'infinity') AS "outboxWaiting",
        count(*) FILTER (WHERE next_attempt_at < 'infinity' AND last_error IS NOT NULL) AS "outboxFailing",
        count(*) FILTER (WHERE next_attempt_at = 'infinity' AND created_at > now() - interval '7 days') AS "outboxAbandoned",
        coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE next_attempt_at < 'infinity')), 0)::float8
          AS "outboxOldest"
      FROM mails WHERE sent_at IS NULL) o,
      (SELECT count(*) AS "webhooksWaiting",
        coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "webhooksOldest"
      FROM webhook_deliveries WHERE status = 'waiting') w`;

export const readQueues = async (tx: Tx): Promise<Queues> => (await rowsOf<Queues>(tx, queuesText, []))[0]!;

/** For commands, which bring their own connection. */
export async function readQueuesOf(client: pg.ClientBase): Promise<Queues> {
  const { rows } = await client.query<Record<keyof Queues, string>>(queuesText);
  return Object.fromEntries(Object.entries(rows[0]!).map(([key, text]) => [key, Number(text)])) as Queues;
}

/** How far each reader of the change log is behind, in seconds: the age of the oldest change that it hasn't read. */
const readerLagsText = `
    SELECT name AS reader, coalesce(extract(epoch FROM now() - (
      SELECT c.at FROM changes c WHERE (c.transaction_id, c.id) > (r.transaction_id, r.change_id)
      ORDER BY c.transaction_id, c.id LIMIT 1)), 0)::float8 AS lag
    FROM change_readers r ORDER BY name`;
interface ReaderLag {
  reader: string;
  lag: number;
}

export const readReaderLags = (tx: Tx): Promise<ReaderLag[]> => rowsOf<ReaderLag>(tx, readerLagsText, []);

/** For commands, which bring their own connection. */
export const readReaderLagsOf = async (client: pg.ClientBase): Promise<ReaderLag[]> =>
  (await client.query<ReaderLag>(readerLagsText)).rows;

/** Tasks waiting in the job runner; only the owner of the tables sees them. */
export interface Tasks {
  due: number;
  failed: number;
  /** Seconds that the longest-due task has waited. */
  oldest: number;
}

export async function readTasks(owner: pg.Pool | pg.ClientBase): Promise<Tasks> {
  const { rows } = await owner.query<Tasks>(`
    SELECT count(*) FILTER (WHERE attempts < max_attempts)::int AS due,
      count(*) FILTER (WHERE attempts >= max_attempts AND updated_at > now() - interval '1 day')::int AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE attempts < max_attempts)), 0)::float8 AS oldest
    FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND run_at <= now()`);
  return rows[0]!;
}

export async function readSchema(
  owner: pg.Pool,
): Promise<{ applied: string[]; postgres: string; bytes: number }> {
  const { rows } = await owner.query<{ applied: string[]; postgres: string; bytes: number }>(`
    SELECT (SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM schema_migrations) AS applied,
      current_setting('server_version') AS postgres, pg_database_size(current_database()) AS bytes`);
  return rows[0]!;
}
