import type { Ref } from '@aisle/contract/core/fields';
import type { ItemNames } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import type { OpeningRules } from '@aisle/contract/locations/opening';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { itemNamePairs } from '../../core/list/item-names.ts';

/** The facts of a verdict: a sub-product with its product and categories, at one location. */
export interface SellingFacts {
  subProduct: Ref &
    ItemNames & { sku: string; productId: string; unit: Unit; soldByWeight: boolean; status: boolean };
  product: Ref & { status: boolean };
  /** The product's category first, then its ancestors. */
  categories: (Ref & { status: boolean })[];
  location: Ref & OpeningRules & { status: boolean };
  priceFrom: 'location' | 'sale' | 'list';
  /** The limits: `minPerOrder`, and the lower `maxPerOrder` of sub-product and location. */
  minPerOrder: number | null;
  maxPerOrder: number | null;
  onHand: number;
  reserved: number;
  expired: number;
  /** The first expiration date of any sellable stock. */
  nextExpiry: string | null;
  daysToExpiry: number | null;
}

/** The facts about a sub-product at a location. Returns nothing if either doesn't exist or the actor can't see it. */
export async function findFacts(
  tx: Tx,
  {
    subProductId,
    locationId,
    holidays,
  }: { subProductId: string; locationId: string } & Pick<OpeningRules, 'holidays'>,
): Promise<SellingFacts | undefined> {
  const { rows } = await sql<SellingFacts>`
    SELECT jsonb_build_object('_id', s.id, 'name', s.name, ${itemNamePairs('s')}, 'sku', s.sku, 'productId', s.product_id, 'unit', s.unit,
        'soldByWeight', s.sold_by_weight, 'status', s.status) AS "subProduct",
      jsonb_build_object('_id', p.id, 'name', p.name, 'status', p.status) AS product,
      (SELECT jsonb_agg(jsonb_build_object('_id', up.id, 'name', up.name, 'status', up.status) ORDER BY up.level DESC)
        FROM categories up WHERE up.id IN (c.id, c2.id, c2.parent_id)) AS categories,
      jsonb_build_object('_id', l.id, 'name', l.name, 'status', l.status, 'timeZone', l.time_zone,
        'openingHours', l.opening_hours, 'hoursExceptions', l.hours_exceptions) AS location,
      CASE WHEN held.price IS NOT NULL THEN 'location' WHEN s.sale_price IS NOT NULL THEN 'sale' ELSE 'list' END
        AS "priceFrom",
      s.min_per_order AS "minPerOrder", least(s.max_per_order, held.max_per_order) AS "maxPerOrder",
      coalesce(shelf.on_hand, 0) AS "onHand", coalesce(shelf.reserved, 0) AS reserved, coalesce(lot.expired, 0) AS expired,
      lot.next_expiry AS "nextExpiry", lot.next_expiry - today_at(l.id) AS "daysToExpiry"
    FROM sub_products s
    JOIN products p ON p.id = s.product_id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories c2 ON c2.id = c.parent_id
    JOIN locations l ON l.id = ${locationId}
    LEFT JOIN location_sub_products held ON held.location_id = l.id AND held.sub_product_id = s.id
    LEFT JOIN stock_levels shelf ON shelf.location_id = l.id AND shelf.sub_product_id = s.id
    LEFT JOIN LATERAL (
      SELECT sum(lots.on_hand) FILTER (WHERE lots.expires_on < today_at(l.id) OR lots.recall_id IS NOT NULL) AS expired,
        min(lots.expires_on) FILTER (WHERE lots.expires_on >= today_at(l.id) AND lots.recall_id IS NULL) AS next_expiry
      FROM lots WHERE lots.location_id = l.id AND lots.sub_product_id = s.id AND lots.in_stock
    ) lot ON true
    WHERE s.id = ${subProductId}`.execute(tx);
  return rows[0] && { ...rows[0], location: { ...rows[0].location, holidays } };
}
