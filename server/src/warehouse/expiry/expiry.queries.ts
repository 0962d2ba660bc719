import type { Page } from '@aisle/contract/core/page';
import {
  type CalendarInput,
  type ExpiryDay,
  type ExpiryLot,
  type ExpiryPage,
  speedDays,
} from '@aisle/contract/warehouse/expiry';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { lotMatching, subProductRef } from '../inventory/lots.queries.ts';

type Filters = Pick<CalendarInput, 'locationId' | 'vendorId' | 'categoryId'> & { from?: string; to?: string };

function* conditions({ locationId, vendorId, categoryId, from, to }: Filters) {
  if (locationId) yield sql<SqlBool>`l.location_id = ${locationId}`;
  if (vendorId) yield sql<SqlBool>`l.vendor_id = ${vendorId}`;
  if (from) yield sql<SqlBool>`l.expires_on >= ${from}::date`;
  if (to) yield sql<SqlBool>`l.expires_on <= ${to}::date`;
  if (categoryId) {
    yield sql<SqlBool>`l.sub_product_id IN (
      WITH RECURSIVE below AS (
        SELECT id FROM categories WHERE id = ${categoryId}
        UNION ALL SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
      )
      SELECT s.id FROM sub_products s JOIN products p ON p.id = s.product_id WHERE p.category_id IN (SELECT id FROM below))`;
  }
}

/**
 * Expiring stock by day. Without further filters, reads stored sums, and counts the lots of days that changed since. With a
 * vendor or category, counts the lots, because there are few.
 */
export async function expiryDays(tx: Tx, input: CalendarInput): Promise<ExpiryDay[]> {
  const source = input.vendorId || input.categoryId ? lotsOf(input) : storedExpiryDays(input);
  const { rows } = await sql<ExpiryDay>`
    SELECT day, sum(lots)::bigint AS lots, sum(units) AS units, sum(cost)::bigint AS cost, sum(retail)::bigint AS retail
    FROM (${source}) found GROUP BY day HAVING sum(lots) > 0 ORDER BY day`.execute(tx);
  return rows;
}

const lotsOf = (input: CalendarInput) => sql`
  SELECT l.expires_on AS day, 1 AS lots, l.on_hand AS units, l.cost, l.retail FROM expiring_lots l
  WHERE ${sql.join([...conditions(input)], sql` AND `)}`;

/** Stored sums of expiring stock on these days, in any number of rows per day, plus the lots of days that changed since. */
export function storedExpiryDays({
  locationId,
  from,
  to,
}: Pick<CalendarInput, 'locationId' | 'from' | 'to'>): RawBuilder<unknown> {
  const atLocation = locationId ? sql`AND location_id = ${locationId}` : sql``;
  const days = from === to ? sql`day = ${from}::date` : sql`day BETWEEN ${from}::date AND ${to}::date`;
  const requested = sql`${days} ${atLocation}`;
  return sql`
    WITH outdated AS MATERIALIZED (SELECT DISTINCT location_id, day FROM expiry_changes WHERE ${requested})
    SELECT day, lots, units, cost, retail FROM expiry_days
    WHERE ${requested} AND (location_id, day) NOT IN (SELECT location_id, day FROM outdated)
    UNION ALL
    SELECT outdated.day, counted.* FROM outdated
    CROSS JOIN LATERAL count_expiring(outdated.location_id, outdated.day) counted`;
}

/** Recounts the days on which changed lots expire; returns whether there are more. */
export async function addExpiryChanges(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`SELECT add_expiry_changes(20000) AS more`.execute(tx);
  return rows[0]!.more;
}

type Row = Omit<ExpiryLot, 'suggestion'> & { earlier: number };
/** Lots by expiration date, with the values that mark-downs depend on. */
export async function listExpiryLots(tx: Tx, actor: Actor, request: ExpiryPage): Promise<List<Page<Row>>> {
  let filtered = tx
    .selectFrom('lots as l')
    .where(sql<SqlBool>`l.in_stock AND l.expires_on IS NOT NULL AND l.deleted_at IS NULL`);
  for (const condition of conditions(request.filters as Filters)) filtered = filtered.where(condition);
  if (request.search) filtered = filtered.where(await lotMatching(tx, request.search));
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sql.ref('l.expires_on'), sql.ref('l.id')],
      direction: request.sort?.order ?? 'asc',
    },
    locationScope: { actor, location: request.filters.locationId, table: 'lots', column: 'l.location_id' },
    select: (query) =>
      query
        .innerJoin('locations as place', 'place.id', 'l.location_id')
        .innerJoin('sub_products as sold', 'sold.id', 'l.sub_product_id')
        .leftJoin('vendors as v', 'v.id', 'l.vendor_id')
        .innerJoin('expiring_lots as shown', (join) =>
          join.onRef('shown.location_id', '=', 'l.location_id').onRef('shown.id', '=', 'l.id'),
        )
        .select([
          'l.id as _id',
          'l.location_id as locationId',
          'place.name as locationName',
          'v.name as vendorName',
          'l.on_hand as onHand',
        ])
        .select([
          sql<string>`format_number('lot', l.number)`.as('number'),
          sql<string>`l.expires_on`.as('expiresOn'),
          subProductRef('sold').as('subProductData'),
          sql<number>`l.expires_on - (now() AT TIME ZONE place.time_zone)::date`.as('daysLeft'),
          sql<boolean>`l.recall_id IS NOT NULL`.as('isRecalled'),
          sql<number>`shown.cost`.as('cost'),
          sql<number>`shown.retail`.as('retail'),
          sql<number>`shown.price`.as('price'),
          sql<number>`greatest(0, coalesce((SELECT -sum(m.on_hand) FROM stock_movements m
            WHERE m.location_id = l.location_id AND m.sub_product_id = l.sub_product_id
              AND m.created_at > now() - make_interval(days => ${speedDays}) AND m.kind IN ('pick', 'return')), 0)
            / ${speedDays}::numeric)::numeric(14,3)`.as('perDay'),
          sql<number>`coalesce((SELECT sum(o.on_hand) FROM lots o
            WHERE o.location_id = l.location_id AND o.sub_product_id = l.sub_product_id AND o.in_stock
              AND o.recall_id IS NULL AND (o.expires_on, o.id) < (l.expires_on, l.id)
              AND o.expires_on >= (now() AT TIME ZONE place.time_zone)::date), 0)`.as('earlier'),
          sql<
            ExpiryLot['markDown']
          >`(SELECT jsonb_build_object('_id', d.id, 'price', d.price, 'until', d.until)
            FROM markdowns d WHERE d.location_id = l.location_id AND d.sub_product_id = l.sub_product_id
              AND d.status = 'active')`.as('markDown'),
        ]),
  }) as List<Page<Row>>;
}
