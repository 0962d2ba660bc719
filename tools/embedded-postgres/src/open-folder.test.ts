import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from './open-folder.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'aisle-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a data folder is made with all the folders above it, and found again', () => {
  const folder = path.join(root, 'srv/shop/data');

  openFolder(folder);
  openFolder(folder);

  expect(statSync(folder).isDirectory()).toBe(true);
});

test('a file in its place is called one, and no right is asked for', () => {
  const file = path.join(root, 'notes.txt');
  writeFileSync(file, '');

  const message = `Cannot write to the data folder ${file}: there is a file of that name. Set another DATA_DIR.`;
  expect(() => openFolder(file)).toThrow(message);
});

test.runIf(process.platform === 'linux')(
  'where no folder can be made it says so, rather than trying for ever',
  () => {
    expect(() => openFolder('/proc/aisle/data')).toThrow(/^Cannot write to .*no folder can be made there/);
  },
);
