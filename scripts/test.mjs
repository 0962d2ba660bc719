import './lib/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownChromium, systemChromium } from './lib/chromium.mjs';
import { installWhenNeeded } from './lib/install.mjs';
import { missingFromLock } from './lib/lock.mjs';
import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { npm, run } from './lib/run.mjs';
import { flakyTests, verdict } from './lib/verdict.mjs';
import { buildWebWhenStale } from './lib/web.mjs';

// Runs all checks and tests from a fresh clone: `npm test`.
const started = Date.now();
const total = { passed: 0, failed: 0, flaky: [] };
// Both wait for downloads of packages.
const machineBrowser = systemChromium();
await installWhenNeeded();
const env = withPinnedNode();

// Runs two groups at once: first the component tests and then the server tests, beside the checks and then the end-to-end
// tests. With one group, a core is idle while tests wait. With more groups, the same work takes more processor time.
const results = mkdtempSync(path.join(os.tmpdir(), 'aisle-results-'));
const servers = testRun(path.join(results, 'servers.json'), runServers);
const pieces = testRun(path.join(results, 'pieces.json'), runPieces);
const journeys = testRun(inRoot('test-results', 'e2e.json'), runJourneys);
const browser = machineBrowser.then((found) => found ?? ownChromium());
await Promise.all([pieces.first().then(servers.first), checkAndVisit()]);
await servers.again();
await pieces.again();
await journeys.again();
rmSync(results, { recursive: true });

const { lines, exitCode } = verdict({ ...total, isCi: process.env.CI === 'true' });
console.log(`\nDone in ${seconds(started)} s.`);
for (const line of lines) console.log(line);
process.exitCode = exitCode;

/** A check that passes or fails as a whole. It prints its output only if it fails. */
async function check(name, step) {
  const since = Date.now();
  const { code, output } = await step();
  if (code !== 0) total.failed += 1;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds(since)} s)`);
  if (code !== 0) console.log(output.trim());
}

async function checkAndVisit() {
  let built = { code: 1 };
  await check('web app', async () => (built = await buildWebWhenStale()));
  await check('lock file', checkLock);
  await check('lint', () => npm(['run', 'lint', '--silent'], { env }));
  // One thread checks the types, because every other thread would resolve the shared types again. With two gigabytes of memory
  // it collects garbage less often.
  await check('types', () => npm(['run', 'types', '--silent'], { env: { ...env, GOGC: '400' } }));
  const hasBrowser = (await browser) !== undefined;
  if (!hasBrowser) await check('browser', async () => ({ code: 1, output: 'No Chromium: set CHROME_PATH.' }));
  if (hasBrowser && built.code === 0) await journeys.first();
}

async function checkLock() {
  const missing = missingFromLock(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  return { code: missing.length === 0 ? 0 : 1, output: `Not in package-lock.json: ${missing.join(', ')}` };
}

function runServers(report, files) {
  return run(pinnedNode(), vitest(report, ['--project=server', ...files]), { env, show: true });
}

async function runPieces(report, files) {
  const args = vitest(report, ['--project=pieces', '--project=rules', ...files]);
  const { code, output } = await run(pinnedNode(), args, { env });
  console.log(output.trimEnd());
  return { code };
}

function vitest(report, args) {
  const program = inRoot('node_modules', 'vitest', 'vitest.mjs');
  return [program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args];
}

/** Prints their output as a whole, not mixed line by line with that of parallel runs. */
async function runJourneys(_report, files) {
  const all = { ...env, ...(await browser) };
  const { code, output } = await run(pinnedNode(), [inRoot('e2e', 'run.mjs'), ...files], { env: all });
  console.log(output.trimEnd());
  return { code };
}

/** Runs tests, and those of a few failed files again without other load. A test that passes only then is flaky. */
function testRun(report, runFiles) {
  let failedFiles = [];
  let failedBefore = 0;
  const first = async () => {
    const { passed, failed, failedFiles: files } = await outcome(report, runFiles, []);
    [failedFiles, failedBefore] = [files, failed];
    total.passed += passed;
    total.failed += failed;
  };
  const again = async () => {
    if (failedFiles.length === 0 || failedFiles.length > 4) return;
    const names = failedFiles.map(({ name }) => name);
    const { failed, failedFiles: failedAgain } = await outcome(report, runFiles, names);
    total.failed += failed - failedBefore;
    total.passed += Math.max(0, failedBefore - failed);
    total.flaky.push(...flakyTests(failedFiles, failedAgain, inRoot()));
  };
  return { first, again };
}

/**
 * The result of the tests of some or all files. A runner that fails without a failed test (it crashed, or a file didn't load)
 * counts as one failure.
 */
async function outcome(report, runFiles, files) {
  rmSync(report, { force: true });
  const { code } = await runFiles(report, files);
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = readResult(report);
  const failed = code !== 0 ? Math.max(1, numFailedTests) : numFailedTests;
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  return { passed, failed, failedFiles };
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
