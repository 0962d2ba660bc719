import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';
import { expect, test } from 'vitest';
import { idOf, newId } from '../../../test/records.ts';
import { milk } from '../warehouse.fixtures.ts';
import { noMarkDownReason, skippedText } from './suggested.ts';

const lotOf = (more: Partial<ExpiryLot> = {}): ExpiryLot => ({
  _id: newId(),
  number: 'L-1001',
  locationId: idOf(1),
  locationName: 'Downtown',
  subProductData: milk,
  vendorName: null,
  onHand: 12,
  expiresOn: '2026-11-30',
  daysLeft: 3,
  isRecalled: false,
  cost: 3000,
  retail: 4788,
  price: 399,
  perDay: 1,
  suggestion: { percent: 30, price: 279, leftOver: 4 },
  markDown: null,
  ...more,
});
const expired = lotOf({ daysLeft: -2, suggestion: null });
const marked = lotOf({ suggestion: null, markDown: { _id: newId(), price: 279, until: '2026-11-30' } });

test('explains why no lot can be marked down', () => {
  expect(noMarkDownReason([expired, lotOf({ daysLeft: -9, suggestion: null }), marked])).toBe(
    'Nothing to mark down: 2 have expired, 1 is already marked down.',
  );
  expect(noMarkDownReason([lotOf({ isRecalled: true, suggestion: null })])).toBe(
    'Nothing to mark down: 1 is recalled.',
  );
});

test('allows a mark-down of one lot and lists the skipped ones', () => {
  expect(noMarkDownReason([expired, lotOf()])).toBeUndefined();
  expect(skippedText([expired, lotOf()])).toBe(' Skips 1 lot: 1 has expired.');
  expect(skippedText([lotOf()])).toBe('');
});

test('allows a mark-down without a suggestion', () => {
  const selling = lotOf({ suggestion: null });

  expect(noMarkDownReason([expired, selling])).toBeUndefined();
  expect(skippedText([selling])).toBe(' Skips 1 lot: 1 has no suggestion.');
});
