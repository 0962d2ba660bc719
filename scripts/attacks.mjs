import { existsSync, readFileSync } from 'node:fs';
import { inRoot, pinnedNode, stopWith, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Repeats every known attack with the tests that docs/security.md lists: `npm run test:attacks`.
const [, rest = ''] = readFileSync(inRoot('docs', 'security.md'), 'utf8').split('| attack | test |');
const [table] = rest.split('\n\n');
const files = new Set([...table.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file));
const missing = [...files].filter((file) => !existsSync(inRoot(...file.split('/'))));
if (files.size === 0 || missing.length > 0) {
  stopWith(`docs/security.md lists tests that don't exist: ${missing.join(', ') || 'none are listed'}`);
}
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const { code } = await run(pinnedNode(), [vitest, 'run', ...files], { env: withPinnedNode(), show: true });
process.exitCode = code;
