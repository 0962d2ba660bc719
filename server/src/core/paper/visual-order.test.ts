import { expect, test } from 'vitest';
import { visualOrder } from './visual-order.ts';

test('words from left to right stay in one piece', () => {
  expect(visualOrder('Ada Byron, 12 Oak St')).toEqual(['Ada Byron, 12 Oak St']);
});

test('words from right to left change places, numbers between them too', () => {
  expect(visualOrder('הרצל 5 תל אביב')).toEqual(['אביב', 'תל', '5', 'הרצל']);
});

test('words of the other direction around them keep their places', () => {
  expect(visualOrder('Apt 4 محمد علي Oak St')).toEqual(['Apt', '4', 'علي', 'محمد', 'Oak', 'St']);
});
