import type { ChangeTopicName, RecordChange } from '@aisle/contract/system/changes';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export interface FeedWindow {
  history: string;
  /** The highest number. */
  head: number;
  /** The number up to which this read looks. */
  until: number;
  /** The current day since 1970. */
  today: number;
}
export async function windowAfter(tx: Tx, number: number): Promise<FeedWindow> {
  const { rows } = await sql<FeedWindow>`SELECT * FROM change_feed_window(${number})`.execute(tx);
  return rows[0]!;
}

/** A number is the day since 1970 times this, plus a count. */
const perDay = 2 ** 32;
export const firstOfDay = (day: number): number => day * perDay;

export interface FeedRow {
  number: number;
  topic: ChangeTopicName;
  type: RecordChange['type'];
  recordId: string;
  parentId: string | null;
  locationId: string | null;
  version: number | null;
  at: string;
}
interface Reading {
  after: number;
  until: number;
  topics: readonly ChangeTopicName[];
  locationIds: readonly string[] | undefined;
  limit: number;
}
export async function readFeed(
  tx: Tx,
  { after, until, topics, locationIds, limit }: Reading,
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    SELECT number, topic, type, record_id AS "recordId", parent_id AS "parentId", location_id AS "locationId", version,
      iso(at) AS at
    FROM change_feed
    WHERE number > ${after} AND number <= ${until} AND topic = ANY (${[...topics]}::text[])
      AND ${locationIds ? sql`(location_id IS NULL OR location_id = ANY (${[...locationIds]}::uuid[]))` : sql`true`}
    ORDER BY number LIMIT ${limit}`.execute(tx);
  return rows;
}
