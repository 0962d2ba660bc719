import { formatDateTime, formatDay } from '../core/dates.ts';
import { itemName } from '../core/item-name.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { countedIn, formatQuantity, type Unit } from '../core/quantity.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { expiryRoutes } from './expiry.ts';
import { inventoryRoutes } from './inventory.ts';
import { priceRoutes } from './prices.ts';
import { transferRoutes } from './transfers.ts';

interface Stocked {
  subProductData: { productName: string; variantName: string; unit: Unit; soldByWeight: boolean };
}
const nameOf = ({ subProductData }: Stocked): string => itemName(subProductData);
const counted = (quantity: number, { subProductData }: Stocked): string =>
  formatQuantity(quantity, countedIn(subProductData));
const item = [
  'records._id',
  'records.locationId',
  'records.locationName',
  'records.subProductData._id',
  'records.subProductData.name',
  'records.subProductData.sku',
];
const levelFields = [
  'onHand',
  'reserved',
  'expired',
  'available',
  'lowAt',
  'status',
  'shelf',
  'locationId',
  'locationName',
  'subProductData._id',
  'subProductData.name',
];
/** Reads the stock level that a change starts from. */
const level = {
  reads: inventoryRoutes.why,
  readsFor: ({ locationId, subProductId }: { locationId: string; subProductId: string }) => ({
    body: { locationId, subProductId, limit: 1 },
  }),
};

