import { expect, test } from 'vitest';
import { takesCounts } from './count-stage.ts';

test.each([
  ['an open count takes counts', { status: 'open', recounts: 0, seesFigures: true }, true],
  ['in review what is asked for again is taken', { status: 'review', recounts: 1, seesFigures: false }, true],
  ['but not of who saw the figures', { status: 'review', recounts: 1, seesFigures: true }, false],
  ['nor anything else', { status: 'review', recounts: 0, seesFigures: false }, false],
  ['a posted count is over', { status: 'posted', recounts: 0, seesFigures: true }, false],
] as const)('%s', (_, count, takes) => {
  expect(takesCounts(count)).toBe(takes);
});
