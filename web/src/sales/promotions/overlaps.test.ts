import { expect, test } from 'vitest';
import { overlapsOf } from './overlaps.ts';
import { dairy, promotionOf } from './promotions.fixtures.ts';

const one = promotionOf({ status: 'active' });
const other = (parts: Parameters<typeof promotionOf>[0]) =>
  promotionOf({ _id: '00000000-0000-7000-8000-000000000002', status: 'active', ...parts });
const none = { categoryIds: [], brandIds: [], productIds: [], subProductIds: [], tags: [] };
const [here, there] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];

test.each<[string, boolean, Parameters<typeof promotionOf>[0]]>([
  ['the same category', true, {}],
  ['all items', true, { goods: { ...none, exclude: none, includeSale: true } }],
  ['other items', false, { goods: { ...none, tags: ['tea'], exclude: none, includeSale: true } }],
  ['another class', false, { reward: { kind: 'delivery', percent: 100 } }],
  [
    'another time',
    false,
    { schedule: { ...one.schedule, startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' } },
  ],
  ['the end of the schedule', false, { status: 'ended' }],
])('compares %s: %s', (_, overlaps, parts) => {
  expect(overlapsOf(one, [one, other(parts)])).toHaveLength(overlaps ? 1 : 0);
});

test('compares locations', () => {
  const atHere = { ...one, locationIds: [here] };

  expect(overlapsOf(atHere, [other({ locationIds: [there] })])).toHaveLength(0);
  expect(overlapsOf(atHere, [other({ locationIds: [here, there] })])).toHaveLength(1);
  expect(one.goods.categoryIds).toEqual([dairy]);
});
