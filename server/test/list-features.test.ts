import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@aisle/contract/api';
import type { ListSearch } from '@aisle/contract/core/list-search';
import type { Route } from '@aisle/contract/core/route';
import { type ExportName, exportNames, exportsWithPictures } from '@aisle/contract/system/exports';
import { type ViewList, viewLists } from '@aisle/contract/system/saved-views';
import { expect, test } from 'vitest';
// The map of live topics is the browser's; it knows no screen.
import { resourceOf, resourcesChangedBy } from '../../web/src/core/resources.ts';
import { exportable } from '../src/exports.ts';
import { viewSources } from '../src/system/saved-views/view-sources.ts';

// Every list has saved views with counts, an export, and rows that refresh when others change them. Where one of
// these makes no sense, the reason is here.

interface Without {
  not: string;
}
interface Features {
  views: ViewList | Without;
  file: ExportName | Without;
  /** The live event after which it is read again. */
  topic: string | Without;
}
const not = (why: string): Without => ({ not: why });
const ofRecord = not('it belongs to one record and has no screen of its own');
const ownPage = not('the people it lists are on one page of their own, without columns to choose');
const work = not('a log of work: each entry opens rows that have their own export');
const inNames = not('a tree, a grid or a dialog lists it, which has its own choices');

const features: Record<string, Features> = {
  'users.list': { views: '/users', file: 'users', topic: 'users' },
  'audit.list': {
    views: '/audit',
    file: 'audit',
    topic: 'audit',
  },
  'audit.history': {
    views: ofRecord,
    file: not('the audit log exports it'),
    topic: not('it is opened to be read once'),
  },
  'brands.list': { views: '/brand', file: 'brands', topic: 'brands' },
  'taxes.list': { views: '/tax', file: 'taxes', topic: 'taxes' },
  'categories.list': { views: inNames, file: 'categories', topic: 'categories' },
  'categories.specificationList': { views: inNames, file: inNames, topic: 'categories' },
  'products.list': { views: '/products', file: 'products', topic: 'products' },
  'products.history': { views: ofRecord, file: not('the audit log exports it'), topic: 'products' },
  'subProducts.list': { views: '/products/variants', file: 'subProducts', topic: 'subProducts' },
  'bulkEdits.preview': {
    views: inNames,
    file: not('the edit that follows has the rows'),
    topic: not('it shows what was asked about'),
  },
  'productBulk.preview': {
    views: inNames,
    file: not('the edit that follows has the rows'),
    topic: not('it shows what was asked about'),
  },
  'recordBulk.preview': {
    views: inNames,
    file: not('the edit that follows has the rows'),
    topic: not('it shows what was asked about'),
  },
  'bulkEdits.list': { views: '/products/bulk-edits', file: work, topic: 'bulkEdits' },
  'bulkEdits.rows': { views: ofRecord, file: 'bulkEditRows', topic: 'bulkEdits' },
  'locations.list': { views: '/locations', file: 'locations', topic: 'locations' },
  'assortments.differences': { views: inNames, file: 'assortmentDifferences', topic: 'prices' },
  'prices.grid': { views: inNames, file: 'prices', topic: 'locations' },
  'vendors.list': { views: '/vendors', file: 'vendors', topic: 'vendors' },
  'inventory.list': { views: '/inventory', file: 'inventory', topic: 'stock' },
  'inventory.levels': { views: '/inventory', file: 'levels', topic: 'stock' },
  'inventory.movements': { views: '/inventory', file: 'movements', topic: 'stock' },
  'inventory.asOf': { views: '/inventory', file: 'levelsThen', topic: 'stock' },
  'inventory.expiring': {
    views: not('the lots of the inventory have it as a filter'),
    file: 'inventory',
    topic: 'stock',
  },
  'transfers.list': { views: '/inventory/transfers', file: 'transfers', topic: 'inventory' },
  'stockCounts.list': { views: '/inventory/counts', file: 'stockCounts', topic: 'inventory' },
  'stockCounts.items': { views: ofRecord, file: 'stockCountItems', topic: 'inventory' },
  'expiry.lots': { views: '/expiry', file: 'expiringLots', topic: 'expiry' },
  'expiry.markDowns': { views: '/expiry/mark-downs', file: 'markDowns', topic: 'expiry' },
  'notifications.list': { views: ownPage, file: not('it is read and gone'), topic: 'notifications' },
  'customers.list': { views: '/customers', file: 'customers', topic: 'customers' },
  'customerCare.timeline': {
    views: ofRecord,
    file: not('the export of a customer holds it'),
    topic: 'customers',
  },
  'customerCare.history': { views: ofRecord, file: not('the audit log exports it'), topic: 'customers' },
  'customerCare.duplicates': {
    views: ownPage,
    file: not('pairs to decide on, not to keep'),
    topic: 'customers',
  },
  'possibleDuplicates.list': {
    views: ownPage,
    file: not('pairs to decide on, not to keep'),
    topic: not('a task finds them after an upgrade, and each pair leads to its records'),
  },
  'coins.history': { views: ofRecord, file: not('the export of a customer holds it'), topic: 'orders' },
  'subscriptionPlans.list': { views: '/subscription', file: 'subscriptionPlans', topic: 'subscriptionPlans' },
  'subscriptions.list': { views: '/subscription-history', file: 'subscriptions', topic: 'subscriptions' },
  'orders.list': { views: '/orders', file: 'orders', topic: 'orders' },
  'orderBulk.list': { views: '/orders/steps', file: work, topic: 'orderBulk' },
  'orderBulk.rows': { views: ofRecord, file: 'orderBulkRows', topic: 'orderBulk' },
  'drivers.list': { views: '/driver', file: 'drivers', topic: 'drivers' },
  'handIns.list': { views: '/driver/hand-ins', file: 'handIns', topic: 'handIns' },
  'mainOrders.list': { views: '/orders/checkouts', file: 'mainOrders', topic: 'orders' },
  'payments.list': { views: '/payments', file: 'payments', topic: 'orders' },
  'refunds.list': { views: '/payments', file: 'refunds', topic: 'orders' },
  'recalls.list': { views: '/recalls', file: 'recalls', topic: 'recalls' },
  'recalls.rows': { views: ofRecord, file: 'recallRows', topic: 'recalls' },
  'returns.list': { views: '/orders/returns', file: 'returns', topic: 'orders' },
  'statements.list': { views: '/statements', file: 'statements', topic: 'statements' },
  'statements.due': { views: '/statements', file: 'statementsDue', topic: 'statements' },
  'statements.listOfLocation': { views: ofRecord, file: 'statements', topic: 'statements' },
  'statements.balanceEntries': {
    views: ofRecord,
    file: not('the entries of the books are exported'),
    topic: 'statements',
  },
  'payouts.runs': { views: '/statements', file: 'payoutRuns', topic: 'statements' },
  'payouts.payments': { views: ofRecord, file: not('the statement prints it'), topic: 'statements' },
  'books.trialBalance': {
    views: inNames,
    file: not('the entries it adds up are exported'),
    topic: 'books',
  },
  'books.journals': {
    views: '/books/journals',
    file: 'bookEntries',
    topic: 'books',
  },
  'books.entries': { views: ofRecord, file: 'bookEntries', topic: 'books' },
  'support.list': { views: '/supports', file: 'tickets', topic: 'support' },
  'support.ignoredEmails': {
    views: not('it has one filter'),
    file: not('emails of programs are kept for 30 days'),
    topic: 'support',
  },
  'messages.list': { views: '/messages/history', file: 'messages', topic: 'messages' },
  'messages.results': { views: ofRecord, file: 'messageResults', topic: 'messages' },
  'apiKeys.list': { views: inNames, file: not('keys do not leave Aisle'), topic: 'api-key' },
  'webhooks.list': {
    views: '/settings/webhooks',
    file: not('addresses of receivers do not leave Aisle'),
    topic: 'webhooks',
  },
  'webhooks.deliveries': {
    views: ofRecord,
    file: not('what was sent is kept for a few days'),
    topic: 'webhooks',
  },
  'jobs.list': { views: ownPage, file: work, topic: 'jobs' },
  'imports.list': { views: '/imports', file: work, topic: 'imports' },
  'imports.rows': {
    views: ofRecord,
    file: not('its rejected rows are a file of the import'),
    topic: 'imports',
  },
  'reports.store': {
    views: '/location_report',
    file: 'storeReport',
    topic: 'reports',
  },
  'reports.product': {
    views: '/report/product',
    file: 'productReport',
    topic: 'reports',
  },
};

