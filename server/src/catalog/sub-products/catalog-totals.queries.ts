import { sql } from 'kysely';
import type { Actor } from '../../core/http/actor.ts';
import type { KeptTotal } from '../../core/list/kept-totals.ts';

interface Wanted {
  search: string | undefined;
  filters: { locationId?: string | undefined; inStockAt?: string | undefined };
}

/** The total of a list of the catalog, kept until its goods change, or what the location of a filter sells or has. */
export function keptCatalogTotal(list: string, actor: Actor, { search, filters }: Wanted): KeptTotal {
  const { locationId, inStockAt } = filters;
  const kinds = ['goods', ...(locationId ? ['assortment'] : []), ...(inStockAt ? ['stock'] : [])];
  const reach = locationId || inStockAt ? actor.locations : null;
  return {
    key: JSON.stringify([list, search, filters, reach]),
    changedSince: (snapshot) =>
      sql`catalog_changed(${snapshot}, ${sql.lit(`{${kinds.join(',')}}`)}::text[], ${inStockAt ?? null}::uuid)`,
  };
}
