import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

// Measures the files that a browser with an empty cache loads before a screen shows content. A chunk that imports a module by
// mistake also loads that module's whole chunk, which isn't noticeable on a fast connection.

const dist = path.join(import.meta.dirname, '../web/dist');

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  css?: string[];
  /** Other chunks, by their key in the manifest. */
  imports?: string[];
}
const manifest = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The scripts and styles of these modules. */
function filesOf(modules: string[]): string[] {
  const keys = new Set(modules);
  const files = new Set<string>();
  // Iterating over a Set also visits the elements added meanwhile.
  for (const key of keys) {
    const { file, css = [], imports = [] } = manifest[key]!;
    for (const name of [file, ...css]) files.add(name);
    for (const imported of imports) keys.add(imported);
  }
  return [...files];
}
/** The size of files, gzipped, in thousands of bytes. */
function weightOf(files: string[]): number {
  const sizes = files.map((name) => gzipSync(readFileSync(path.join(dist, name))).length);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}

test.each([
  ['sign-in', [], 190, 10],
  ['the order list', ['src/shell/shell.tsx', 'src/sales/orders/list/order-list.tsx'], 320, 25],
])('loads %s with at most $2 KB of scripts and styles in $3 files', (_, modules, maxWeight, maxFiles) => {
  const files = filesOf(['index.html', ...modules]);

  expect(weightOf(files)).toBeGreaterThan(100);
  expect(weightOf(files)).toBeLessThanOrEqual(maxWeight);
  expect(files.length).toBeLessThanOrEqual(maxFiles);
});

test('loads one typeface of at most 70 KB, with its license', () => {
  const fonts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.woff2'));

  expect(fonts).toHaveLength(1);
  expect(statSync(path.join(dist, 'assets', fonts[0]!)).size).toBeLessThanOrEqual(70_000);
  expect(readFileSync(path.join(dist, 'licenses/inter.txt'), 'utf8')).toContain('SIL Open Font License');
});

test('shows the sign-in screen without loading form validation', () => {
  expect(manifest['index.html']!.imports).toBeDefined();
  expect(manifest['index.html']!.imports!.filter((key) => key.includes('zod'))).toEqual([]);
});

test('provides each script and style sheet compressed', () => {
  const names = readdirSync(path.join(dist, 'assets'));
  const plain = names.filter((name) => /\.(js|css)$/.test(name));

  expect(plain.length).toBeGreaterThan(100);
  expect(plain.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual([]);
});

test('loads the map only with a map, in at most 60 KB', () => {
  const map = 'src/ui/map/leaflet-map.tsx';
  const importers = Object.keys(manifest).filter((key) => manifest[key]!.imports?.includes(map));
  const { file, css = [] } = manifest[map]!;
  const sizes = [file, ...css].map((name) => gzipSync(readFileSync(path.join(dist, name))).length);

  expect(manifest[map]!.isDynamicEntry).toBe(true);
  expect(importers).toEqual([]);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
});