const lists = Object.entries(api).flatMap(([resource, routes]) =>
  Object.entries(routes as Record<string, Route>)
    .filter(([, route]) => 'records' in ((route.data as { shape?: object }).shape ?? {}))
    .map(([name, route]) => ({ name: `${resource}.${name}`, route })),
);

test('every list says what it offers', () => {
  expect(lists.map(({ name }) => name).filter((name) => !(name in features))).toEqual([]);
  expect(Object.keys(features).filter((known) => !lists.some(({ name }) => name === known))).toEqual([]);
});

/** The search parameters with which a tab's view lists this. */
const tabs: readonly ListSearch[] = ['', 'refunds', 'due', 'runs', 'lots', 'movements', 'asOf'].map((tab) =>
  tab ? { tab } : {},
);
const listed = lists.flatMap(({ name, route }) => {
  const found = features[name];
  return found ? [{ name, route, ...found }] : [];
});

test.each(listed)('$name can be saved as a view, and counted', ({ route, views }) => {
  if (typeof views !== 'string') return expect(views.not).not.toBe('');
  const found = tabs.map((search) => viewSources[views](search)?.route);
  // A report has nothing to count.
  return expect(found.includes(route) || found.every((one) => one === undefined)).toBe(true);
});

test('every list whose views can be saved is one of these', () => {
  const used = new Set(listed.map(({ views }) => views));
  expect(Object.keys(viewLists).filter((list) => !used.has(list as ViewList))).toEqual([]);
});

test('every file is of one of these lists', () => {
  const used = new Set(listed.map(({ file }) => file));
  expect(exportNames.filter((name) => !used.has(name))).toEqual([]);
  const wrong = listed.filter(
    ({ file, route }) => typeof file === 'string' && exportable[file].route.permission !== route.permission,
  );
  expect(wrong.map(({ name }) => name)).toEqual(['inventory.expiring'].slice(1));
});

const root = path.resolve(import.meta.dirname, '..');
const textBelow = (folder: string): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.includes('.test.') && !file.startsWith('before'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .join('\n');

test('every list is read again after an event that something announces', () => {
  const text = textBelow('src') + textBelow('schema');
  const announced = (topic: string) =>
    [`topic: '${topic}'`, `announce('${topic}'`, `announce_changes('${topic}'`].some((call) =>
      text.includes(call),
    );
  const wrong = listed.filter(
    ({ topic, route }) =>
      typeof topic === 'string' &&
      !(announced(topic) && resourcesChangedBy(topic).includes(resourceOf(route.path))),
  );

  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('the screens offer pictures with just those exports that can write them', () => {
  const writing = exportNames.filter((name) => exportable[name].linesWithPictures !== undefined);

  expect(writing).toEqual([...exportsWithPictures]);
});
