import type { AnyPage } from '@aisle/contract/core/page';
import type { Route } from '@aisle/contract/core/route';
import type { ChangeTopicName } from '@aisle/contract/system/changes';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { callList } from '../../core/http/call-list.ts';
import { type Handler, readList } from '../../core/http/serve.ts';
import { Problem } from '../../core/problem.ts';

/** A changed record, at a location if the topic is about items of locations. */
export interface ChangedRecord {
  recordId: string;
  /** The order of a line or payment. */
  parentId: string | null;
  locationId: string | null;
}
/**
 * Reads the records of one topic in one statement, as the actor can see them. The keys are those of `keyOf`; records that are
 * gone are missing.
 */
export interface RecordReader {
  /** The list whose rows it reads, if it reads a list. */
  route?: Route;
  keyOf(record: ChangedRecord): string;
  read(context: Context, records: readonly ChangedRecord[]): Promise<ReadonlyMap<string, unknown>>;
}
export type RecordReaders = Record<ChangeTopicName, RecordReader>;

export const byRecord = ({ recordId }: Pick<ChangedRecord, 'recordId'>): string => recordId;
export const byItem = ({ recordId, locationId }: Omit<ChangedRecord, 'parentId'>): string =>
  `${locationId}:${recordId}`;

/** Reads the rows of a list with these IDs. */
export const rowsOfList = (
  findHandler: (route: Route) => Handler<Route>,
  route: Route,
  keyOf: RecordReader['keyOf'] = byRecord,
): RecordReader => ({
  route,
  keyOf,
  read: async (context, records) => {
    const ids = [...new Set(records.map(keyOf))];
    const request = { ...(z.parse(route.body!, {}) as object), ids, limit: ids.length };
    const answer = await readList(callList(findHandler(route), context, request));
    if (answer instanceof Problem) throw answer;
    const { records: rows } = answer as AnyPage<{ _id: string }>;
    return new Map(rows.map((row) => [row._id, row]));
  },
});
