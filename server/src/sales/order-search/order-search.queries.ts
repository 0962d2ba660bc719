import type { Page } from '@aisle/contract/core/page';
import type { OrderPage, OrderTarget } from '@aisle/contract/sales/order-list';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { allOf, conditionsOf } from '../../core/list/filters.ts';
import { listPage, type PageSql, type SortColumns } from '../../core/list/list.ts';
import { containing } from '../../core/list/search-text.ts';
import { isNumberOrPhone } from '../../customers/customers/customer-search.queries.ts';
import { countedOfWords, keysByCustomers, keysOf, ordersOfKeys, pageOfWords } from './found-keys.queries.ts';
import type { Locations } from './goods.queries.ts';
import {
  customersOfName,
  isWord,
  type Meaning,
  meaningOf,
  wordsHolding,
  wordsOfNames,
} from './meaning.queries.ts';
import { orderFilters } from './order-filters.queries.ts';

// How orders are found is explained in README.md.

export type OrdersQuery = SelectQueryBuilder<DB & { o: DB['orders'] }, 'o', object>;

export interface MatchingOrders {
  query: OrdersQuery;
  /** The conditions of the filters, and of a name that is scanned for, on an order `o`. */
  conditions: readonly RawBuilder<SqlBool>[];
  /** The matches are few enough to be counted exactly. */
  totalIsExact: boolean;
  /** Only the latest orders of the goods were searched. */
  isCut: boolean;
}

/** What a list shows of the orders that are found. */
interface Shown<Read, Row> {
  sort: { columns: SortColumns; direction: 'asc' | 'desc' };
  /** The rows of a page of keys (`location_id`, `id`, `_total`), in their order. */
  rows: (keys: RawBuilder<unknown>, page: PageSql) => RawBuilder<Read>;
  toRow: (row: Read) => Row;
}
type List<Read, Row> = Shown<Read, Row> & Pick<Parameters<typeof listPage>[2], 'request' | 'sharedBy'>;

/** One page of the orders that match a search and filters: found as keys, of which only those of the page are read whole. */
export async function findOrders<Read extends object, Row extends object>(
  tx: Tx,
  actor: Actor,
  request: OrderPage & { search: string },
  shown: Shown<Read, Row>,
): Promise<Page<Row>> {
  const scope = scopeOf(actor, request);
  const isByAge = hasOnlyAge(request);
  const { search } = request;
  const list = { ...shown, request, sharedBy: `orders found ${actor.locations?.join() ?? 'everywhere'}` };
  const byName = isByAge ? await pageByName(tx, search, allOf(scope.conditions), list) : null;
  if (byName && byName.records.length > 0) return byName;

  const meaning = await meaningOf(tx, search, { locations: scope.locations, scansWords: isByAge });
  if (byName && meaning.words.length > 0 && !meaning.goods) return byName;
  const { query, totalIsExact, isCut } = matching(tx, { search, meaning, scope, isByAge });
  const total = totalIsExact ? sql`count(*) OVER ()` : sql`NULL`;
  const page = await listPage(tx, query, {
    ...list,
    hasFixedPlan: totalIsExact,
    totalIsExact,
    estimateTotal: !totalIsExact,
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, ${total} AS _total FROM (${query.selectAll('o')}) AS o
          WHERE ${page.after} ${page.orderBy} ${page.limit}`,
        page,
      ),
  });
  return isCut ? { ...page, totalIsEstimate: true } : page;
}

/** All orders that match a search and filters, or the named ones among them, as a query for `o`. */
export async function matchingOrders(
  tx: Tx,
  actor: Actor,
  { ids, search, filters }: OrderTarget,
): Promise<MatchingOrders> {
  const scope = scopeOf(actor, { filters });
  if (ids) scope.conditions.push(sql`o.id = ANY (${ids}::uuid[])`);
  if (search) {
    const meaning = await meaningOf(tx, search, { locations: scope.locations, scansWords: false });
    return matching(tx, { search, meaning, scope, isByAge: false });
  }
  return scanned(tx, scope.conditions);
}

/** The conditions of the filters. The location is a condition too, besides row-level security: an index needs it. */
export const orderConditions = (actor: Actor, filters: OrderPage['filters']): RawBuilder<SqlBool>[] =>
  conditionsOf(orderFilters, { ...filters, locationId: locationOf(actor, filters.locationId) });

/** The orders `o` that meet all conditions. */
export const ordersWhere = (tx: Tx, conditions: readonly RawBuilder<SqlBool>[]): OrdersQuery =>
  tx.selectFrom('orders as o').where(allOf(conditions));

interface Scope {
  locations: Locations;
  conditions: RawBuilder<SqlBool>[];
}
function scopeOf(actor: Actor, { filters }: Pick<OrderPage, 'filters'>): Scope {
  const location = locationOf(actor, filters.locationId);
  return {
    locations: location === undefined ? actor.locations : [location],
    conditions: orderConditions(actor, filters),
  };
}

/** The filters on columns of the keys: with only these, a search reads no orders before its page is found. */
const keyFilters = ['locationId', 'from', 'to'];
const hasOnlyAge = ({ sort, filters, search }: OrderPage & { search: string }) =>
  search.length >= 3 &&
  !isNumberOrPhone(search) &&
  (!sort || sort.field === 'createdAt') &&
  Object.keys(filters).every((name) => keyFilters.includes(name));

/** Orders by a text that is plainly a name, in one statement; no rows if it may mean anything else. */
const pageByName = <Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  list: List<Read, Row>,
) => (isWord(search) ? pageByWord(tx, search, where, list) : pageByCustomers(tx, search, where, list));

/** An index has even common words sorted by age. */
function pageByWord<Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  list: List<Read, Row>,
): Promise<Page<Row>> {
  const words = wordsHolding(search);
  const counted = sql`(SELECT count(*) FROM (${countedOfWords(sql`words`, where)}) AS few)`;
  return listPage(tx, () => rowsNamedO(tx, countedOfWords(words, where)), {
    ...list,
    hasFixedPlan: true,
    estimated: () =>
      tx.selectFrom('order_words as o').where(sql<boolean>`o.word = ANY (${words})`).where(where),
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, meant.total AS _total
          FROM (SELECT words, ${page.needsTotal() ? counted : sql`NULL`} AS total
            FROM (${wordsOfNames(search)}) AS plain OFFSET 0) AS meant
          CROSS JOIN LATERAL (${pageOfWords(sql`meant.words`, where, page)}) AS o ${page.orderBy} ${page.limit}`,
        page,
      ),
  });
}

