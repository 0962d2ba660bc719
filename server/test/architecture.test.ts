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
  'main-orders': ['orders', 'stock', 'money', 'customers', 'taxes', 'settings'],
  orders: ['stock', 'money', 'customers', 'taxes', 'settings'],
  inventory: ['stock', 'settings'],
  products: ['taxes', 'categories', 'sub-products'],
  'sub-products': ['taxes'],
  categories: ['taxes', 'sub-products'],
  imports: ['jobs'],
  exports: ['jobs'],
  dashboard: ['settings'],
  auth: ['mail', 'settings', 'users'],
  users: ['mail', 'settings', 'auth'],
  profile: ['mail', 'settings', 'auth', 'users'],
};

test('the core of the server knows no resource', () => {
  const upward = importsBelow('server/src/core').filter(
    ({ to }) => to.startsWith('server/src/') && !to.startsWith('server/src/core/'),
  );
  expect(upward).toEqual([]);
});

test('server features call each other only along the arrows', () => {
  const wrong = importsBelow('server/src').filter(({ from, to }) => {
    const [caller, called] = [featureOf(from, 'server/src'), featureOf(to, 'server/src')];
    if (caller.endsWith('.ts') || caller === 'core' || called === 'core' || caller === called) return false;
    return !arrows[caller]?.includes(called);
  });
  expect(wrong).toEqual([]);
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

test('in the web app the core knows no resource, ui only the core, and fetch stays in the core', () => {
  const imports = importsBelow('web/src');
  const up = imports.filter(({ from, to }) => {
    const [caller, called] = [featureOf(from, 'web/src'), featureOf(to, 'web/src')];
    return (
      (caller === 'core' && called !== 'core') || (caller === 'ui' && called !== 'ui' && called !== 'core')
    );
  });
  expect(up).toEqual([]);
  const outside = filesBelow('web/src').filter((file) => !file.startsWith('web/src/core/'));
  expect(outside.filter((file) => /\bfetch\(/.test(textOf(file)))).toEqual([]);
});

test('one web feature borrows only links and selects of another', () => {
  const shared = ['core', 'ui'];
  const wrong = importsBelow('web/src').filter(({ from, to }) => {
    const [caller, called] = [featureOf(from, 'web/src'), featureOf(to, 'web/src')];
    if (/\.tsx?$/.test(caller) || shared.includes(caller) || shared.includes(called) || caller === called)
      return false;
    return !/-(link|select)\.tsx$/.test(to) && !/\.tsx?$/.test(called);
  });
  expect(wrong).toEqual([]);
});
