import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'aisle-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('waits for the folder, reports the wait once, and locks the folder when it is free', async () => {
  const backup = await lockFolder(dataDir);
  const lines: string[] = [];
  const waiting = lockFolder(dataDir, { ms: 60_000, onWait: (line) => lines.push(line) });

  await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 10_000 });
  await backup.unlock();
  const server = await waiting;

  expect(lines).toEqual([
    `The data folder ${dataDir} is in use by process ${process.pid}, such as a backup. Waiting up to 60 s for it.`,
  ]);
  await server.unlock();
});

test('gives up if the folder stays in use', async () => {
  const other = await lockFolder(dataDir);

  const waiting = lockFolder(dataDir, { ms: 300, onWait: () => {} });

  await expect(waiting).rejects.toThrow(
    `in use by another Aisle (process ${process.pid}). Stop that one first`,
  );
  await other.unlock();
});