/** The orders of a few customers are all found, and counted with their page. */
function pageByCustomers<Read extends object, Row extends object>(
  tx: Tx,
  search: string,
  where: RawBuilder<SqlBool>,
  list: List<Read, Row>,
): Promise<Page<Row>> {
  const keys = sql`SELECT o.* FROM (${customersOfName(search)}) AS meant
    CROSS JOIN LATERAL (${keysByCustomers(sql`meant.ids`)}) AS o`;
  return listPage(tx, () => rowsNamedO(tx, keys).where(where), {
    ...list,
    hasFixedPlan: true,
    totalIsExact: true,
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, count(*) OVER () AS _total FROM (${keys}) AS o
          WHERE ${where} AND ${page.after} ${page.orderBy} ${page.limit}`,
        page,
      ),
  });
}

interface Search {
  search: string;
  meaning: Meaning;
  scope: Scope;
  /** The filters need no columns beyond those of the keys. */
  isByAge: boolean;
}
function matching(tx: Tx, { search, meaning, scope, isByAge }: Search): MatchingOrders {
  const { locations, conditions } = scope;
  if (meaning.isCommon) {
    const isCalledSo = sql<boolean>`o.customer_name ILIKE ${containing(search)}`;
    return scanned(tx, [...conditions, isCalledSo]);
  }
  const keys = keysOf(meaning, locations);
  const query = rowsNamedO(tx, isByAge ? keys : ordersOfKeys(keys)).where(allOf(conditions));
  return { query, conditions, totalIsExact: true, isCut: meaning.goods?.isCut ?? false };
}

const scanned = (tx: Tx, conditions: RawBuilder<SqlBool>[]): MatchingOrders => ({
  query: ordersWhere(tx, conditions),
  conditions,
  totalIsExact: false,
  isCut: false,
});
const rowsNamedO = (tx: Tx, rows: RawBuilder<unknown>) => tx.selectFrom(sql<DB['orders']>`(${rows})`.as('o'));
