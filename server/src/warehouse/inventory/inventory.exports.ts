import { itemName } from '@aisle/contract/core/item-name';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Lot, Movement } from '@aisle/contract/warehouse/lots';
import type { LevelThen, StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { day, instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const inventoryExports = {
  inventory: exportOf<Lot>({ title: 'Inventory', route: inventoryRoutes.list, withoutCustomers: true }, [
    text('Number', (lot) => lot.number),
    text('Location', (lot) => lot.locationName),
    text('SKU', (lot) => lot.subProductData.sku),
    text('Name', (lot) => itemName(lot.subProductData)),
    text('Vendor', (lot) => lot.vendorData?.name),
    text('Lot', (lot) => lot.lotNumber),
    number('Received', (lot) => lot.receivedQuantity),
    number('On hand', (lot) => lot.onHand),
    money('Cost price', (lot) => lot.costPrice),
    day('Expires', (lot) => lot.expiresOn),
    day('Promised for', (lot) => lot.expectedOn),
    text('Status', (lot) => lot.status),
    instant('Received at', (lot) => lot.receivedAt),
  ]),
  levels: exportOf<StockLevel>(
    { title: 'Stock levels', route: inventoryRoutes.levels, withoutCustomers: true },
    [
      text('Location', (level) => level.locationName),
      text('SKU', (level) => level.subProductData.sku),
      text('Name', (level) => itemName(level.subProductData)),
      number('On hand', (level) => level.onHand),
      number('Reserved', (level) => level.reserved),
      number('Expired', (level) => level.expired),
      number('Available', (level) => level.available),
      text('Shelf', (level) => level.shelf),
      number('Threshold', (level) => level.threshold),
      text('Status', (level) => level.status),
    ],
  ),
  levelsThen: exportOf<LevelThen>(
    { title: 'Stock as of a date', route: inventoryRoutes.asOf, withoutCustomers: true },
    [
      text('Location', (level) => level.locationName),
      text('SKU', (level) => level.subProductData.sku),
      text('Name', (level) => itemName(level.subProductData)),
      number('On hand then', (level) => level.onHand),
      number('Reserved then', (level) => level.reserved),
      number('On hand now', (level) => level.onHandNow),
    ],
  ),
  movements: exportOf<Movement>({ title: 'Stock movements', route: inventoryRoutes.movements }, [
    instant('At', (movement) => movement.createdAt),
    text('Location', (movement) => movement.locationName),
    text('SKU', (movement) => movement.subProductData.sku),
    text('Name', (movement) => itemName(movement.subProductData)),
    text('Kind', (movement) => movement.kind),
    number('On hand', (movement) => movement.onHand),
    number('Reserved', (movement) => movement.reserved),
    text('Lot', (movement) => movement.lot),
    text('Cause', (movement) => movement.orderNumber ?? movement.cause?.number ?? null),
    text('By', (movement) => movement.userName),
    text('Note', (movement) => movement.note),
  ]),
};
