import type { Page } from '@aisle/contract/core/page';
import type { OrderPage, OrderTarget } from '@aisle/contract/sales/order-list';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { allOf, conditionsOf } from '../../core/list/filters.ts';
import { listPage, type SortColumns } from '../../core/list/list.ts';
import { containing } from '../../core/list/search-text.ts';
import { isNumberOrPhone } from '../../customers/customers/customer-search.queries.ts';
import { countedOfWords, keysOf, ordersOfKeys, pageOfWords } from './found-keys.queries.ts';
import type { Locations } from './goods.queries.ts';
import { type Meaning, meaningOf } from './meaning.queries.ts';
import { orderFilters } from './order-filters.queries.ts';

// How orders are found is explained in README.md.

export interface OrderKey {
  locationId: string;
  id: string;
}
const toKey = ({ locationId, id }: OrderKey): OrderKey => ({ locationId, id });
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

/** The keys of one page of the orders that match a search and filters, in their order. */
export async function findOrderIds(
  tx: Tx,
  actor: Actor,
  request: OrderPage & { search: string },
  sort: { columns: SortColumns; direction: 'asc' | 'desc' },
): Promise<Page<OrderKey>> {
  const scope = scopeOf(actor, request);
  const isByAge = hasOnlyAge(request);
  const meaning = await meaningOf(tx, request.search, { locations: scope.locations, scansWords: isByAge });
  const list = { request, sort, sharedBy: `orders found ${actor.locations?.join() ?? 'everywhere'}` };
  const isWords = meaning.words.length > 0 && !meaning.goods;
  if (isByAge && isWords) return pageByWords(tx, meaning.words, scope.conditions, list);

  const { query, totalIsExact, isCut } = matching(tx, { search: request.search, meaning, scope, isByAge });
  const page = totalIsExact
    ? await listPage(tx, query, {
        ...list,
        hasFixedPlan: true,
        totalIsExact: true,
        rows: ({ cursor, after, orderBy, limit }) => sql<OrderKey>`
          SELECT o.location_id AS "locationId", o.id, ${cursor}, count(*) OVER () AS _total
          FROM (${query.selectAll('o')}) AS o WHERE ${after} ${orderBy} ${limit}`,
        toRow: toKey,
      })
    : await listPage(tx, query, {
        ...list,
        estimateTotal: true,
        select: (found) => found.select(['o.location_id as locationId', 'o.id']),
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

type List = Pick<Parameters<typeof listPage>[2], 'request' | 'sort' | 'sharedBy'>;
/** Orders by words of names: an index has even common words sorted by age. */
function pageByWords(
  tx: Tx,
  words: readonly string[],
  conditions: readonly RawBuilder<SqlBool>[],
  list: List,
): Promise<Page<OrderKey>> {
  const where = allOf(conditions);
  return listPage(tx, rowsNamedO(tx, countedOfWords(words, where)), {
    ...list,
    hasFixedPlan: true,
    estimated: tx
      .selectFrom('order_words as o')
      .where(sql<boolean>`o.word = ANY (${words}::text[])`)
      .where(where),
    rows: (page) => sql<OrderKey>`
      SELECT o.location_id AS "locationId", o.id, ${page.cursor}
      FROM (${pageOfWords(words, where, page)}) AS o ${page.orderBy} ${page.limit}`,
    toRow: toKey,
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
