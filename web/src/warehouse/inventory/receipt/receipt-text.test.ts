import { describe, expect, test } from 'vitest';
import { headings, pastedRows, tableRows } from './receipt-text.ts';

/** The cells without the generated row IDs. */
const cellsOf = (rows: ReturnType<typeof pastedRows>) =>
  rows?.map(({ code, quantity, cost, expires, lotNumber, vendor }) => [
    code,
    quantity,
    cost,
    expires,
    lotNumber,
    vendor,
  ]);

describe('pasted rows', () => {
  test('uses the default columns without a header', () => {
    expect(cellsOf(pastedRows('OAT-1\t12\t0.80\t11/21/2026\tL7\tAcme'))).toEqual([
      ['OAT-1', '12', '0.80', '11/21/2026', 'L7', 'Acme'],
    ]);
  });

  test('uses the columns of the header', () => {
    const text = 'Qty\tSKU\tRemark\tBest before\r\n12\tOAT-1\tfragile\t2026-11-21\r\n';

    expect(cellsOf(pastedRows(text))).toEqual([['OAT-1', '12', '', '11/21/2026', '', '']]);
  });

  test('omits empty lines', () => {
    expect(cellsOf(pastedRows('A\t1\n\t \n\nB\t2\n'))?.map(([code]) => code)).toEqual(['A', 'B']);
  });

  test.each(['', '  ', 'OAT-1', 'OAT-1\n'])('returns null for the single cell %j', (text) => {
    expect(pastedRows(text)).toBeNull();
  });

  test('returns one row per line of codes', () => {
    expect(cellsOf(pastedRows('OAT-1\nRYE-2'))?.map(([code]) => code)).toEqual(['OAT-1', 'RYE-2']);
  });

  test.each([
    ['1,200', '1200'],
    ['1,200,500', '1200500'],
    ['0,125', '0,125'],
    ['12,5', '12,5'],
    ['1.5', '1.5'],
  ])('normalizes the quantity %j to %j', (pasted, quantity) => {
    expect(pastedRows(`OAT-1\t${pasted}`)?.[0]?.quantity).toBe(quantity);
  });

  test.each([
    ['$ 0.80', '0.80'],
    ['$1,200.00', '1,200.00'],
    ['0.80', '0.80'],
  ])('normalizes the cost %j to %j', (pasted, cost) => {
    expect(pastedRows(`OAT-1\t1\t${pasted}`)?.[0]?.cost).toBe(cost);
  });
});

test('converts the rows of a file parsed by the server', () => {
  expect(cellsOf(tableRows([['A', '1', '', '2026-12-01', '', ''], ['B']]))).toEqual([
    ['A', '1', '', '12/01/2026', '', ''],
    ['B', '', '', '', '', ''],
  ]);
});

test('recognizes a filled-in template', () => {
  const filled = `${headings.trim().replaceAll(',', '\t')}\nOAT-1\t12\t0.80\t2026-12-01\tL7\tAcme`;

  expect(cellsOf(pastedRows(filled))).toEqual([['OAT-1', '12', '0.80', '12/01/2026', 'L7', 'Acme']]);
});
