import { maxAttention, type StockBlock } from '@aisle/contract/overview/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { at } from './scope.queries.ts';

type Stock = z.infer<typeof StockBlock>;
type Alerts = Stock['out'];
const shown = 5;
const name = sql`(SELECT s.name FROM sub_products s WHERE s.id = found.sub_product_id)`;
const place = sql`(SELECT l.name FROM locations l WHERE l.id = found.location_id)`;
/** How many of a query's rows there are, up to a bound, and the first of them. */
const alerts = (rows: RawBuilder<unknown>) => sql<Alerts>`(
  SELECT json_build_object('count', least(count(*), ${maxAttention}::int), 'first', coalesce(json_agg(json_build_object(
    'locationId', location_id, 'locationName', ${place}, 'subProductId', sub_product_id, 'name', ${name},
    'available', available, 'expiresOn', expires_on) ORDER BY rank) FILTER (WHERE rank <= ${shown}::int), '[]'))
  FROM (SELECT limited.*, row_number() OVER () AS rank FROM (${rows} LIMIT ${maxAttention}) limited) found)`;

export const stockAlerts = (locationId: string | null, withinDays: number): RawBuilder<Stock> => sql<Stock>`
  json_build_object('out', ${alerts(sql`
    SELECT v.location_id, v.sub_product_id, 0 AS available, NULL::date AS expires_on FROM stock_levels v
    WHERE v.out_since IS NOT NULL AND ${at('v.location_id', locationId)} ORDER BY v.out_since DESC`)},
  'low', ${alerts(sql`
    SELECT v.location_id, v.sub_product_id, v.available, NULL::date AS expires_on FROM low_levels v
    WHERE ${at('v.location_id', locationId)} ORDER BY v.low_since DESC`)},
  'expiring', ${alerts(sql`
    SELECT lot.location_id, lot.sub_product_id, lot.on_hand AS available, lot.expires_on FROM lots lot
    WHERE lot.in_stock AND lot.expires_on >= current_date AND lot.expires_on <= current_date + ${withinDays}::int
      AND ${at('lot.location_id', locationId)} ORDER BY lot.expires_on`)})`;
