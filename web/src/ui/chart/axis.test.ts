import { expect, test } from 'vitest';
import { axisSteps, axisTicks } from './axis.ts';

test('starts at zero, ends at or above the highest value, and uses round steps', () => {
  expect(axisSteps(0)).toEqual([0]);
  expect(axisSteps(90)).toEqual([0, 50, 100]);
  expect(axisSteps(283_000)).toEqual([0, 100_000, 200_000, 300_000]);
  for (const highest of [1, 7, 99, 1234, 9_999_999]) {
    const steps = axisSteps(highest);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(steps.length).toBeLessThanOrEqual(5);
  }
});

test('extends below zero for negative values and includes zero', () => {
  expect(axisSteps(90, -40)).toEqual([-50, 0, 50, 100]);
  expect(axisSteps(-5, -90)).toEqual([-100, -50, 0]);
});

test('spaces the labels evenly, including the first and the last', () => {
  expect(axisTicks(3, 6)).toEqual([0, 1, 2]);
  expect(axisTicks(31, 6)).toEqual([0, 6, 12, 18, 24, 30]);
});
