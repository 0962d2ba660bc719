import { maxAttention, type StockBlock } from '@aisle/contract/overview/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { itemNamePairs } from '../../core/list/item-names.ts';
import { expiresWithin } from '../../system/notifications/notifications.queries.ts';
import { isEmptyByExpiry } from '../../warehouse/inventory/levels.queries.ts';
import { at } from './scope.queries.ts';

export type StockAlerts = z.infer<typeof StockBlock>['out'];
const shown = 5;
const atMost = sql`LIMIT ${sql.lit(maxAttention)}`;
const place = sql`(SELECT l.name FROM locations l WHERE l.id = found.location_id)`;
/** The number of a query's rows, up to a maximum, and the first of them. */
const alerts = (rows: RawBuilder<unknown>) => sql<StockAlerts>`(
  SELECT json_build_object('count', least(count(*), ${sql.lit(maxAttention)}), 'first', coalesce(json_agg(json_build_object(
    'locationId', location_id, 'locationName', ${place}, 'subProductId', sub_product_id, 'name', s.name, ${itemNamePairs('s')},
    'available', available,
    'unit', CASE WHEN s.sold_by_weight THEN s.unit ELSE 'each' END, 'expiresOn', expires_on) ORDER BY rank) FILTER (WHERE rank <= ${sql.lit(shown)}), '[]'))
  FROM (SELECT limited.*, row_number() OVER () AS rank FROM (${rows} ${atMost}) limited) found
  JOIN sub_products s ON s.id = found.sub_product_id)`;

/**
 * Counts like the list of levels (`isOut` there): empty levels, then those emptied only by expiration. Two queries, because an
 * index has the first ones in order.
 */
export const outOfStock = (locationId: string | null) =>
  alerts(sql`
    (SELECT level.location_id, level.sub_product_id, 0 AS available, NULL::date AS expires_on FROM stock_levels level
    WHERE level.out_since IS NOT NULL AND ${at('level.location_id', locationId)}
    ORDER BY level.out_since DESC ${atMost})
    UNION ALL
    (SELECT level.location_id, level.sub_product_id, 0, NULL FROM stock_levels level
    WHERE level.out_since IS NULL AND ${isEmptyByExpiry} AND ${at('level.location_id', locationId)} ${atMost})`);

export const lowOnStock = (locationId: string | null) =>
  alerts(sql`
    SELECT v.location_id, v.sub_product_id, v.available, NULL::date AS expires_on FROM low_levels v
    WHERE ${at('v.location_id', locationId)} ORDER BY v.low_since DESC`);

/** Uses each location's date, like the list. */
export const expiringSoon = (days: number, locationId: string | null) =>
  alerts(sql`
    SELECT lot.location_id, lot.sub_product_id, lot.on_hand AS available, lot.expires_on FROM lots lot
    WHERE lot.in_stock AND ${expiresWithin('lot', sql`${days}::int`)}
      AND ${at('lot.location_id', locationId)} ORDER BY lot.expires_on`);
