import './lib/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { missingFromLock } from './lib/lock.mjs';
import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { npm, run } from './lib/run.mjs';
import { buildWebWhenStale } from './lib/web.mjs';

// Everything that has to hold, from a fresh clone: `npm test`.
const started = Date.now();
const total = { passed: 0, failed: 0 };
await installWhenNeeded();
const env = withPinnedNode();

// Checks that do not need each other share the cores; tests and journeys then have them to themselves.
const [browser, built] = await Promise.all([
  ensureChromium(),
  buildWebWhenStale(),
  check('types', () => npm(['run', 'types', '--silent'], { env })).then(() =>
    check('lint', () => npm(['run', 'lint', '--silent'], { env })),
  ),
  check('lock file', checkLock),
]);
await check('web app', async () => built);
await runUnits();
if (!browser) await check('browser', async () => ({ code: 1, output: 'No Chromium: set CHROME_PATH.' }));
else if (built.code === 0) await runJourneys(browser);

console.log(`\nDone in ${seconds(started)} s.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** A step that is right or wrong as a whole: only a wrong one counts, and shows what it printed. */
async function check(name, step) {
  const since = Date.now();
  const { code, output } = await step();
  if (code !== 0) total.failed += 1;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds(since)} s)`);
  if (code !== 0) console.log(output.trim());
}

async function checkLock() {
  const missing = missingFromLock(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  return { code: missing.length === 0 ? 0 : 1, output: `Not in package-lock.json: ${missing.join(', ')}` };
}

async function runUnits() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'aisle-results-'));
  const file = path.join(folder, 'vitest.json');
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(pinnedNode(), args, { env, show: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readResult(file);
  count(code, passed, failed);
  rmSync(folder, { recursive: true });
}

async function runJourneys(browserEnv) {
  const file = inRoot('test-results', 'e2e.json');
  rmSync(file, { force: true });
  const { code } = await run(pinnedNode(), [inRoot('e2e', 'run.mjs')], {
    env: { ...env, ...browserEnv },
    show: true,
  });
  const { passed = 0, failed = 0 } = readResult(file);
  count(code, passed, failed);
}

/** A runner that failed without naming a failed test (it crashed, a file did not load) is a failure too. */
function count(code, passed, failed) {
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}
