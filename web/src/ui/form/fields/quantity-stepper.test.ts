import { expect, test } from 'vitest';
import { stepped } from './quantity-stepper.tsx';

const eggs = { unit: 'each', soldByWeight: false } as const;
const ham = { unit: 'lb', soldByWeight: true } as const;

test('steps pieces by one and weighed items by a quarter, within the bounds', () => {
  expect(stepped(eggs, 3, 1, { most: 3 })).toBe(3);
  expect(stepped(eggs, null, 1)).toBe(1);
  expect(stepped(eggs, 2, -1, { least: 2 })).toBe(2);
  expect(stepped(ham, 1.25, 1, { most: 1.4 })).toBe(1.4);
  expect(stepped(ham, 0.1, -1)).toBe(0);
});
