import type { Page } from '@aisle/contract/core/page';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { fixedLimits, listPage, type PageSql, type SortColumns } from '../../core/list/list.ts';
import { countedOfWords, keysByCustomers, keysByOtherName, pageOfWords } from './found-keys.queries.ts';
import { customersOfName, isWord, wordsContaining, wordsOfNames } from './meaning.queries.ts';

/** The columns and rows of a list of found orders. */
export interface ShownOrders<Read, Row> {
  sort: { columns: SortColumns; direction: 'asc' | 'desc' };
  /** The rows of a page of keys (`location_id`, `id`, `_total`), in their order. */
  rows: (keys: RawBuilder<unknown>, page: PageSql) => RawBuilder<Read>;
  toRow: (row: Read) => Row;
}
type FoundList<Read, Row> = ShownOrders<Read, Row> &
  Pick<Parameters<typeof listPage>[2], 'request' | 'sharedBy'> & { actor: Actor };

/**
 * Finds orders by a text that can only be a name in one statement: its meaning, the keys of the page, their count and the rows.
 * No rows if the text may mean anything else. The conditions can use only key columns.
 */
export const pageByName = <Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  list: FoundList<Read, Row>,
) => (isWord(search) ? pageByWord(tx, search, where, list) : pageByCustomers(tx, search, where, list));

/** An index sorts even common words by age. */
function pageByWord<Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  { actor, ...list }: FoundList<Read, Row>,
): Promise<Page<Row>> {
  const words = wordsContaining(search);
  const counted = sql`(SELECT count(*) FROM (${countedOfWords(sql`words`, where)}) AS few)`;
  const { limit, lastRow } = fixedLimits(list.request);
  return listPage(tx, sql`SELECT o.location_id FROM (${countedOfWords(words, where)}) AS o`, {
    ...list,
    locationScope: {
      actor,
      location: undefined,
      table: 'order_words',
      column: 'o.location_id',
      estimated: sql`SELECT o.location_id FROM order_words o WHERE o.word = ANY (${words}) AND ${where}`,
    },
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, meant.total AS _total
          FROM (SELECT words, ${counted} AS total FROM (${wordsOfNames(search)}) AS plain OFFSET 0) AS meant
          CROSS JOIN LATERAL (${pageOfWords(sql`meant.words`, where, { ...page, lastRow })}) AS o
          ${page.orderBy} ${limit}`,
        page,
      ),
  });
}

/** Finds all orders of a few customers, and counts them with their page. */
function pageByCustomers<Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  list: FoundList<Read, Row>,
): Promise<Page<Row>> {
  const keys = sql`SELECT o.* FROM (${customersOfName(search)}) AS meant
    CROSS JOIN LATERAL (${keysByCustomers(sql`meant.ids`)} UNION ${keysByOtherName(search)}) AS o`;
  return listPage(tx, sql`SELECT FROM (${keys}) AS o WHERE ${where}`, {
    ...list,
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, ${page.rowCount} AS _total FROM (${keys}) AS o
          WHERE ${where} AND ${page.after} ${page.orderBy} ${fixedLimits(list.request).limit}`,
        page,
      ),
  });
}
