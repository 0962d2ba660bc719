import type { Page } from '@aisle/contract/core/page';
import {
  type DuplicateResource,
  duplicateResources,
  type PossibleDuplicate,
  type PossibleDuplicatePage,
} from '@aisle/contract/system/possible-duplicates';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';

interface Source {
  table: string;
  /** Columns that can be equal, by field name. */
  fields: readonly string[];
  name?: RawBuilder<unknown>;
  productId?: string;
  /** Condition for records that count. */
  where?: string;
}
const person = sql`rtrim(r.first_name || ' ' || r.last_name)`;
const sources: Record<DuplicateResource, Source> = {
  brands: { table: 'brands', fields: ['name'] },
  categories: { table: 'categories', fields: ['name'] },
  customers: {
    table: 'customers',
    fields: ['email', 'phone'],
    name: person,
    where: 'r.merged_into IS NULL AND r.erased_at IS NULL',
  },
  locations: { table: 'locations', fields: ['code'] },
  subProducts: {
    table: 'sub_products',
    fields: ['sku', 'barcode'],
    name: itemNameOf('r'),
    productId: 'r.product_id',
  },
  subscriptionPlans: { table: 'subscription_plans', fields: ['name'] },
  taxes: { table: 'taxes', fields: ['name'] },
  users: { table: 'users', fields: ['email'], name: person },
  vendors: { table: 'vendors', fields: ['name'] },
};

const textOf = ({ fields }: Source) =>
  sql`CASE d.field ${sql.join(
    fields.map((field) => sql`WHEN ${sql.lit(field)} THEN r.${sql.ref(field)}`),
    sql` `,
  )} END`;
/** One record of a pair, if its text is still the one that was found. */
const side = (source: Source, id: string, hash: string) => sql`
  LATERAL (SELECT jsonb_build_object('_id', r.id, 'name', ${source.name ?? sql`r.name`}, 'value', ${textOf(source)},
      'productId', ${source.productId ? sql.raw(source.productId) : sql`NULL::uuid`}) AS shown
    FROM ${sql.table(source.table)} r
    WHERE r.id = d.${sql.ref(id)} AND md5(${textOf(source)}) = d.${sql.ref(hash)}
      AND ${sql.raw(source.where ?? 'true')})`;
const pairsOf = (resource: DuplicateResource) => sql`
  SELECT d.resource, d.record_id, d.field, d.found_at, one.shown AS record, two.shown AS other
  FROM possible_duplicates d, ${side(sources[resource], 'record_id', 'record_hash')} AS one,
    ${side(sources[resource], 'other_id', 'other_hash')} AS two
  WHERE d.resource = ${sql.lit(resource)}`;
const noPairs = sql`
  SELECT resource, record_id, field, found_at, NULL::jsonb AS record, NULL::jsonb AS other
  FROM possible_duplicates WHERE false`;

interface Row {
  resource: DuplicateResource;
  record_id: string;
  field: string;
  found_at: string;
  record: PossibleDuplicate['record'];
  other: PossibleDuplicate['other'];
}
/** Returns pairs of records that the actor can see. A pair leaves the list when one of them is changed or deleted. */
export async function listPossibleDuplicates(
  tx: Tx,
  actor: Actor,
  request: PossibleDuplicatePage,
): Promise<Page<PossibleDuplicate>> {
  const shown = Object.entries(duplicateResources).flatMap(([name, permission]) => {
    const resource = name as DuplicateResource;
    const isWanted = (request.filters.resource ?? resource) === resource;
    return isWanted && actor.permissions.has(permission) ? [pairsOf(resource)] : [];
  });
  const pairs = shown.length > 0 ? sql.join(shown, sql` UNION ALL `) : noPairs;
  let filtered = tx.selectFrom(sql<Row>`(${pairs})`.as('p'));
  if (request.search) {
    filtered = filtered.where(hasWords(request.search, sql`p.other ->> 'name'`, sql`p.other ->> 'value'`));
  }
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [sql.ref('p.found_at'), sql`p.resource || p.field || p.record_id`],
      direction: request.sort?.order ?? 'desc',
    },
    select: (query) =>
      query.select([
        sql<string>`p.resource || '.' || p.record_id || '.' || p.field`.as('_id'),
        'p.resource',
        sql<PossibleDuplicate['field']>`p.field`.as('field'),
        'p.record',
        'p.other',
        'p.found_at as foundAt',
      ]),
  });
}
