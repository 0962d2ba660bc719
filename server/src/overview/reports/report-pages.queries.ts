import { type RawBuilder, sql } from 'kysely';
import { wrongField } from '../../core/problem.ts';

/** The requested range of rows. */
export interface Paging {
  offset: number;
  limit: number;
}

/** The cursor is the number of previous rows, because each page computes the report again. */
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

/** Missing values come last in both directions; ties are sorted by further columns. */
export const pageBy = (
  column: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  ties: readonly RawBuilder<unknown>[],
  { offset, limit }: Paging,
): RawBuilder<unknown> =>
  sql`ORDER BY ${column} ${sql.raw(direction)} NULLS LAST, ${sql.join(ties)} LIMIT ${limit} OFFSET ${offset}`;
