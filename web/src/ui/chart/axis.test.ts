import { expect, test } from 'vitest';
import { axisSteps, axisTicks } from './axis.ts';

test('the axis begins at zero, ends above the highest value, and counts in round steps', () => {
  expect(axisSteps(0)).toEqual([0]);
  expect(axisSteps(90)).toEqual([0, 50, 100]);
  expect(axisSteps(283_000)).toEqual([0, 100_000, 200_000, 300_000]);
  for (const highest of [1, 7, 99, 1234, 9_999_999]) {
    const steps = axisSteps(highest);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(steps.length).toBeLessThanOrEqual(5);
  }
});

test('values below zero extend the axis downwards, and zero stays on it', () => {
  expect(axisSteps(90, -40)).toEqual([-50, 0, 50, 100]);
  expect(axisSteps(-5, -90)).toEqual([-100, -50, 0]);
});

test('labels below the axis are spread evenly, the first and the last always among them', () => {
  expect(axisTicks(3, 6)).toEqual([0, 1, 2]);
  expect(axisTicks(31, 6)).toEqual([0, 6, 12, 18, 24, 30]);
});
