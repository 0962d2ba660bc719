import { expect, test } from 'vitest';
import { takesCounts } from './count-stage.ts';

test.each([
  ['accepts counts while a count is open', { status: 'open', recounts: 0, seesFigures: true }, true],
  ['accepts requested recounts during review', { status: 'review', recounts: 1, seesFigures: false }, true],
  ['rejects recounts if quantities are shown', { status: 'review', recounts: 1, seesFigures: true }, false],
  ['rejects other counts during review', { status: 'review', recounts: 0, seesFigures: false }, false],
  ['rejects counts after posting', { status: 'posted', recounts: 0, seesFigures: true }, false],
] as const)('%s', (_, count, takes) => {
  expect(takesCounts(count)).toBe(takes);
});
