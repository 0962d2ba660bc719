import { itemName } from '../core/item-name.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { asData, lines, readTool, words } from '../core/tool.ts';
import { locationRateRoutes } from './location-rates.ts';
import { locationRoutes } from './locations.ts';

export const locationTools = [
  readTool(locationRoutes.list, {
    name: 'find_locations',
    title: 'Find locations',
    description:
      'Lists the locations (stores) with their ids, which other tools take, and what keeps one from taking orders.',
    takes: ['search', 'filters.status'],
    fields: [
      'records._id',
      'records.name',
      'records.code',
      'records.phone',
      'records.timeZone',
      'records.status',
      'records.missing',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/locations/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'location'), page.records, (location) =>
        words(
          location.name,
          location.code,
          !location.status && 'inactive',
          location.missing.length > 0 && `missing: ${location.missing.join(', ')}`,
          location._id,
        ),
      ),
  }),
  readTool(locationRoutes.view, {
    name: 'get_location',
    title: 'Show a location',
    description: 'Shows a location with its hours, delivery terms and whether it can take orders.',
    fields: [
      '_id',
      'name',
      'code',
      'phone',
      'email',
      'address',
      'timeZone',
      'openingHours',
      'hoursExceptions',
      'deliveryRadiusKm',
      'deliveryFee',
      'minimumOrder',
      'acceptsPickup',
      'status',
      'readiness',
      'counts',
    ],
    screen: '/locations/view/{_id}',
    text: (location) =>
      `${asData(location.name)} (${location.code}) is ${location.status ? 'active' : 'inactive'}.${
        location.readiness.missing.length > 0
          ? ` It takes no orders: ${location.readiness.missing.map(({ message }) => message).join(' ')}`
          : ''
      }`,
  }),
  readTool(locationRoutes.stockHealth, {
    name: 'get_stock_health',
    title: 'Show the stock health of a location',
    description: 'Counts items out of stock, low and expiring at a location, with the value of its stock.',
    fields: [
      'kinds',
      'outOfStock',
      'low',
      'expiring',
      'expiringDays',
      'expired',
      'valueAtCost',
      'expiringAtCost',
    ],
    text: (stock) =>
      words(
        pluralize(stock.kinds, 'item'),
        `${stock.outOfStock} out of stock`,
        `${stock.low} low`,
        `${stock.expiring} expire within ${pluralize(stock.expiringDays, 'day')} (${formatMoney(stock.expiringAtCost)})`,
        `${stock.expired} expired`,
        `worth ${formatMoney(stock.valueAtCost)} at cost`,
      ),
  }),
  readTool(locationRateRoutes.explain, {
    name: 'explain_tax',
    title: 'Explain a tax',
    description: 'Explains the tax on a sub-product at a location on a date, with every rule considered.',
    fields: [
      'subProduct',
      'location',
      'day',
      'tax.rate',
      'tax.rules.rule',
      'tax.rules.rate',
      'tax.rules.outcome',
      'tax.rules.reason',
    ],
    text: ({ subProduct, location, day, tax }) =>
      lines(
        `The tax on ${asData(itemName(subProduct))} at ${asData(location.name)} on ${day} is ${tax.rate}%.`,
        tax.rules,
        ({ outcome, reason }) => words(outcome, reason),
      ),
  }),
];
