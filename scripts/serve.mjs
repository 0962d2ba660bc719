import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import { findPinnedNode, inRoot, stopWith, withCompiled } from './lib/project.mjs';
import { runTogether } from './lib/run.mjs';
import { builtPage } from './lib/web.mjs';

// Starts in production: creates nothing that is missing, and no demo marketplace.
const node = findPinnedNode();
if (!node || !existsSync(inRoot('node_modules', 'fastify'))) {
  stopWith('Aisle is not installed: run npm ci first.');
}
if (!existsSync(builtPage)) stopWith('The web app is not built: run npm run build first.');
const env = { ...withCompiled(), DEMO: '0', NODE_ENV: 'production' };
process.exitCode = await runTogether([{ command: node, args: [inRoot('server', 'src', 'main.ts')], env }]);
