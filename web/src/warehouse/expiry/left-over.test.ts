import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';
import { expect, test } from 'vitest';
import { remainingText } from './left-over.ts';

const of = (soldByWeight: boolean) =>
  ({ subProductData: { unit: 'lb', soldByWeight } }) as Pick<ExpiryLot, 'subProductData'>;

test('rounds up pieces but not weight', () => {
  expect([remainingText(of(false), 1.929), remainingText(of(true), 1.929)]).toEqual(['2', '1.929 lb']);
});