export const warehouseTools = [
  readTool(inventoryRoutes.levels, {
    name: 'list_stock_levels',
    title: 'List stock levels',
    description:
      'Lists stock by item and location. Filter by status: out, low or ok. explain_stock says why a level is what it is.',
    takes: ['search', 'filters.locationId', 'filters.subProductId', 'filters.status'],
    fields: [
      ...item,
      'records.onHand',
      'records.reserved',
      'records.available',
      'records.lowAt',
      'records.status',
      'records.shelf',
      'totalRecords',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'stock level'), page.records, (row) =>
        words(
          nameOf(row),
          row.locationName,
          `${counted(row.available, row)} available`,
          `${counted(row.onHand, row)} on hand`,
          row.status,
        ),
      ),
  }),
  readTool(inventoryRoutes.why, {
    name: 'explain_stock',
    title: 'Explain a stock level',
    description:
      'Explains why the stock of an item at a location is what it is: lots, open reservations and movements with a running balance, newest first.',
    fields: [
      ...levelFields.map((field) => `level.${field}`),
      'reservations',
      'lots',
      'movements.kind',
      'movements.onHand',
      'movements.onHandAfter',
      'movements.orderNumber',
      'movements.userName',
      'movements.note',
      'movements.createdAt',
      'nextCursor',
    ],
    text: ({ level: at, reservations, lots, movements }) =>
      [
        `${asData(nameOf(at))} at ${asData(at.locationName)}: ${counted(at.onHand, at)} on hand, ${counted(at.reserved, at)} reserved, ${counted(at.expired, at)} expired, ${counted(at.available, at)} available.`,
        lines('Reserved by:', reservations, ({ orderNumber, quantity }) =>
          words(orderNumber, counted(quantity, at)),
        ),
        lines('Lots:', lots, (lot) =>
          words(
            lot.number,
            counted(lot.onHand, at),
            lot.expiresOn && `expires ${formatDay(lot.expiresOn)}`,
            lot.isExpired && 'expired',
          ),
        ),
        lines('Movements:', movements, (move) =>
          words(
            formatDateTime(move.createdAt, at.timeZone),
            move.kind,
            `${move.onHand > 0 ? '+' : ''}${counted(move.onHand, at)}`,
            `then ${counted(move.onHandAfter, at)}`,
            move.orderNumber,
            move.userName,
            move.note,
          ),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(inventoryRoutes.list, {
    name: 'list_lots',
    title: 'List lots',
    description: 'Lists received lots by item, location, vendor and status, newest first.',
    takes: [
      'search',
      'filters.locationId',
      'filters.subProductId',
      'filters.vendorId',
      'filters.status',
      'filters.expiresBefore',
    ],
    fields: [
      ...item,
      'records.number',
      'records.vendorData',
      'records.receivedQuantity',
      'records.onHand',
      'records.costPrice',
      'records.expiresOn',
      'records.status',
      'records.receivedAt',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/inventory/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'lot'), page.records, (lot) =>
        words(
          lot.number,
          nameOf(lot),
          lot.locationName,
          `${counted(lot.onHand, lot)} of ${counted(lot.receivedQuantity, lot)} left`,
          lot.expiresOn && `expires ${formatDay(lot.expiresOn)}`,
          lot.vendorData?.name,
        ),
      ),
  }),
  readTool(inventoryRoutes.expiring, {
    name: 'list_expiring_stock',
    title: 'List expiring stock',
    description: 'Lists lots that expire within some days or have expired, with the money at risk.',
    takes: ['filters.locationId', 'filters.vendorId', 'filters.days'],
    fields: [
      ...item,
      'records.number',
      'records.onHand',
      'records.expiresOn',
      'records.daysLeft',
      'records.moneyAtRisk',
      'totalRecords',
      'totals',
      'nextCursor',
    ],
    screen: '/inventory/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'expiring lot'), page.records, (lot) =>
        words(
          nameOf(lot),
          lot.locationName,
          counted(lot.onHand, lot),
          lot.daysLeft < 0 ? 'expired' : `${pluralize(lot.daysLeft, 'day')} left`,
          `${formatMoney(lot.moneyAtRisk)} at risk`,
        ),
      ),
  }),
  readTool(inventoryRoutes.movements, {
    name: 'list_stock_movements',
    title: 'List stock movements',
    description: 'Lists stock movements by kind, item, location and date, newest first, such as waste.',
    takes: [
      'filters.locationId',
      'filters.subProductId',
      'filters.lotId',
      'filters.kind',
      'filters.from',
      'filters.to',
    ],
    fields: [
      ...item,
      'records.kind',
      'records.onHand',
      'records.reserved',
      'records.orderNumber',
      'records.userName',
      'records.note',
      'records.createdAt',
      'totalRecords',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'movement'), page.records, (move) =>
        words(
          formatDateTime(move.createdAt, move.timeZone),
          move.kind,
          nameOf(move),
          move.locationName,
          counted(move.onHand, move),
          move.orderNumber,
          move.userName,
          move.note,
        ),
      ),
  }),
  readTool(expiryRoutes.lots, {
    name: 'suggest_mark_downs',
    title: 'Suggest mark-downs',
    description: 'Lists lots by expiry date with a suggested lower price for what will not sell in time.',
    takes: ['filters.locationId', 'filters.vendorId', 'filters.categoryId', 'filters.from', 'filters.to'],
    fields: [
      ...item,
      'records.onHand',
      'records.expiresOn',
      'records.daysLeft',
      'records.price',
      'records.perDay',
      'records.suggestion',
      'records.markDown',
      'totalRecords',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'lot'), page.records, (lot) =>
        words(
          nameOf(lot),
          lot.locationName,
          counted(lot.onHand, lot),
          `expires ${formatDay(lot.expiresOn)}`,
          `price ${formatMoney(lot.price)}`,
          lot.suggestion && `suggested ${formatMoney(lot.suggestion.price)}`,
          lot.markDown && `marked down to ${formatMoney(lot.markDown.price)}`,
        ),
      ),
  }),
  readTool(transferRoutes.list, {
    name: 'list_transfers',
    title: 'List transfers',
    description: 'Lists transfers of stock between locations by status, newest first.',
    takes: ['search', 'filters.locationId', 'filters.status', 'filters.from', 'filters.to'],
    fields: [
      'records._id',
      'records.number',
      'records.status',
      'records.from',
      'records.to',
      'records.lineCount',
      'records.sentAt',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/inventory/transfers/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'transfer'), page.records, (transfer) =>
        words(
          transfer.number,
          transfer.status,
          `${transfer.from.name} → ${transfer.to.name}`,
          pluralize(transfer.lineCount, 'item'),
        ),
      ),
  }),
  readTool(priceRoutes.grid, {
    name: 'compare_prices',
    title: 'Compare prices',
    description: 'Shows the list price of items, and price and stock at several locations side by side.',
    takes: ['search', 'filters.locationIds', 'filters.brandId', 'filters.categoryId', 'filters.customPrice'],
    fields: [
      'records._id',
      'records.name',
      'records.price',
      'records.salePrice',
      'records.cells.locationId',
      'records.cells.assigned',
      'records.cells.price',
      'records.cells.available',
      'locations',
      'totalRecords',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'item'), page.records, (row) =>
        words(
          itemName(row),
          `list price ${formatMoney(row.price)}`,
          ...row.cells.map(({ locationId, assigned, price }) => {
            const name = page.locations.find(({ _id }) => _id === locationId)?.name;
            return assigned && `${name}: ${formatMoney(price ?? row.salePrice ?? row.price)}`;
          }),
        ),
      ),
  }),
  changeTool(inventoryRoutes.adjust, {
    name: 'adjust_stock',
    title: 'Adjust stock',
    description:
      'Adjusts the stock of an item at a location. quantity is the change, such as -3, with a reason: count, waste, damage or correction.',
    takes: ['locationId', 'subProductId', 'quantity', 'reason', 'note'],
    fields: levelFields,
    text: (at) => `${asData(nameOf(at))}: ${counted(at.onHand, at)} on hand now.`,
    ...level,
    preview: ({ level: at }, { quantity, reason }) =>
      `Change the stock of ${asData(nameOf(at))} at ${asData(at.locationName)} by ${counted(quantity, at)} (${reason}): from ${counted(at.onHand, at)} to ${counted(at.onHand + quantity, at)} on hand.`,
    locationOf: (_, { locationId }) => locationId,
  }),
  changeTool(inventoryRoutes.create, {
    name: 'receive_stock',
    title: 'Receive stock',
    description: 'Receives a lot of an item at a location, with quantity, cost and expiry date.',
    takes: ['locationId', 'subProductId', 'vendorId', 'quantity', 'costPrice', 'expiresOn', 'lotNumber'],
    fields: ['_id', 'number', 'locationName', 'receivedQuantity', 'onHand', 'expiresOn'],
    screen: '/inventory/view/{_id}',
    text: (lot) => `Received ${lot.number}: ${counted(lot.receivedQuantity, lot)} ${asData(nameOf(lot))}.`,
    ...level,
    preview: ({ level: at }, { quantity, costPrice, expiresOn }) =>
      `Receive ${words(
        `${counted(quantity, at)} ${asData(nameOf(at))} at ${asData(at.locationName)}`,
        typeof costPrice === 'number' && `cost ${formatMoney(costPrice)} each`,
        expiresOn && `expires ${formatDay(expiresOn)}`,
      )}. On hand: ${counted(at.onHand, at)}.`,
    locationOf: (_, { locationId }) => locationId,
  }),
  changeTool(expiryRoutes.markDown, {
    name: 'mark_down_items',
    title: 'Mark items down',
    description:
      'Lowers the price of items at locations until a day or until they are sold out. suggest_mark_downs proposes prices.',
    fields: ['marked'],
    text: ({ marked }) => `${pluralize(marked, 'item')} marked down.`,
    countOf: ({ items }) => items.length,
    reads: expiryRoutes.lots,
    readsFor: ({ items }) => ({ body: { limit: 100, filters: { locationId: items[0]!.locationId } } }),
    preview: ({ records }, { items }) =>
      lines(
        `Mark down ${pluralize(items.length, 'item')}:`,
        items,
        ({ locationId, subProductId, price, until }) => {
          const lot = records.find((one) => one.subProductData._id === subProductId);
          return words(
            lot ? nameOf(lot) : subProductId,
            lot?.locationId === locationId && lot.locationName,
            lot ? `from ${formatMoney(lot.price)} to ${formatMoney(price)}` : formatMoney(price),
            `until ${formatDay(until)}`,
          );
        },
      ),
    locationOf: (_, { items }) =>
      items.every(({ locationId }) => locationId === items[0]!.locationId) ? items[0]!.locationId : null,
  }),
];
