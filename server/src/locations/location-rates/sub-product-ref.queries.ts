import type { RateExplanation } from '@aisle/contract/locations/location-rates';
import type { Tx } from '../../core/db/db.ts';

export const subProductRef = (tx: Tx, id: string): Promise<RateExplanation['subProduct'] | undefined> =>
  tx
    .selectFrom('sub_products')
    .select(['id as _id', 'name', 'sku', 'product_id as productId'])
    .where('id', '=', id)
    .executeTakeFirst();
