import type { PriceCell, PriceRow } from '@aisle/contract/warehouse/prices';
import type { LinesOf } from '../../system/exports/exportable.ts';
import { locationNames } from './located.queries.ts';

/** What a location makes of a sub-product. */
export type PriceLine = Pick<PriceRow, 'sku' | 'name' | 'price' | 'salePrice'> &
  Pick<PriceCell, 'assigned' | 'threshold' | 'maxPerOrder' | 'onHand'> & {
    locationName: string;
    priceHere: number | null;
  };

/** Exports the price grid in the columns of an import: one line per sub-product and location. */
export const priceLines: LinesOf = async (tx, _, records) => {
  const rows = records as PriceRow[];
  const names = await locationNames(tx, rows[0]?.cells.map(({ locationId }) => locationId) ?? []);
  return rows.flatMap(({ sku, name, price, salePrice, cells }) =>
    cells.map(
      ({ locationId, assigned, price: priceHere, threshold, maxPerOrder, onHand }): PriceLine => ({
        sku,
        name,
        price,
        salePrice,
        priceHere,
        assigned,
        threshold,
        maxPerOrder,
        onHand,
        locationName: names.get(locationId) ?? '',
      }),
    ),
  );
};
