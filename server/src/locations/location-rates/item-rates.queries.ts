import type { TaxRef } from '@aisle/contract/catalog/taxes';
import {
  type CategoryStep,
  taxSourceOf,
  weighCommission,
  weighTax,
} from '@aisle/contract/locations/rate-rules';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { categoryAt, categoryOfProductAt } from './past-categories.queries.ts';
import {
  commissionAt,
  endOfDay,
  taxesAt,
  taxesNow,
  taxesOfCategory,
  taxesOfProduct,
} from './past-taxes.queries.ts';

interface ItemsAt {
  subProductId: string;
  locationId: string;
}
/** Selects a day at the location: the day of an instant, or the end of a given day. Without either, the current time. */
interface RateMoment {
  instant?: string;
  day?: string | undefined;
}

/** All facts that determine the tax and commission of an item at a location on a day. */
export interface RateFacts extends ItemsAt {
  day: string;
  /** The location's own commission. */
  commissionRate: number;
  productTaxes: TaxRef[];
  /** The category of the product, then its ancestors. */
  steps: CategoryStep[];
}

/** The location's rate for a category; null if no rate covers the day or the latest one is "inherit". */
const ownRate = (kind: 'tax' | 'commission') => sql`
  (SELECT CASE WHEN r.rate IS NOT NULL
    THEN json_build_object('rate', r.rate, 'from', r.from_day, 'until', r.until_day) END
  FROM standing_location_rates r
  WHERE r.location_id = l.id AND r.category_id = c.id AND r.kind = ${kind} AND r.from_day <= moment.day
    AND (r.until_day IS NULL OR r.until_day >= moment.day)
  ORDER BY r.from_day DESC, r.position DESC LIMIT 1)`;

/** Uses one statement for any number of items. Leaves out unknown items and inaccessible locations. */
export async function findRateFacts(
  tx: Tx,
  wanted: readonly ItemsAt[],
  { instant, day }: RateMoment = {},
): Promise<RateFacts[]> {
  if (wanted.length === 0) return [];
  // Current rates come directly from their tables; only other times need the history.
  const isNow = instant === undefined && day === undefined;
  const at = sql`moment.at`;
  const taxes = (whose: typeof taxesOfProduct) => (isNow ? taxesNow(whose) : taxesAt(whose, at));
  const joined = (id: string, alias: string) =>
    isNow
      ? sql`categories ${sql.ref(alias)} ON ${sql.ref(alias)}.id = ${sql.ref(id)}`
      : sql`${categoryAt(sql.ref(id), at)} ${sql.ref(alias)} ON true`;
  // Categories have three levels, and joining them costs a fraction of a recursive query.
  const { rows } = await sql<RateFacts>`
    SELECT s.id AS "subProductId", l.id AS "locationId", moment.day,
      ${isNow ? sql`l.commission_rate` : commissionAt(at)} AS "commissionRate",
      ${taxes(taxesOfProduct)} AS "productTaxes",
      (SELECT json_agg(json_build_object('category', json_build_object('_id', c.id, 'name', c.name),
          'tax', ${ownRate('tax')}, 'commission', ${ownRate('commission')},
          'taxes', ${taxes(taxesOfCategory)}) ORDER BY up.distance)
        FROM (VALUES (c1.id, 1), (c1.parent_id, 2), (c2.parent_id, 3)) AS up (id, distance)
        JOIN ${joined('up.id', 'c')}) AS steps
    FROM (SELECT DISTINCT * FROM unnest(${wanted.map((one) => one.subProductId)}::uuid[],
      ${wanted.map((one) => one.locationId)}::uuid[]) AS pairs (sub_product_id, location_id)) w
    JOIN locations l ON l.id = w.location_id
    JOIN sub_products s ON s.id = w.sub_product_id
    JOIN products p ON p.id = s.product_id
    CROSS JOIN LATERAL (SELECT coalesce(${day ?? null}::date,
        (coalesce(${instant ?? null}::timestamptz, now()) AT TIME ZONE l.time_zone)::date) AS day,
      coalesce(${instant ?? null}::timestamptz, ${endOfDay(sql`${day ?? null}::date`)}, 'infinity') AS at) moment
    CROSS JOIN LATERAL (SELECT ${isNow ? sql`p.category_id` : categoryOfProductAt(at)} AS category_id) then_of
    JOIN ${joined('then_of.category_id', 'c1')}
    LEFT JOIN ${joined('c1.parent_id', 'c2')}`.execute(tx);
  return rows;
}

export interface ItemRates {
  taxRate: number;
  /** The name of the tax. */
  taxSource: string | null;
  commissionRate: number;
}

/** The tax and commission of each item, by the same rules as the explanation. */
export async function itemRates(
  tx: Tx,
  wanted: readonly ItemsAt[],
  moment: RateMoment = {},
): Promise<(goods: { subProductId: string | null; locationId: string }) => ItemRates> {
  const rates = new Map<string, ItemRates>();
  for (const facts of await findRateFacts(tx, wanted, moment)) {
    const tax = weighTax(facts.productTaxes, facts.steps);
    rates.set(`${facts.locationId} ${facts.subProductId}`, {
      taxRate: tax.rate,
      taxSource: taxSourceOf(tax),
      commissionRate: weighCommission(facts.commissionRate, facts.steps).rate,
    });
  }
  const none = { taxRate: 0, taxSource: null, commissionRate: 0 };
  return ({ subProductId, locationId }) => rates.get(`${locationId} ${subProductId}`) ?? none;
}
