import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../core/for-all.fixtures.ts';
import { CalendarInput, markDownFor } from './expiry.ts';

const facts = { daysLeft: 5, onHand: 10, perDay: 1, earlier: 0, price: 1000 };

test('suggests no mark-down for stock that sells out in time', () => {
  expect(markDownFor({ ...facts, perDay: 2 })).toBeNull();
});

test.each([
  [20, 0.3, 10],
  [7, 0.8, 20],
  [3, 1.5, 30],
  [1, 3, 50],
  [0, 5, 50],
])('suggests the step for %d days left if stock remains', (daysLeft, perDay, percent) => {
  expect(markDownFor({ ...facts, daysLeft, perDay })).toMatchObject({ percent });
});

test('suggests one step more for slow sellers, and one less if little stock remains', () => {
  expect(markDownFor({ ...facts, perDay: 0.1 })).toEqual({ percent: 30, price: 700, leftOver: 9.4 });
  expect(markDownFor({ ...facts, perDay: 1.5 })).toEqual({ percent: 10, price: 900, leftOver: 1 });
  expect(markDownFor({ ...facts, daysLeft: 0, perDay: 0 })).toMatchObject({ percent: 70, price: 300 });
  expect(markDownFor({ ...facts, daysLeft: 30, perDay: 0.3 })).toBeNull();
});

test('sells stock that expires earlier first', () => {
  expect(markDownFor({ ...facts, perDay: 3, earlier: 14 })).toMatchObject({ leftOver: 6, percent: 20 });
});

test('suggests nothing for expired stock, and never a price of 0', () => {
  expect(markDownFor({ ...facts, daysLeft: -1 })).toBeNull();
  expect(markDownFor({ ...facts, daysLeft: 0, perDay: 0, price: 2 })).toMatchObject({ price: 1 });
});

const someFacts = fc.record({
  daysLeft: fc.integer({ min: 0, max: 60 }),
  onHand: fc.integer({ min: 1, max: 1_000_000 }).map((count) => count / 1000),
  perDay: fc.integer({ min: 0, max: 20_000 }).map((count) => count / 1000),
  earlier: fc.integer({ min: 0, max: 100 }),
  price: fc.integer({ min: 2, max: 100_000 }),
});

test('suggests a positive price below the current one', () => {
  forAll(someFacts, (known) => {
    const suggestion = markDownFor(known);
    fc.pre(suggestion !== null);

    expect(suggestion?.price).toBeGreaterThanOrEqual(1);
    expect(suggestion?.price).toBeLessThan(known.price);
  });
});

test('predicts no more remaining stock than there is', () => {
  forAll(someFacts, (known) => {
    const { leftOver = known.onHand } = markDownFor(known) ?? {};

    expect(leftOver).toBeGreaterThan(0);
    expect(leftOver).toBeLessThanOrEqual(known.onHand);
  });
});

test('suggests no larger mark-down for items that sell faster', () => {
  forAll(someFacts, fc.integer({ min: 1, max: 10 }), (known, faster) => {
    const percentAt = (perDay: number) => markDownFor({ ...known, perDay })?.percent ?? 0;

    expect(percentAt(known.perDay + faster)).toBeLessThanOrEqual(percentAt(known.perDay));
  });
});

test.each([
  ['2026-11-01', '2026-11-30', undefined],
  ['2026-11-01', '2026-11-01', undefined],
  ['2026-11-30', '2026-11-01', 'Ends before it starts'],
  ['2026-11-01', '2027-01-01', undefined],
  ['2026-11-01', '2027-01-02', 'At most 62 days at once'],
])('checks the calendar from %s to %s: %s', (from, to, message) => {
  expect(CalendarInput.safeParse({ from, to }).error?.issues[0]?.message).toBe(message);
});
