import { fundedBy, type LineDiscount } from '@aisle/contract/sales/promotions/promotion-discounts';
import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { claimLinesOf, type VendorJournal } from './claim-lines.ts';

const vendorId = newId();
const [snacks, weekend] = [newId(), newId()];

const discount = (promotionId: string, amount: number, parts: Partial<LineDiscount> = {}): LineDiscount => {
  const funding = { marketplace: 50, location: 0, vendor: 50, vendorId };
  return {
    source: 'promotion',
    promotionId,
    edition: 1,
    label: 'Buy 2 get 1 free',
    quantity: 3,
    units: 3,
    amount,
    funding,
    funded: fundedBy(amount, funding),
    ofOrder: false,
    withoutPlan: false,
    vendorIsTaxed: true,
    follows: null,
    rule: '',
    ...parts,
  };
};
const line = {
  id: newId(),
  unitPrice: 399,
  quantity: 3,
  pickedQuantity: 3,
  removed: false,
  total: 798,
  discounts: [discount(snacks, 399)],
};
const sale: VendorJournal = {
  locationId: newId(),
  journalId: newId(),
  orderId: newId(),
  lines: [line],
  refunded: null,
  isReversed: false,
  delivery: null,
  deliveryAmount: 0,
};
const linesOf = (parts: Partial<VendorJournal>) =>
  claimLinesOf({ ...sale, ...parts }, vendorId).map(({ lineId, promotionId, units, amount }) => [
    lineId,
    promotionId,
    units,
    amount,
  ]);
const partOf = (promotionId: string, amount: number) => ({
  promotionId,
  funder: 'vendor' as const,
  vendorId,
  amount,
});
const refundOf = (amount: number, part: number, rest: { quantity?: number } = {}) => ({
  refunded: [{ lineId: line.id, amount, promotions: [partOf(snacks, part)], ...rest }],
});

test('claims the part of a promotion on the units that were picked', () => {
  expect(linesOf({})).toEqual([[line.id, snacks, 3, 199]]);
  expect(linesOf({ lines: [{ ...line, pickedQuantity: 2 }] })).toEqual([[line.id, snacks, 2, 133]]);
  expect(linesOf({ lines: [{ ...line, removed: true }] })).toEqual([]);
});

test('leaves out promotions that other vendors fund', () => {
  const other = { marketplace: 0, location: 0, vendor: 100, vendorId: newId() };
  const discounts = [discount(snacks, 399), discount(weekend, 100, { funding: other })];

  expect(linesOf({ lines: [{ ...line, discounts }] })).toEqual([[line.id, snacks, 3, 199]]);
});

test('takes refunded units off, whether the refund names them or an amount', () => {
  expect(linesOf(refundOf(266, 66))).toEqual([[line.id, snacks, -1, -66]]);
  expect(linesOf(refundOf(266, 66, { quantity: 1 }))).toEqual([[line.id, snacks, -1, -66]]);
});

test('takes units of a free line off by their quantity', () => {
  const free = { ...line, total: 0, discounts: [discount(snacks, 1197)] };

  expect(linesOf({ lines: [free], ...refundOf(0, 199, { quantity: 1 }) })).toEqual([
    [line.id, snacks, -1, -199],
  ]);
});

test('lists the parts of all promotions that reduced a refunded line', () => {
  const discounts = [discount(snacks, 399), discount(weekend, 101, { ofOrder: true })];
  const lines = [{ ...line, total: 697, discounts }];
  const promotions = [
    partOf(snacks, 66),
    { ...partOf(snacks, 67), funder: 'marketplace' as const, vendorId: null },
    partOf(weekend, 17),
  ];

  expect(linesOf({ lines })).toEqual([
    [line.id, snacks, 3, 199],
    [line.id, weekend, 3, 50],
  ]);
  expect(linesOf({ lines, refunded: [{ lineId: line.id, amount: 232, promotions }] })).toEqual([
    [line.id, snacks, -1, -66],
    [line.id, weekend, -1, -17],
  ]);
});

test('counts a delivery as one unit, and the refund of its fee as a part of it', () => {
  const funding = { marketplace: 50, location: 0, vendor: 50, vendorId };
  const delivery = {
    promotionId: weekend,
    edition: 1,
    label: 'Free delivery',
    amount: 500,
    funding,
    funded: fundedBy(500, funding),
  };

  expect(linesOf({ lines: [], delivery, deliveryAmount: 250 })).toEqual([[null, weekend, 1, 250]]);
  expect(linesOf({ lines: [], refunded: [], delivery, deliveryAmount: -125 })).toEqual([
    [null, weekend, -0.5, -125],
  ]);
});
