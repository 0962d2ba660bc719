import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')));

interface Import {
  from: string;
  to: string;
}
/** Every import of our own files, as paths from the root. */
function importsBelow(folder: string): Import[] {
  return filesBelow(folder).flatMap((from) => {
    const text = readFileSync(path.join(root, from), 'utf8');
    const named = [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map((match) => match[1]!);
    return named.map((to) => ({ from, to: path.posix.join(path.posix.dirname(from), to) }));
  });
}
const featureOf = (file: string, base: string) => file.slice(base.length + 1).split('/')[0]!;

/** The arrows of ARCHITECTURE.md: one server feature may call another only along them. */
const arrows: Record<string, readonly string[]> = {
  sellability: ['orders', 'settings'],
  'main-orders': ['orders', 'stock', 'money', 'customers', 'location-rates', 'settings'],
  'order-bulk': ['bulk', 'orders'],
  documents: ['orders', 'jobs', 'settings'],
  orders: ['stock', 'money', 'gateways', 'location-rates', 'trips', 'settings'],
  dispatch: ['orders', 'trips', 'mail', 'settings', 'returns'],
  trips: ['mail', 'settings'],
  refunds: ['orders', 'money', 'gateways', 'auth'],
  payments: ['orders', 'refunds', 'gateways'],
  notifications: ['mail', 'settings'],
  drift: ['jobs'],
  recalls: ['auth', 'jobs', 'mail', 'orders', 'refunds', 'settings', 'stock'],
  returns: ['orders', 'refunds', 'stock', 'settings', 'trips'],
  locations: ['auth', 'sub-products'],
  inventory: ['stock', 'tables'],
  expiry: ['inventory'],
  transfers: ['stock'],
  'stock-counts': ['inventory', 'stock'],
  products: ['categories', 'sub-products', 'taxes'],
  categories: ['sub-products', 'taxes'],
  imports: ['jobs', 'brands', 'categories', 'products', 'sub-products', 'tables'],
  exports: ['jobs'],
  bulk: ['jobs'],
  'bulk-edits': ['bulk', 'sub-products'],
  prices: ['inventory', 'sub-products'],
  dashboard: ['settings'],
  auth: ['mail', 'settings'],
  users: ['auth'],
  profile: ['auth', 'users'],
};

test('the core of the server knows no resource', () => {
  const upward = importsBelow('server/src/core').filter(
    ({ to }) => to.startsWith('server/src/') && !to.startsWith('server/src/core/'),
  );
  expect(upward).toEqual([]);
});

const isFile = (name: string) => /\.tsx?$/.test(name);
/** Imports from one server feature into another. */
const callsBetween = importsBelow('server/src')
  .map((found) => ({
    ...found,
    caller: featureOf(found.from, 'server/src'),
    called: featureOf(found.to, 'server/src'),
  }))
  .filter(({ caller, called }) => !isFile(caller) && ![caller, 'core'].includes(called) && caller !== 'core');

test('server features call each other only along the arrows, never up to the app', () => {
  expect(callsBetween.filter(({ caller, called }) => !arrows[caller]?.includes(called))).toEqual([]);
});

test('every arrow is walked, and none leads back', () => {
  const unused = Object.entries(arrows).flatMap(([caller, all]) =>
    all.filter((called) => !callsBetween.some((call) => call.caller === caller && call.called === called)),
  );
  expect(unused).toEqual([]);

  const reaches = (from: string, to: string): boolean =>
    (arrows[from] ?? []).some((next) => next === to || reaches(next, to));
  expect(Object.keys(arrows).filter((feature) => reaches(feature, feature))).toEqual([]);
});

test('what one feature knows of another is its rules and queries, never its routes', () => {
  expect(callsBetween.filter(({ to }) => to.endsWith('.routes.ts'))).toEqual([]);
});

test('routes wire, queries ask: a query knows neither rules nor routes of its own feature', () => {
  const up = importsBelow('server/src').filter(
    ({ from, to }) => from.endsWith('.queries.ts') && /\.(service|routes)\.ts$/.test(to),
  );
  expect(up).toEqual([]);
});

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('SQL is written in queries files alone', () => {
  const features = filesBelow('server/src').filter((file) => !file.startsWith('server/src/core/'));
  const wrong = features
    .filter((file) => !file.endsWith('.queries.ts'))
    .filter((file) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

test('the environment is read in the settings alone', () => {
  // The start itself hands it over, and must be able to fail loudly before the settings are read.
  const start = ['server/src/main.ts', 'server/src/core/settings.ts', 'server/src/core/lifecycle.ts'];
  const readers = filesBelow('server/src').filter((file) => textOf(file).includes('process.env'));
  expect(readers.filter((file) => !start.includes(file) && !file.includes('core/postgres/'))).toEqual([]);
});

test('server and web never meet, and the contract needs neither', () => {
  const across = [
    ...importsBelow('server/src').filter(({ to }) => to.startsWith('web/')),
    ...importsBelow('web/src').filter(({ to }) => to.startsWith('server/')),
    ...importsBelow('contract/src').filter(({ to }) => !to.startsWith('contract/')),
  ];
  expect(across).toEqual([]);
});

/** Imports of the web app, with the layer that each side is in. */
const layers = ['core', 'ui', 'feature', 'shell', 'router'] as const;
const layerOf = (file: string): (typeof layers)[number] => {
  const folder = featureOf(file, 'web/src');
  if (folder === 'core' || folder === 'ui' || folder === 'shell') return folder;
  return isFile(folder) ? 'router' : 'feature';
};
const importsOfWeb = importsBelow('web/src');

test('the web app is layered: router, shell, features, ui, core, each knowing only what is below it', () => {
  const up = importsOfWeb.filter(
    ({ from, to }) => layers.indexOf(layerOf(to)) > layers.indexOf(layerOf(from)),
  );
  expect(up).toEqual([]);
});

test('in the web app fetch stays in the core', () => {
  const outside = filesBelow('web/src').filter((file) => !file.startsWith('web/src/core/'));
  expect(outside.filter((file) => /\bfetch\(/.test(textOf(file)))).toEqual([]);
});

test('a link within the web app names what it searches for apart from its path', () => {
  const joined = filesBelow('web/src').filter((file) => /['"`]\/[a-z][^'"`\s]*\?\w+=/.test(textOf(file)));
  expect(joined).toEqual([]);
});

test('one web feature borrows only links, selects and statuses of another', () => {
  const wrong = importsOfWeb.filter(
    ({ from, to }) =>
      layerOf(from) === 'feature' &&
      layerOf(to) === 'feature' &&
      featureOf(from, 'web/src') !== featureOf(to, 'web/src') &&
      !/-(link|select|status)\.tsx$/.test(to),
  );
  expect(wrong).toEqual([]);
});
