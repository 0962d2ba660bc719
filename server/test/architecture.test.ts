import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { domains } from './domains.ts';

const root = path.resolve(import.meta.dirname, '../..');
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')));

interface Import {
  from: string;
  to: string;
}
/** Every import of the project's own files, as paths from the root. */
function importsBelow(folder: string): Import[] {
  return filesBelow(folder).flatMap((from) => {
    const text = readFileSync(path.join(root, from), 'utf8');
    const named = [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map((match) => match[1]!);
    return named.map((to) => ({ from, to: path.posix.join(path.posix.dirname(from), to) }));
  });
}
const isFile = (name: string) => /\.tsx?$/.test(name);
const layers = ['core', ...[...domains].reverse()];
/** The layer of a file below `base`: core at the bottom, files outside the domains (app, router, permissions) at the top. */
const heightOf = (file: string, base: string) => {
  const height = layers.indexOf(folderOf(file, base));
  return height < 0 ? layers.length : height;
};
const folderOf = (file: string, base: string) => file.slice(base.length + 1).split('/')[0]!;
/** `sales/orders`; undefined for files outside a feature. */
const featureOf = (file: string, base: string) => {
  const [domain = '', feature = ''] = file.slice(base.length + 1).split('/');
  return domains.includes(domain as (typeof domains)[number]) ? `${domain}/${feature}` : undefined;
};
const within = (base: string) => importsBelow(base).filter(({ to }) => to.startsWith(`${base}/`));
/** The imports between features. */
const callsWithin = (base: string) =>
  within(base).flatMap((found) => {
    const caller = featureOf(found.from, base);
    const called = featureOf(found.to, base);
    return caller && called && caller !== called ? [{ ...found, caller, called }] : [];
  });
const calls = callsWithin('server/src');

test('names the folders of server and contract after the domains and core', () => {
  const strange = ['server/src', 'contract/src'].flatMap((base) =>
    readdirSync(path.join(root, base)).filter((name) => !isFile(name) && !layers.includes(name)),
  );
  expect(strange).toEqual([]);
});

test('allows no imports from a higher domain in the server, and none from a domain in core', () => {
  const up = within('server/src').filter(
    ({ from, to }) => heightOf(to, 'server/src') > heightOf(from, 'server/src'),
  );
  expect(up).toEqual([]);
});

test('allows no imports from a higher domain in the contract', () => {
  // Permissions and errors are one list each, which contains those of every resource.
  const catalogs = ['contract/src/permissions.ts', 'contract/src/errors.ts'];
  const up = within('contract/src').filter(
    ({ from, to }) => heightOf(to, 'contract/src') > heightOf(from, 'contract/src') && !catalogs.includes(to),
  );
  expect(up).toEqual([]);
});

test('allows no import cycles between features of the server', () => {
  expect(findCycles(calls)).toEqual([]);
});

test('allows imports of rules and queries between features, but not of routes', () => {
  expect(calls.filter(({ to }) => to.endsWith('.routes.ts'))).toEqual([]);
});

test('allows no imports from services and routes in queries', () => {
  const up = importsBelow('server/src').filter(
    ({ from, to }) => from.endsWith('.queries.ts') && /\.(service|routes)\.ts$/.test(to),
  );
  expect(up).toEqual([]);
});

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('allows SQL only in queries files', () => {
  const features = filesBelow('server/src').filter((file) => !file.startsWith('server/src/core/'));
  const wrong = features
    .filter((file) => !file.endsWith('.queries.ts'))
    .filter((file) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

test('writes the change log and the audit log only in core', () => {
  const writers = filesBelow('server/src').filter((file) =>
    /INSERT INTO (changes|audit_entries)|insertInto\('(changes|audit_entries)'\)/.test(textOf(file)),
  );
  const inTriggers = ['server/schema', 'server/schema/functions', 'server/migrations'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.sql'))
      .flatMap((name) =>
        [...textOf(`${folder}/${name}`).matchAll(/INSERT INTO (?:changes|audit_entries)/g)].map(() => name),
      ),
  );

  expect(writers.sort()).toEqual([
    'server/src/core/audit.ts',
    'server/src/core/changes/record-change.ts',
    'server/src/core/live-events.ts',
  ]);
  // SQL functions call the first to announce events. Tickets and the stock ledger record their changes with the others.
  expect(inTriggers.sort()).toEqual(['announce.sql', 'announce_tickets.sql', 'record_stock_change.sql']);
});

/** The arguments of each call that matches a pattern ending in its opening parenthesis. */
function argumentsOf(text: string, call: RegExp): string[] {
  return [...text.matchAll(call)].map((match) => {
    const start = match.index + match[0].length;
    let end = start;
    for (let depth = 1; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[text[end] as string] ?? 0;
    return text.slice(start, end - 1);
  });
}

test('runs branches of one transaction in parallel only through awaitAll', () => {
  const call = /\bPromise\.(?:all|allSettled|any|race)\(/g;
  const wrong = filesBelow('server/src').filter((file) =>
    argumentsOf(textOf(file), call).some((text) => /\b(?:tx|context|inTransaction)\b/.test(text)),
  );

  expect(wrong).toEqual([]);
});

test('reads the environment only in the settings', () => {
  // The entry point passes it on, and must report failures before the settings are read.
  const start = [
    'server/src/main.ts',
    'server/src/core/settings.ts',
    'server/src/core/lifecycle.ts',
    'server/src/system/backups/command.ts',
    'server/src/system/monitoring/doctor-command.ts',
    'server/src/system/secrets/command.ts',
  ];
  const readers = filesBelow('server/src').filter((file) => textOf(file).includes('process.env'));
  expect(readers.filter((file) => !start.includes(file) && !file.includes('core/postgres/'))).toEqual([]);
});

test('separates server and web, and keeps the contract independent of both', () => {
  const across = [
    ...importsBelow('server/src').filter(({ to }) => to.startsWith('web/')),
    ...importsBelow('web/src').filter(({ to }) => to.startsWith('server/')),
    ...importsBelow('contract/src').filter(({ to }) => !to.startsWith('contract/')),
  ];
  expect(across).toEqual([]);
});

/** The web app has more layers between the domains and its core. */
const webLayers = ['core', 'ui', 'links', ...[...domains].reverse(), 'shell', 'router'];
const webHeightOf = (file: string) => {
  const folder = folderOf(file, 'web/src');
  return webLayers.indexOf(isFile(folder) ? 'router' : folder);
};
const importsOfWeb = within('web/src');

test('names the folders of the web app after its layers and the domains', () => {
  expect(filesBelow('web/src').filter((file) => webHeightOf(file) < 0)).toEqual([]);
});

test('layers the web app: router, shell, domains, links, ui, core, each importing only lower ones', () => {
  expect(importsOfWeb.filter(({ from, to }) => webHeightOf(to) > webHeightOf(from))).toEqual([]);
});

test('allows no import cycles between features of the web app', () => {
  expect(findCycles(callsWithin('web/src'))).toEqual([]);
});

test('allows no imports of screens between features of the web app', () => {
  const routeFiles = filesBelow('web/src').filter((file) => file.endsWith('/routes.tsx'));
  const screens = routeFiles.flatMap((file) =>
    [...textOf(file).matchAll(/import\('(\.[^']+)'\)/g)].map(([, to]) =>
      path.posix.join(path.posix.dirname(file), to!),
    ),
  );
  const lent = callsWithin('web/src').map(({ to }) => to);
  expect(lent.filter((file) => screens.includes(file) || routeFiles.includes(file))).toEqual([]);
});

test('calls fetch in the web app only in core', () => {
  const outside = filesBelow('web/src').filter((file) => !file.startsWith('web/src/core/'));
  expect(outside.filter((file) => /\bfetch\(/.test(textOf(file)))).toEqual([]);
});

test('passes search parameters of links in the web app separately from the path', () => {
  const joined = filesBelow('web/src').filter((file) => /['"`]\/[a-z][^'"`\s]*\?\w+=/.test(textOf(file)));
  expect(joined).toEqual([]);
});

/** Every cycle of imports, as the features on it. */
function findCycles(arrows: readonly { caller: string; called: string }[]): string[][] {
  const next = Map.groupBy(arrows, ({ caller }) => caller);
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (feature: string, path: readonly string[]) => {
    if (path.includes(feature)) circles.push([...path.slice(path.indexOf(feature)), feature]);
    if (path.includes(feature) || done.has(feature)) return;
    for (const called of new Set(next.get(feature)?.map(({ called }) => called)))
      walk(called, [...path, feature]);
    done.add(feature);
  };
  for (const feature of next.keys()) walk(feature, []);
  return circles;
}
