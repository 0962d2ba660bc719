import type { TimelineEntry } from '@aisle/contract/service/customer-care';
import { expect, test } from 'vitest';
import { wordsOf } from './timeline-labels.ts';

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  _id: '1',
  at: '2026-11-20T10:00:00.000Z',
  kind: 'order',
  what: 'placed',
  recordId: null,
  title: 'O-100042',
  amount: null,
  by: null,
  note: null,
  locationName: null,
  ...more,
});
const text = (more: Partial<TimelineEntry>) => {
  const one = entry(more);
  const { before, after } = wordsOf(one);
  return `${before}${one.title ?? ''}${after}`;
};

test.each<[Partial<TimelineEntry>, string]>([
  [{ amount: 8620 }, 'Order O-100042 placed, $86.20'],
  [{ what: 'delivered', amount: 8620 }, 'Order O-100042 delivered'],
  [{ kind: 'refund', what: 'refunded', amount: 1158 }, '$11.58 of O-100042 refunded'],
  [{ kind: 'coins', what: 'earned', amount: 86 }, '+86 coins earned with O-100042'],
  [{ kind: 'coins', what: 'expired', amount: -1, title: null }, '−1 coin expired'],
  [{ kind: 'subscription', what: 'started', title: 'Plus', amount: 900 }, 'Plus started, $9.00'],
  [{ kind: 'ticket', what: 'opened', title: 'H-1042' }, 'Ticket H-1042 opened'],
  [{ kind: 'message', what: 'onTheWay' }, 'Message about O-100042: on its way'],
  [{ kind: 'message', what: 'bulk', title: 'Eggs are back' }, 'Message “Eggs are back” sent'],
  [{ kind: 'change', what: 'editAddress', title: null }, 'Address changed'],
])('describes %j as "%s"', (more, words) => {
  expect(text(more)).toBe(words);
});
