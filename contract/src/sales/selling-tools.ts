import { formatDateTime } from '../core/dates.ts';
import { itemName } from '../core/item-name.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { countedIn, formatQuantity } from '../core/quantity.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { driverRoutes } from './drivers.ts';
import { handInRoutes } from './hand-ins.ts';
import { promotionRoutes } from './promotions/promotions.ts';
import { recallRoutes } from './recalls.ts';
import { sellabilityRoutes } from './sellability.ts';

export const sellingTools = [
  readTool(sellabilityRoutes.show, {
    name: 'explain_sellability',
    title: "Why can't this be sold here?",
    description:
      'Explains whether a sub-product can be sold at a location now: each condition and the record to fix. find_sub_products gives the id.',
    fields: ['subProduct', 'location', 'sellable', 'price', 'available', 'checks'],
    text: ({ subProduct, location, sellable, price, available, checks }) => {
      const blocking = checks.filter(({ state }) => state !== 'ok');
      return [
        `${asData(itemName(subProduct))} ${sellable ? 'can' : "can't"} be sold at ${asData(location.name)} now. Price ${formatMoney(price)}, ${formatQuantity(available, countedIn(subProduct))} available.`,
        blocking.length > 0 &&
          lines(sellable ? 'Notices:' : 'Reasons:', blocking, ({ text, about }) => words(text, about.name)),
      ]
        .filter(Boolean)
        .join('\n');
    },
  }),
  readTool(promotionRoutes.list, {
    name: 'find_promotions',
    title: 'Find promotions',
    description: 'Lists promotions by status, kind, location and code, with what they gave so far.',
    takes: [
      'search',
      'filters.status',
      'filters.kind',
      'filters.locationId',
      'filters.vendorId',
      'filters.code',
    ],
    fields: [
      'records._id',
      'records.number',
      'records.name',
      'records.label',
      'records.status',
      'records.reward',
      'records.schedule.startsAt',
      'records.schedule.endsAt',
      'records.figures',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/promotions/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'promotion'), page.records, (promotion) =>
        words(
          promotion.number,
          promotion.name,
          promotion.status,
          promotion.reward.kind,
          `${pluralize(promotion.figures.orders, 'order')}, ${formatMoney(promotion.figures.discount)} given`,
        ),
      ),
  }),
  changeTool(promotionRoutes.updateStatus, {
    name: 'switch_promotion',
    title: 'Publish, pause or end a promotion',
    description: 'Publishes, pauses, resumes or ends a promotion. An ended promotion never starts again.',
    takes: ['status'],
    fields: ['_id', 'number', 'name', 'status'],
    screen: '/promotions/view/{_id}',
    text: ({ number, status }) => `${number} is now ${status}.`,
    destructive: true,
    forPeople: true,
    reads: promotionRoutes.view,
    preview: ({ promotion }, { status }) =>
      `Change promotion ${promotion.number} ${asData(promotion.name)} from ${promotion.status} to ${status}. It has been used ${pluralize(promotion.figures.uses, 'time')}.`,
    locationOf: () => null,
    versionOf: ({ promotion }) => promotion.version,
  }),
  readTool(driverRoutes.list, {
    name: 'find_drivers',
    title: 'Find drivers',
    description: 'Lists drivers by name, availability and location.',
    takes: ['search', 'filters.availability', 'filters.locationId', 'filters.holdsCash', 'filters.status'],
    fields: [
      'records._id',
      'records.name',
      'records.phone',
      'records.availability',
      'records.status',
      'records.locations',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/driver/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'driver'), page.records, (driver) =>
        words(driver.name, driver.phone, driver.availability, !driver.status && 'inactive'),
      ),
  }),
  readTool(driverRoutes.view, {
    name: 'get_driver',
    title: 'Show a driver',
    description:
      'Shows a driver with deliveries, on-time share, earnings and the cash that they hold at each location.',
    fields: [
      '_id',
      'name',
      'phone',
      'availability',
      'deliveredCount',
      'failedCount',
      'onTimeShare',
      'earnings',
      'recentEarnings',
      'cash',
      'current.orderId',
      'current.orderNumber',
      'current.status',
      'current.promisedAt',
    ],
    screen: '/driver/view/{_id}',
    text: (driver) =>
      [
        `${asData(driver.name)} is ${driver.availability}: ${driver.deliveredCount} delivered, ${driver.failedCount} failed${
          driver.onTimeShare === null ? '' : `, ${Math.round(driver.onTimeShare * 100)}% on time`
        }.`,
        lines('Cash to hand in:', driver.cash, ({ locationName, held }) =>
          words(locationName, formatMoney(held)),
        ),
        lines('Open deliveries:', driver.current, ({ orderNumber, status }) => words(orderNumber, status)),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(handInRoutes.list, {
    name: 'list_cash_hand_ins',
    title: 'List cash hand-ins',
    description: 'Lists the cash that drivers handed in, with differences from what they collected.',
    takes: ['filters.locationId', 'filters.driverId', 'filters.differs', 'filters.from', 'filters.to'],
    fields: [
      'records._id',
      'records.driverId',
      'records.driverName',
      'records.locationName',
      'records.expected',
      'records.counted',
      'records.difference',
      'records.createdAt',
      'totalRecords',
      'nextCursor',
    ],
    text: (page) =>
      lines(pluralize(totalOf(page), 'hand-in'), page.records, (row) =>
        words(
          row.driverName,
          row.locationName,
          `counted ${formatMoney(row.counted)}`,
          row.difference !== 0 && `difference ${formatMoney(row.difference)}`,
          formatDateTime(row.createdAt, row.timeZone),
        ),
      ),
  }),
  readTool(recallRoutes.list, {
    name: 'list_recalls',
    title: 'List recalls',
    description: 'Lists recalls of lots with their status.',
    takes: ['search', 'filters.status'],
    fields: [
      'records._id',
      'records.number',
      'records.title',
      'records.reason',
      'records.status',
      'records.lots',
      'totalRecords',
    ],
    screen: '/recalls/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'recall'), page.records, (recall) =>
        words(recall.number, recall.title, recall.status, pluralize(recall.lots, 'lot'), recall.reason),
      ),
  }),
];
