import type { StatementRules } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import { estimateDue } from './due-estimate.ts';

const rules: StatementRules = { every: 'week', weekday: 0, holdDays: 2, minimumPayout: 0 };
/** A Wednesday; the period ends on Sunday. */
const today = '2026-11-25';
const period = { since: '2026-11-23', today, daysSoFar: 2 };

test('continues the pace of sales to the end of the period', () => {
  const estimated = estimateDue({ ...period, amount: 20_000, recurring: 20_000 }, rules);

  expect(estimated).toEqual({ periodEnd: '2026-11-29', estimate: 60_000, isOver: false });
});

test('does not repeat a single refund on every day that is left', () => {
  expect(estimateDue({ ...period, amount: -957, recurring: -957 }, rules).estimate).toBe(-957);
});

test('does not repeat an adjustment', () => {
  expect(estimateDue({ ...period, amount: 15_000, recurring: 20_000 }, rules).estimate).toBe(55_000);
});

test('counts a few hours as a day', () => {
  const hours = { ...period, since: today, daysSoFar: 0.1 };

  expect(estimateDue({ ...hours, amount: 1000, recurring: 1000 }, rules).estimate).toBe(5000);
});

test('recognizes a period that is over', () => {
  const late = { ...period, since: '2026-11-16', today: '2026-11-24', daysSoFar: 8 };

  expect(estimateDue({ ...late, amount: 800, recurring: 800 }, rules)).toEqual({
    periodEnd: '2026-11-22',
    estimate: 800,
    isOver: true,
  });
});
