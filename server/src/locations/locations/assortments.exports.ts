import { type AssortmentDifference, assortmentRoutes } from '@aisle/contract/locations/assortments';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const assortmentExports = {
  assortmentDifferences: exportOf<AssortmentDifference>(
    { title: 'Assortment comparison', route: assortmentRoutes.differences, withoutCustomers: true },
    [
      text('SKU', (row) => row.sku),
      text('Name', (row) => row.name),
      text('Product', (row) => row.productData.name),
      yesNo('Sold here', (row) => row.here.assigned),
      yesNo('Sold there', (row) => row.there.assigned),
      money('Price here', (row) => row.here.price),
      money('Price there', (row) => row.there.price),
      number('Low at here', (row) => row.here.threshold),
      number('Low at there', (row) => row.there.threshold),
      number('Max per order here', (row) => row.here.maxPerOrder),
      number('Max per order there', (row) => row.there.maxPerOrder),
    ],
  ),
};
