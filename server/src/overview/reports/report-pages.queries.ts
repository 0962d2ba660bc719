import { type RawBuilder, sql } from 'kysely';
import { wrongField } from '../../core/problem.ts';

/** Which rows of a report are answered. */
export interface Paging {
  offset: number;
  limit: number;
}

/** A cursor is how many rows were answered before: a report is counted anew for each page. */
export function pagingOf({
  page,
  limit,
  cursor,
}: {
  page: number;
  limit: number;
  cursor?: string | undefined;
}): Paging {
  if (cursor === undefined) return { offset: (page - 1) * limit, limit };
  if (!/^\d{1,8}$/.test(cursor)) throw wrongField('cursor', 'Not a cursor of this report');
  return { offset: Number(cursor), limit };
}

export const nextCursorOf = ({ offset }: Paging, rows: number, total: number): string | null =>
  rows > 0 && offset + rows < total ? String(offset + rows) : null;

/** What has no value comes last either way; ties are sorted by these columns. */
export const sortedBy = (column: string, direction: 'asc' | 'desc', ties: readonly string[]) =>
  sql`ORDER BY ${sql.ref(column)} ${sql.raw(direction)} NULLS LAST, ${sql.join(ties.map((tie) => sql.ref(tie)))}`;

/** A page of the rows that the statement found, as JSON. */
export const pageOf = (orderBy: RawBuilder<unknown>, { offset, limit }: Paging): RawBuilder<unknown> =>
  sql`(SELECT coalesce(json_agg(page), '[]') FROM (
    SELECT * FROM found ${orderBy} LIMIT ${limit} OFFSET ${offset}) page)`;
