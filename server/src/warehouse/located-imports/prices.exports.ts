import { type PriceCell, type PriceRow, priceRoutes } from '@aisle/contract/warehouse/prices';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf, type LinesOf } from '../../system/exports/exportable.ts';
import { locationNames } from './located.queries.ts';

/** A sub-product's price and assignment at a location. */
type PriceLine = Pick<PriceRow, 'sku' | 'name' | 'price' | 'salePrice'> &
  Pick<PriceCell, 'assigned' | 'threshold' | 'maxPerOrder' | 'onHand'> & {
    locationName: string;
    priceHere: number | null;
  };

/** Exports the price grid in the columns of an import, with one line per sub-product and location. */
const priceLines: LinesOf = async (tx, _, records) => {
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

export const priceExports = {
  prices: exportOf<PriceLine>(
    { title: 'Prices', route: priceRoutes.grid, lines: priceLines, withoutCustomers: true },
    [
      text('SKU', (line) => line.sku),
      text('Name', (line) => line.name),
      text('Location', (line) => line.locationName),
      yesNo('Sold', (line) => line.assigned),
      money('Price', (line) => line.price),
      money('Sale price', (line) => line.salePrice),
      money('Custom price', (line) => line.priceHere),
      number('Low at', (line) => line.threshold),
      number('Max per order', (line) => line.maxPerOrder),
      number('On hand', (line) => line.onHand),
    ],
  ),
};
