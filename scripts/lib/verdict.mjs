import path from 'node:path';

/** With CI=true, this many flaky tests don't fail the run, so that a busy machine doesn't hold up a change that is fine. */
const maxFlakyInCi = 2;

/** The tests that failed in the first run and passed in the second. A file that could not be loaded counts as one test. */
export function flakyTests(first, second, root) {
  const failedAgain = new Set(second.flatMap((file) => testNames(file, root)));
  return first.flatMap((file) => testNames(file, root)).filter((name) => !failedAgain.has(name));
}

function testNames({ name, assertionResults = [] }, root) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
}

/** The last lines of a test run, and its exit code. */
export function verdict({ passed, failed, flaky, isCi }) {
  const isLetThrough = isCi && flaky.length <= maxFlakyInCi;
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
  ];
  const hint = 'A flaky test is a failing test: fix it or delete it before any other change.';
  return {
    lines: [
      ...flaky.map((test) => `FLAKY ${test} (passed the second time)`),
      ...(flaky.length > 0 ? [hint] : []),
      counts.join(', '),
    ],
    exitCode: failed > 0 || (flaky.length > 0 && !isLetThrough) ? 1 : 0,
  };
}
