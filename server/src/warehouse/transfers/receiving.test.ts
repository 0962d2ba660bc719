import { expect, test } from 'vitest';
import { spreadOver } from './receiving.ts';

const line = { lineId: 'line', subProductId: 'milk' };
const early = { ...line, lotId: 'early', quantity: 3 };
const late = { ...line, lotId: 'late', quantity: 5 };

test.each([
  [8, 0, 'early 0 0, late 0 0'],
  [6, 0, 'early 0 0, late -2 0'],
  [2, 0, 'early -1 0, late -5 0'],
  [0, 0, 'early -3 0, late -5 0'],
  [9.5, 0, 'early 0 0, late 1.5 0'],
  [8, 6, 'early 0 1, late 0 5'],
  [4, 2, 'early 0 1, late -4 1'],
  [9, 9, 'early 0 3, late 1 6'],
])(
  'spreads %d received units, %d of them damaged, over lots of 3 and 5: %s',
  (received, damaged, expected) => {
    const lots = spreadOver([early, late], { received, damaged });

    // The difference and the damaged quantity of each lot.
    expect(lots.map((lot) => `${lot.lotId} ${lot.difference} ${lot.damaged}`).join(', ')).toBe(expected);
  },
);
