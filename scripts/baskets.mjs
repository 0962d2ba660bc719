import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRoot, pinnedNode, stopWith, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Real baskets from import to delivery: `GROCERIES_DIR=… npm run test:baskets`. The data can't be stored in this repository.
const folder = process.env.GROCERIES_DIR;
if (!folder) {
  stopWith(
    'Set GROCERIES_DIR to a folder with the lists of groceries; docs/baskets.md says which and what is in them.',
  );
}
const files = ['products.csv', 'aisles.csv', 'departments.csv', 'orders.csv', 'order_products.csv'];
const missing = files.filter((file) => !existsSync(path.join(folder, file)));
if (missing.length > 0)
  stopWith(`${folder} lacks ${missing.join(', ')}; docs/baskets.md says what is in them.`);

const env = { ...withPinnedNode(), GROCERIES_DIR: path.resolve(folder) };
const config = 'server/test/baskets/vitest.config.ts';
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const { code } = await run(pinnedNode(), [vitest, 'run', '--config', config], { env, show: true });
process.exitCode = code;
