import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api, type ExportName } from '@aisle/contract/api';
import { exportNameOf, type Route, screenOf } from '@aisle/contract/core/route';
import { changedResources, topicOf } from '@aisle/contract/system/live/changes';
import { resourcesChangedBy } from '@aisle/contract/system/live/events';
import { expect, test } from 'vitest';
import { exportable } from '../src/exports.ts';

// The contract declares where each list is shown, exported and refreshed. This checks that the server does so.

const lists = Object.entries(api).flatMap(([resource, routes]) =>
  Object.entries<Route>(routes).flatMap(([name, route]) =>
    route.list ? [{ name: `${resource}.${name}`, route, list: route.list }] : [],
  ),
);
const exported = lists.flatMap(({ name, route }) => {
  const exportName = exportNameOf(route);
  return exportName ? [{ name, route, file: exportable[exportName as ExportName] }] : [];
});

test('requires the permission of its list for every export', () => {
  const wrong = exported.filter(({ route, file }) => file.route.permission !== route.permission);

  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('connects every export with its list', () => {
  const wrong = Object.entries(exportable).filter(([name, { route }]) => exportNameOf(route) !== name);

  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('exports pictures of a list exactly if its export supports them', () => {
  const wrong = exported.filter(
    ({ route, file }) => Boolean(route.list?.exportsPictures) !== Boolean(file.linesWithPictures),
  );

  expect(wrong.map(({ name }) => name)).toEqual([]);
});

const root = path.resolve(import.meta.dirname, '..');
const textBelow = (folder: string): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.includes('.test.') && !file.startsWith('before'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .join('\n');

test('visits the screen of every list in the end-to-end tests', () => {
  const visited = readFileSync(path.join(root, '../e2e/screens.ts'), 'utf8');
  const screens = new Set(lists.flatMap(({ route }) => screenOf(route) ?? []));

  // A screen can be visited at one of its tabs.
  const isVisited = (screen: string) =>
    [`path: '${screen}'`, `path: '${screen}?`].some((text) => visited.includes(text));
  expect([...screens].filter((screen) => !isVisited(screen))).toEqual([]);
});

test('announces the live event that refreshes each list', () => {
  const text = textBelow('src') + textBelow('schema');
  const recorded = Object.keys(changedResources)
    .filter((resource) => text.includes(`resource: '${resource}'`))
    .map(topicOf);
  const isAnnounced = (topic: string) =>
    recorded.includes(topic) || text.includes(`topic: '${topic}'`) || text.includes(`announce('${topic}'`);
  const wrong = lists.filter(({ route, list: { liveTopic = route.resource } }) => {
    if (typeof liveTopic !== 'string') return false;
    return !isAnnounced(liveTopic) || !resourcesChangedBy(liveTopic).includes(route.resource);
  });

  expect(wrong.map(({ name }) => name)).toEqual([]);
});
