import { expect, test } from 'vitest';
import {
  awaitsAnswer,
  outcomeOf,
  shareOfLocation,
  stageOfProvider,
  statusOfProvider,
} from './dispute-stages.ts';

test.each([
  ['warning_needs_response', 'inquiry', 'inquiry', true],
  ['warning_under_review', 'inquiry', 'inquiry', false],
  ['warning_closed', 'closed', 'inquiry', false],
  ['needs_response', 'needsResponse', 'dispute', true],
  ['under_review', 'underReview', 'dispute', false],
  ['won', 'won', 'dispute', false],
  ['lost', 'lost', 'dispute', false],
  ['prevented', 'closed', 'dispute', false],
  ['appeal_needs_response', 'needsResponse', 'appeal', true],
  ['appeal_under_review', 'underReview', 'appeal', false],
])('maps %s to %s in the stage %s', (provider, status, stage, awaits) => {
  expect([statusOfProvider(provider), stageOfProvider(provider), awaitsAnswer(provider)]).toEqual([
    status,
    stage,
    awaits,
  ]);
});

test.each(['settled_elsewhere', '', 'toString'])('does not know the status %j', (status) => {
  expect(statusOfProvider(status)).toBeUndefined();
});

test('names the outcome of disputes that ended', () => {
  const outcome = (status: Parameters<typeof outcomeOf>[0]['status'], isAccepted = false) =>
    outcomeOf({ status, isAccepted });
  expect([outcome('won'), outcome('lost'), outcome('lost', true), outcome('closed')]).toEqual([
    'won',
    'lost',
    'accepted',
    'closed',
  ]);
  expect([outcome('inquiry'), outcome('needsResponse'), outcome('underReview')]).toEqual([null, null, null]);
});

test('charges the location only for a dispute that is lost and that it funds', () => {
  expect(shareOfLocation('lost', 'location', 900)).toBe(900);
  expect(shareOfLocation('lost', 'marketplace', 900)).toBe(0);
  expect(shareOfLocation('won', 'location', 900)).toBe(0);
  expect(shareOfLocation('underReview', 'location', 900)).toBe(0);
});
