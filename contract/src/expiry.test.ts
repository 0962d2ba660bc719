import { expect, test } from 'vitest';
import { markDownFor } from './expiry.ts';

const facts = { daysLeft: 5, onHand: 10, perDay: 1, earlier: 0, price: 1000 };

test('what sells out in time is not marked down', () => {
  expect(markDownFor({ ...facts, perDay: 2 })).toBeNull();
});

test.each([
  [20, 0.3, 10],
  [7, 0.8, 20],
  [3, 1.5, 30],
  [1, 3, 50],
  [0, 5, 50],
])(
  'with %d days left and some of it to be left over, the step is of its day',
  (daysLeft, perDay, percent) => {
    expect(markDownFor({ ...facts, daysLeft, perDay })).toMatchObject({ percent });
  },
);

test('what hardly sells goes a step further, and what nearly sells out a step less', () => {
  expect(markDownFor({ ...facts, perDay: 0.1 })).toEqual({ percent: 30, price: 700, leftOver: 9.4 });
  expect(markDownFor({ ...facts, perDay: 1.5 })).toEqual({ percent: 10, price: 900, leftOver: 1 });
  expect(markDownFor({ ...facts, daysLeft: 0, perDay: 0 })).toMatchObject({ percent: 70, price: 300 });
  expect(markDownFor({ ...facts, daysLeft: 30, perDay: 0.3 })).toBeNull();
});

test('what expires earlier is sold first', () => {
  expect(markDownFor({ ...facts, perDay: 3, earlier: 14 })).toMatchObject({ leftOver: 6, percent: 20 });
});

test('nothing is suggested for what has expired, and no price falls to nothing', () => {
  expect(markDownFor({ ...facts, daysLeft: -1 })).toBeNull();
  expect(markDownFor({ ...facts, daysLeft: 0, perDay: 0, price: 2 })).toMatchObject({ price: 1 });
});
