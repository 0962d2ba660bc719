import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from './open-folder.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'aisle-'));
afterAll(() => rmSync(root, { recursive: true }));

test('creates a data folder with all its parent folders, and finds it again', () => {
  const folder = path.join(root, 'srv/shop/data');

  openFolder(folder);
  openFolder(folder);

  expect(statSync(folder).isDirectory()).toBe(true);
});

test('reports a file at the path of the folder, without checking permissions', () => {
  const file = path.join(root, 'notes.txt');
  writeFileSync(file, '');

  const message = `Cannot write to the data folder ${file}: there is a file of that name. Set another DATA_DIR.`;
  expect(() => openFolder(file)).toThrow(message);
});

test.runIf(process.platform === 'linux')(
  "reports that a folder can't be created instead of retrying forever",
  () => {
    expect(() => openFolder('/proc/aisle/data')).toThrow(/^Cannot write to .*no folder can be made there/);
  },
);
