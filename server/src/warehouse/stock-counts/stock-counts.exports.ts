import { itemName } from '@aisle/contract/core/item-name';
import { type CountItem, type StockCountRow, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { instant, money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const stockCountExports = {
  stockCounts: exportOf<StockCountRow>(
    { title: 'Stock counts', route: stockCountRoutes.list, withoutCustomers: true },
    [
      text('Number', (count) => count.number),
      text('Name', (count) => count.name),
      text('Status', (count) => count.status),
      text('Location', (count) => count.locationName),
      text('Categories', (count) => count.categories.map(({ name }) => name).join(', ')),
      text('Shelves', (count) => count.shelves.join(', ')),
      yesNo('Blind', (count) => count.blind),
      number('Items', (count) => count.items),
      number('Counted', (count) => count.counted),
      text('Started by', (count) => count.createdBy),
      instant('Started', (count) => count.createdAt),
      text('Closed by', (count) => count.closedBy),
      instant('Closed', (count) => count.closedAt),
    ],
  ),
  stockCountItems: exportOf<CountItem>(
    { title: 'Count items', route: stockCountRoutes.items, withoutCustomers: true },
    [
      text('Item', (item) => itemName(item.subProductData)),
      text('SKU', (item) => item.subProductData.sku),
      text('Barcode', (item) => item.barcode),
      text('Category', (item) => item.categoryName),
      text('Shelf', (item) => item.shelf),
      text('State', (item) => item.state),
      number('Counted', (item) => item.quantity),
      number('Expected', (item) => item.expected),
      number('Difference', (item) => item.difference),
      money('At cost', (item) => item.differenceMoney),
    ],
  ),
};
