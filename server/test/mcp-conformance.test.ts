import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addressOf } from './assistant-builders.ts';
import { addConformanceFixtures } from './conformance-fixtures.ts';
import { openShop } from './shop.ts';

const shop = await openShop({ mcpLimit: 0 });
const key = await shop.withKey({ permissions: ['order_view', 'product_view', 'inventory_view'] });
addConformanceFixtures(shop);
// The suite sends no key.
shop.server.server.prependListener('request', ({ headers }) => {
  headers.authorization = key.headers.authorization;
});

const command = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

async function runSuite(revision: string): Promise<{ code: number | null; output: string }> {
  const address = (await addressOf(shop)).replace('127.0.0.1', 'localhost');
  shop.services.settings.mcpOrigins = [address];
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-conformance-'));
  const expected = path.join(import.meta.dirname, 'conformance', `${revision}.yaml`);
  const args = ['server', '--url', `${address}/mcp`];
  const child = spawn(
    process.execPath,
    [command, ...args, '--requirements', revision, '--expected-failures', expected],
    { cwd: folder },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  await rm(folder, { recursive: true, force: true });
  return { code, output };
}

test.each(['2026-07-28', '2025-11-25'])(
  'meets the requirements of the revision %s',
  async (revision) => {
    const { code, output } = await runSuite(revision);
    expect(code, output.slice(-8000)).toBe(0);
  },
  300_000,
);
