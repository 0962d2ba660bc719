import { itemName } from '@aisle/contract/core/item-name';
import { type AppliedMarkDown, type ExpiryLot, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { day, instant, money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const expiryExports = {
  expiringLots: exportOf<ExpiryLot>(
    { title: 'Expiring lots', route: expiryRoutes.lots, withoutCustomers: true },
    [
      text('Item', (lot) => itemName(lot.subProductData)),
      text('SKU', (lot) => lot.subProductData.sku),
      text('Lot', (lot) => lot.number),
      text('Location', (lot) => lot.locationName),
      text('Vendor', (lot) => lot.vendorName),
      day('Expires', (lot) => lot.expiresOn),
      number('Days left', (lot) => lot.daysLeft),
      yesNo('Recalled', (lot) => lot.isRecalled),
      number('On hand', (lot) => lot.onHand),
      number('Sold per day', (lot) => lot.perDay),
      money('At cost', (lot) => lot.cost),
      money('At retail', (lot) => lot.retail),
      money('Price', (lot) => lot.price),
      money('Suggested price', (lot) => lot.suggestion?.price),
      money('Marked down to', (lot) => lot.markDown?.price),
    ],
  ),
  markDowns: exportOf<AppliedMarkDown>(
    { title: 'Mark-downs', route: expiryRoutes.markDowns, withoutCustomers: true },
    [
      text('Item', (row) => itemName(row.subProductData)),
      text('SKU', (row) => row.subProductData.sku),
      text('Location', (row) => row.locationName),
      text('Status', (row) => row.status),
      money('Price', (row) => row.price),
      money('Previous custom price', (row) => row.priceBefore),
      text('Until', (row) => row.until),
      text('Created by', (row) => row.createdBy),
      instant('Created', (row) => row.createdAt),
      instant('Ended', (row) => row.endedAt),
    ],
  ),
};
