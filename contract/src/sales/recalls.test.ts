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

test('contains only known placeholders in the default message', () => {
  const { subject, text } = defaultMessage;

  expect(fillIn(subject + text, facts)).not.toMatch(/[{}]/);
});

test('keeps unknown placeholders unchanged', () => {
  expect(fillIn('Dear {firstName}, {constructor} {who}', facts)).toBe('Dear Ada, {constructor} {who}');
});
