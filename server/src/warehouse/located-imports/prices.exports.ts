import { priceRoutes } from '@aisle/contract/warehouse/prices';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';
import { type PriceLine, priceLines } from './price-lines.ts';

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
