// Runs the end-to-end tests in a browser against a separate server; test-results/e2e.json contains the results. `node
// e2e/run.mjs [name]` runs only files whose name contains `name`. The web app must be built.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const report = path.join(root, 'test-results', 'e2e.json');
mkdirSync(path.dirname(report), { recursive: true });
rmSync(report, { force: true });

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--config',
    'e2e/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);

process.exit(status ?? 1);
