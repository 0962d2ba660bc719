import { expect, test } from 'vitest';
import { ColumnSurvey, decimalsOf, importedCents, plainDecimal, readNumber } from './import-numbers.ts';

test.each([
  ['1.95', 195],
  ['$1,234.50', 123450],
  ['1,95', 195],
  ['195', 19500],
  ['6,66 €', 666],
  ['1.234,50 €', 123450],
  ['1.234.567', 123456700],
  ['USD 4.50', 450],
  ['4.50 USD', 450],
  ['4.50 / ea', 450],
  ['€ 2,99/kg', 299],
  ['3,20 € pro Stück', 320],
  ['5,-', 500],
  ['5,— €', 500],
  ['-,99', 99],
  ['–,99 €', 99],
  ['--.99', 99],
  ["CHF 1'234.50", 123450],
  ['1 234,50', 123450],
  ['1\u202f234,50\u00a0€', 123450],
  ['4.5000', 450],
  ['.5', 50],
  ['$.50', 50],
  ['R$ 4,50', 450],
  ['R$ 1.299', 129900],
  ['₹1,299', 129900],
  ['₹1,23,456.00', 12345600],
  ['Rs. 45', 4500],
  ['Rs.45', 4500],
  ['S/ 4.50', 450],
  ['S/.4.50', 450],
  ['R45', 4500],
  ['RM 4.50', 450],
  ['US$ 1.99', 199],
  ['CA$4.50', 450],
  ['$1.99 USD', 199],
  ['kr 45,50', 4550],
  ['45 kr.', 4500],
  ['12,50 zł', 1250],
  ['1 299 Kč', 129900],
  ['4.50 Fr.', 450],
  ['¥1,200', 120000],
  ['1,50 Euro', 150],
  ['5 dollars', 500],
  ['0,99*', 99],
  ['1,99 € *', 199],
  ['1,99¹', 199],
  ['1€99', 199],
  ['99¢', 99],
  ['nur 1,99 €', 199],
  ['1,99 inkl. MwSt.', 199],
  ['12,50 TTC', 1250],
  ['$4.99 per 1 lb', 499],
  ['4,99 €/Stk.', 499],
  ['１２.５０', 1250],
  ['\u202a4.50\u202c', 450],
  ['19.900000000000002', 1990],
  ['2.4899999999999998', 249],
  ['19.899999618530273', 1990],
  ['1234.56005859375', 123456],
] as const)('reads %j as %i cents', (text, cents) => {
  expect(importedCents(text, 'dollars')).toBe(cents);
});

test.each([
  '4.5051',
  'free',
  '-1.00',
  '(1.99)',
  '',
  '€',
  '$1.5k',
  '2 for $5',
  '4 x 1,99',
  '1.99 / 100 g',
  '1.99 excl. VAT',
  '1.2.3',
  '27.11.2026',
  '12-5',
  '10%',
  '5.0E+12',
])('rejects %j as a price', (text) => {
  expect(importedCents(text, 'dollars')).toBeUndefined();
});

test('reads whole cents', () => {
  expect(importedCents('195', 'cents')).toBe(195);
  expect(importedCents('1.95', 'cents')).toBeUndefined();
});

test.each([
  ['1,234', 'comma', '1.234'],
  ['1,234', 'point', '1234'],
  ['1.234', 'comma', '1234'],
  ['1.234', 'point', '1.234'],
  // The number is unambiguous, regardless of the other cells.
  ['1.50', 'comma', '1.50'],
  ['1,50', 'point', '1.50'],
  ['0,500', 'point', '0.500'],
  ['1234.567', 'comma', '1234.567'],
] as const)('reads %j in the format %s as %s', (text, style, number) => {
  expect(plainDecimal(text, style)).toBe(number);
});

test('returns both possible numbers of an ambiguous cell', () => {
  expect(readNumber('12,500 €')).toEqual({ unclear: { point: '12500', comma: '12.500' } });
  expect(plainDecimal('12,500')).toBeUndefined();
});

const survey = (cells: readonly string[]) => {
  const one = new ColumnSurvey();
  for (const cell of cells) one.add(cell);
  return one.result();
};
test.each([
  [['6,66 €', '1.234'], 'comma', '1.234'],
  [['1,234.50', '3.20'], 'point', null],
  [['0,5 l', '1.000 g'], 'comma', '1.000 g'],
  [['0.500', '1.250'], 'point', '1.250'],
  [['1250', '250', '12.500'], null, '12.500'],
  [['1.125', '250'], null, '1.125'],
  [['1.000', '12,500'], null, '12,500'],
  [['2,49', '3.50', '1.000'], 'mixed', '1.000'],
  [['₹1,299', '12.500'], 'point', '12.500'],
  [['27.11.2026', '1.2.3', 'A1,5', '250'], null, null],
] as const)('detects the format of %j: %s', (cells, style, unclear) => {
  expect(survey(cells)).toMatchObject({ style, unclear });
});

const fields = { price: { shown: 'money' }, unitSize: { shown: 'number' }, name: {} } as const;
const mapping = { price: 'Preis', unitSize: 'Menge', name: 'Name' };
const of = (numbers: Record<string, readonly string[]>, delimiter = '\t', options = {}) =>
  decimalsOf('Menge', {
    delimiter,
    columnFacts: Object.fromEntries(
      Object.entries(numbers).map(([column, cells]) => [column, survey(cells)]),
    ),
    fields,
    mapping,
    options,
  });

test('reads an ambiguous column in the format of the other number columns', () => {
  expect(of({ Menge: ['12,500'], Preis: ['2,49'] })).toBe('comma');
  expect(of({ Menge: ['12,500'], Preis: ['2.49'] })).toBe('point');
  expect(of({ Menge: ['12,500'], Name: ['2.49'] })).toBeUndefined();
  expect(of({ Menge: ['2,49', '2.50', '12,500'], Preis: ['2,49'] })).toBeUndefined();
});

test('reads an ambiguous file by its delimiter, or leaves the choice to the user', () => {
  expect(of({ Menge: ['12,500', '1.000'] }, ';')).toBe('comma');
  expect(of({ Menge: ['1.125'] }, ',')).toBe('point');
  expect(of({ Menge: ['1.000'] }, ',')).toBeUndefined();
  expect(of({ Menge: ['12,500'] }, ',')).toBeUndefined();
  expect(of({ Menge: ['12,500'] }, ',', { decimals: 'point' })).toBe('point');
});
