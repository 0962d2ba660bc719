import { sql } from 'kysely';
import type { Actor } from '../../core/http/actor.ts';
import type { CachedTotal } from '../../core/list/cached-totals.ts';

interface Wanted {
  search: string | undefined;
  filters: { locationId?: string | undefined; inStockAt?: string | undefined };
}

const goods = ['products', 'subProducts', 'categories'];
const assortment = ['locations', 'prices'];

/**
 * The total of a catalog list. Valid until the change log has a change of the catalog or, with a location filter, of the
 * location's assortment or stock.
 */
export function cachedCatalogTotal(list: string, actor: Actor, { search, filters }: Wanted): CachedTotal {
  const { locationId, inStockAt } = filters;
  const resources = [...goods, ...(locationId ? assortment : []), ...(inStockAt ? ['stock'] : [])];
  const reach = locationId || inStockAt ? actor.locations : null;
  // With both filters, changes of either location count.
  const location = locationId && inStockAt ? null : (locationId ?? inStockAt ?? null);
  return {
    key: JSON.stringify([list, search, filters, reach]),
    changedSince: (snapshot) =>
      sql`changed_since(${snapshot}, ${sql.lit(`{${resources.join(',')}}`)}::text[], ${location}::uuid)`,
  };
}
