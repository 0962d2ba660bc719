import { expect, test } from 'vitest';
import { lateText, pickedDifferently } from './order-flags.tsx';

const slot = { from: '2026-11-21T10:00:00Z', to: '2026-11-21T11:00:00Z' };
const order = { status: 'processing' as const, slot, createdAt: '2026-11-21T08:00:00Z' };

test('returns the delay after a full minute until delivery', () => {
  expect(lateText(order, Date.parse('2026-11-21T11:00:30Z'))).toBeNull();
  expect(lateText(order, Date.parse('2026-11-21T11:05:00Z'))).toBe('5 min late');
  expect(lateText({ ...order, status: 'delivered' }, Date.parse('2026-11-21T12:00:00Z'))).toBeNull();
});

test('promises an order without a slot within an hour', () => {
  const soon = { ...order, slot: null };

  expect(lateText(soon, Date.parse('2026-11-21T08:59:00Z'))).toBeNull();
  expect(lateText(soon, Date.parse('2026-11-21T09:05:00Z'))).toBe('5 min late');
});

test('excludes replaced and cancelled lines, and weighed items that were found', () => {
  const line = (parts: {
    _id: string;
    pickedQuantity: number | null;
    substituteFor?: string;
    soldByWeight?: boolean;
    removed?: boolean;
  }) => ({
    quantity: 2,
    removed: false,
    soldByWeight: false,
    substituteFor: null,
    ...parts,
  });
  const lines = [
    line({ _id: 'a', pickedQuantity: 1 }),
    line({ _id: 'b', pickedQuantity: 0 }),
    line({ _id: 'c', pickedQuantity: 2, substituteFor: 'b' }),
    line({ _id: 'd', pickedQuantity: 1.98, soldByWeight: true }),
    line({ _id: 'e', pickedQuantity: null }),
    line({ _id: 'f', pickedQuantity: 0, removed: true }),
  ];

  expect(pickedDifferently(lines)).toEqual({ short: 1, replaced: 1 });
});
