import { describe, expect, test } from 'vitest';
import { flakyTests, verdict } from './verdict.mjs';

const failedFile = (name, ...tests) => ({
  name: `/aisle/${name}`,
  assertionResults: [
    { status: 'passed', fullName: 'passes' },
    ...tests.map((fullName) => ({ status: 'failed', fullName })),
  ],
});
const namesOf = (first, second) => flakyTests(first, second, '/aisle');

describe('flaky tests', () => {
  test('are those that passed the second time', () => {
    const first = [failedFile('a.test.ts', 'adds', 'removes'), failedFile('b.test.ts', 'lists')];

    expect(namesOf(first, [failedFile('a.test.ts', 'removes')])).toEqual([
      'a.test.ts: adds',
      'b.test.ts: lists',
    ]);
  });

  test('include a file that failed to load', () => {
    expect(namesOf([failedFile('a.test.ts')], [])).toEqual(['a.test.ts']);
    expect(namesOf([failedFile('a.test.ts')], [failedFile('a.test.ts')])).toEqual([]);
  });
});

describe('the verdict', () => {
  const exitCode = (run) => verdict({ passed: 9, failed: 0, flaky: [], isCi: false, ...run }).exitCode;

  test('passes a run without failures', () => {
    expect(exitCode({})).toBe(0);
    expect(verdict({ passed: 9, failed: 0, flaky: [], isCi: true }).lines).toEqual(['9 passed, 0 failed']);
  });

  test('fails a run with one flaky test', () => {
    expect(exitCode({ flaky: ['a'] })).toBe(1);
  });

  test('lets two flaky tests through in CI, and no third', () => {
    expect(exitCode({ flaky: ['a', 'b'], isCi: true })).toBe(0);
    expect(exitCode({ flaky: ['a', 'b', 'c'], isCi: true })).toBe(1);
  });

  test('fails a run with a failure, in CI too', () => {
    expect(exitCode({ failed: 1 })).toBe(1);
    expect(exitCode({ failed: 1, flaky: ['a'], isCi: true })).toBe(1);
  });

  test.each([true, false])('names flaky tests in the last lines, with CI=%s', (isCi) => {
    const { lines } = verdict({ passed: 9, failed: 0, flaky: ['a.test.ts: adds'], isCi });

    expect(lines).toEqual([
      'FLAKY a.test.ts: adds (passed the second time)',
      expect.stringContaining('flaky'),
      '9 passed, 0 failed, 1 flaky',
    ]);
  });
});
