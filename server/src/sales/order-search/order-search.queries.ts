import type { Page } from '@aisle/contract/core/page';
import type { OrderPage, OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { allOf } from '../../core/list/filters.ts';
import { fixedLimits, List, listPage } from '../../core/list/list.ts';
import { rowsOf } from '../../core/list/matching.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { isNumberOrPhone } from '../../customers/customers/customer-search.queries.ts';
import { keysAsOrders, keysOf, ordersOfKeys } from './found-keys.queries.ts';
import type { Locations } from './items.queries.ts';
import { type Meaning, meaningOf } from './meaning.queries.ts';
import { type OrdersQuery, orderConditions, ordersWhere } from './order-filters.queries.ts';
import { pageByName, type ShownOrders } from './page-by-name.queries.ts';

// README.md explains how orders are found. Read it first, then the two functions here.

export interface MatchingOrders {
  query: OrdersQuery;
  /** The conditions of the filters, and of a scan for a name, on an order `o`. */
  conditions: readonly RawBuilder<SqlBool>[];
  /** The matches are few enough to be counted exactly. */
  totalIsExact: boolean;
  /** Only the latest orders of the matching items were searched. */
  isCut: boolean;
}

/** Finds the orders that match a search and filters, as a page or a count. */
export function findOrders<Read extends object, Row extends object>(
  tx: Tx,
  actor: Actor,
  request: OrderPage & { search: string },
  shown: ShownOrders<Read, Row>,
): List<Page<Row>> {
  return new List(
    () => pageOfFound(tx, actor, request, shown),
    async () => {
      const { query, totalIsExact } = await matchingOrders(tx, actor, request);
      return totalIsExact ? rowsOf(query) : null;
    },
  );
}

/** Finds keys first, and then reads whole orders only for the page. */
async function pageOfFound<Read extends object, Row extends object>(
  tx: Tx,
  actor: Actor,
  request: OrderPage & { search: string },
  shown: ShownOrders<Read, Row>,
): Promise<Page<Row>> {
  const scope = scopeOf(actor, request);
  const isByAge = hasOnlyAge(request);
  const { search } = request;
  const list = { ...shown, request, sharedBy: `orders found ${actor.locations?.join() ?? 'everywhere'}` };
  const byName = isByAge ? await pageByName(tx, search, allOf(scope.conditions), { ...list, actor }) : null;
  if (byName && byName.records.length > 0) return byName;

  const meaning = await meaningOf(tx, search, { locations: scope.locations, scansWords: isByAge });
  // The text is only a name: either no order with it meets the filters, or the page is past the end.
  if (byName && meaning.words.length > 0 && !meaning.goods) return byName;
  const { query, totalIsExact, isCut } = matching(tx, { search, meaning, scope, isByAge });
  const page = await listPage(tx, query, {
    ...list,
    exactUpTo: totalIsExact ? undefined : 0,
    rows: (page) =>
      list.rows(
        sql`SELECT o.location_id, o.id, ${totalIsExact ? page.rowCount : sql`NULL`} AS _total FROM (${query.selectAll('o')}) AS o
          WHERE ${page.after} ${page.orderBy} ${totalIsExact ? fixedLimits(request).limit : page.limit}`,
        page,
      ),
  });
  return isCut ? { ...page, totalIsEstimate: true } : page;
}

/** All orders that match a search and filters, or the given IDs among them, as a query for `o`. */
export async function matchingOrders(
  tx: Tx,
  actor: Actor,
  { ids, search, filters }: OrderTarget,
): Promise<MatchingOrders> {
  const scope = scopeOf(actor, { filters });
  if (ids) scope.conditions.push(sql`o.id = ANY (${ids}::uuid[])`);
  if (!search) return scanned(tx, scope.conditions);
  const meaning = await meaningOf(tx, search, { locations: scope.locations, scansWords: false });
  return matching(tx, { search, meaning, scope, isByAge: false });
}

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

/** The filters on key columns. With only these, a search reads no orders before it has found its page. */
const keyFilters = ['locationId', 'from', 'to'];
const hasOnlyAge = ({ sort, filters, search }: OrderPage & { search: string }) =>
  search.length >= 3 &&
  !isNumberOrPhone(search) &&
  (!sort || sort.field === 'createdAt') &&
  Object.keys(filters).every((name) => keyFilters.includes(name));

interface Search {
  search: string;
  meaning: Meaning;
  scope: Scope;
  /** The filters need only key columns. */
  isByAge: boolean;
}
/** The orders for a meaning: looked up by their keys or, for a common name, scanned. */
function matching(tx: Tx, { search, meaning, scope, isByAge }: Search): MatchingOrders {
  const { locations, conditions } = scope;
  if (meaning.isCommon) {
    const hasName = hasWords(search, 'o.customer_name');
    return scanned(tx, [...conditions, hasName]);
  }
  const keys = keysOf(search, meaning, locations);
  const query = keysAsOrders(tx, isByAge ? keys : ordersOfKeys(keys)).where(allOf(conditions));
  return { query, conditions, totalIsExact: true, isCut: meaning.goods?.isCut ?? false };
}

const scanned = (tx: Tx, conditions: RawBuilder<SqlBool>[]): MatchingOrders => ({
  query: ordersWhere(tx, conditions),
  conditions,
  totalIsExact: false,
  isCut: false,
});
