import type { RateExplanation } from '@aisle/contract/locations/location-rates';
import type { Tx } from '../../core/db/db.ts';
import { productNameOf } from '../../core/list/item-names.ts';

export const subProductRef = (tx: Tx, id: string): Promise<RateExplanation['subProduct'] | undefined> =>
  tx
    .selectFrom('sub_products as s')
    .select([
      's.id as _id',
      's.name',
      's.name as variantName',
      's.sku',
      's.product_id as productId',
      productNameOf('s').as('productName'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
