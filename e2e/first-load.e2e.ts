import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { orderRoutes } from '@aisle/contract/orders';
import { expect, test } from 'vitest';

// What a browser that was never here has to load before it shows anything: a module put into the wrong chunk
// brings all the rest of that chunk along, and nobody would see it on a fast line.

const dist = path.join(import.meta.dirname, '../web/dist');
const text = (name: string) => readFileSync(path.join(dist, name), 'utf8');

const always = [...text('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, name]) => name!,
);
const beside = JSON.parse(text('preloads.json')) as Record<string, string[]>;

/** Scripts and looks, gzipped, in thousands of bytes. */
function weightOf(screen: string): number {
  const names = new Set([...always, ...(beside[screen] ?? [])]);
  const bytes = [...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(path.join(dist, name))).length,
    0,
  );
  return Math.round(bytes / 1000);
}

test.each([
  ['/login', 180],
  ['/orders', 300],
])('%s comes with at most %i KB of scripts and looks', (screen, most) => {
  expect(beside[screen]?.length).toBeGreaterThan(0);
  expect(weightOf(screen)).toBeGreaterThan(50);
  expect(weightOf(screen)).toBeLessThanOrEqual(most);
});

test('what the server alone needs of a route stays with it', () => {
  const scripts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const all = scripts.map((name) => text(`assets/${name}`)).join('');
  expect(all).toContain(orderRoutes.list.path);
  expect(all).not.toContain(orderRoutes.list.summary);
});

test('browsers are told of the shared scripts that all in them is called', () => {
  const [entry] = always.filter((name) => /\/index-.*\.js$/.test(name));
  const frame = beside['/orders']!.find((name) => name.includes('/frame-') && name.endsWith('.js'));
  for (const name of [entry!, frame!]) expect(text(name)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});
