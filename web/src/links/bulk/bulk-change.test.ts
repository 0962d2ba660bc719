import { expect, test } from 'vitest';
import { type ChangeDraft, readDraft } from './bulk-change.ts';

const draft = (parts: Partial<ChangeDraft>): ChangeDraft => ({
  field: 'price',
  way: 'set',
  text: '',
  rounding: 'nine',
  status: true,
  assigned: false,
  locationIds: [],
  ...parts,
});
const location = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each<[Partial<ChangeDraft>, object]>([
  [{ text: '2.50' }, { field: 'price', to: { by: 'set', value: 250 } }],
  [
    { way: 'lowerPercent', text: '10' },
    { field: 'price', to: { by: 'percent', value: -10, rounding: 'nine' } },
  ],
  [
    { way: 'raise', text: '0.25' },
    { field: 'price', to: { by: 'amount', value: 25, rounding: 'nine' } },
  ],
  [
    { field: 'salePrice', way: 'clear' },
    { field: 'salePrice', to: { by: 'clear' } },
  ],
  [
    { field: 'status', status: false },
    { field: 'status', to: { by: 'set', value: false } },
  ],
  [
    { field: 'threshold', way: 'lower', text: '1.5', locationIds: [location] },
    { field: 'threshold', locationIds: [location], to: { by: 'amount', value: -1.5 } },
  ],
  [
    { field: 'assigned', locationIds: [location] },
    { field: 'assigned', locationIds: [location], to: { by: 'set', value: false } },
  ],
])('parses %j as %j', (parts, change) => {
  expect(readDraft(draft(parts))).toEqual({ change });
});

test('shows no error for an empty field, and a message for invalid input', () => {
  expect(readDraft(draft({}))).toEqual({ error: null });
  expect(readDraft(draft({ text: 'abc' }))).toEqual({
    error: 'Enter a price above 0 with at most 2 decimals',
  });
  expect(readDraft(draft({ field: 'threshold', text: '2' }))).toEqual({ error: 'Choose a location' });
});
