import { type SubProduct, subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const subProductExports = {
  subProducts: exportOf<SubProduct>(
    { title: 'Sub-products', route: subProductRoutes.list, withoutCustomers: true },
    [
      text('SKU', (sub) => sub.sku),
      text('Name', (sub) => sub.name),
      text('Product', (sub) => sub.productData.name),
      text('Barcode', (sub) => sub.barcode),
      text('Unit', (sub) => sub.unit),
      number('Size', (sub) => sub.unitSize),
      yesNo('Sold by weight', (sub) => sub.soldByWeight),
      money('Price', (sub) => sub.price),
      money('Sale price', (sub) => sub.salePrice),
      money('Cost price', (sub) => sub.costPrice),
      number('Available', (sub) => sub.available),
      yesNo('Active', (sub) => sub.status),
    ],
  ),
};
