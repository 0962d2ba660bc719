import { expect, test } from 'vitest';
import { defaultMessage, fillIn } from './recalls.ts';

const facts = {
  firstName: 'Ada',
  products: 'Rye Crackers',
  orders: 'O-100001',
  location: 'Downtown',
  brand: 'Aisle',
  reason: 'Splinters',
};

test('every word in braces of the usual message is one that is known', () => {
  const { subject, text } = defaultMessage;

  expect(fillIn(subject + text, facts)).not.toMatch(/[{}]/);
});

test('what is not one of the words stays as it was typed', () => {
  expect(fillIn('Dear {firstName}, {constructor} {who}', facts)).toBe('Dear Ada, {constructor} {who}');
});
