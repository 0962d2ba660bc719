import { expect, test } from 'vitest';
import { type AchCredit, nachaFile, problemOfCredit } from './nacha.ts';

const originator = {
  companyName: 'Aisle Market',
  companyId: '1234567890',
  originName: 'First Corner Bank',
  originRouting: '021000021',
};
const credit: AchCredit = {
  locationName: 'Oak Street',
  reference: 'S-2031',
  accountHolder: 'Corner Market LLC',
  routingNumber: '011401533',
  accountNumber: '000987654321',
  amount: 123_456,
};
const other = {
  ...credit,
  reference: 'S-2032',
  routingNumber: '091000019',
  accountNumber: '4321',
  amount: 99,
};
const fileOf = (credits: readonly AchCredit[]) =>
  nachaFile({
    originator,
    effective: '2026-11-23',
    createdAt: new Date('2026-11-22T18:05:09Z'),
    modifier: 'A',
    credits,
  });
const linesOf = (credits: readonly AchCredit[]) => fileOf(credits).split('\n');

test('formats a file of two credits exactly as required', () => {
  expect(linesOf([credit, other])).toEqual([
    '101 02100002112345678902611221805A094101FIRST CORNER BANK      AISLE MARKET                   ',
    '5220AISLE MARKET                        1234567890CCDPAYOUT          261123   1021000020000001',
    '622011401533000987654321     0000123456S-2031         CORNER MARKET LLC       0021000020000001',
    '6220910000194321             0000000099S-2032         CORNER MARKET LLC       0021000020000002',
    // 01140153 + 09100001 = 10240154; 1234.56 + 0.99 = 1235.55.
    '822000000200102401540000000000000000001235551234567890                         021000020000001',
    '9000001000001000000020010240154000000000000000000123555                                       ',
    ...Array(4).fill('9'.repeat(94)),
    '',
  ]);
});

test.each([1, 5, 6, 7, 16, 17])('pads a file of %i credits to whole blocks of ten', (count) => {
  const lines = linesOf(Array(count).fill(credit)).slice(0, -1);

  const blocks = Math.ceil((count + 4) / 10);
  expect(lines).toHaveLength(blocks * 10);
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([94]));
  const control = lines.findLast((line) => !/^9+$/.test(line))!;
  expect(Number(control.slice(7, 13))).toBe(blocks);
});

test('keeps the last ten digits of the routing number sum', () => {
  const lines = linesOf(Array(1100).fill(other));
  const control = lines.find((line) => line.startsWith('8'))!;

  // 1,100 times 9,100,001 is 10,010,001,100.
  expect(control.slice(10, 20)).toBe('0010001100');
});

test("removes characters that banks can't read from names, and cuts them to their field", () => {
  const [, , line] = linesOf([{ ...credit, accountHolder: 'Épicerie Ñandú 王 & Söhne Großmarkt' }]);

  expect(line!.slice(54, 76)).toBe('EPICERIE NANDU   & SOH');
});

test.each([
  [{ routingNumber: '011401534' }, "The routing number isn't valid"],
  [{ routingNumber: '12345' }, "The routing number isn't valid"],
  [{ accountNumber: '12' }, "The account number isn't valid"],
  [{ accountNumber: '1'.repeat(18) }, "The account number isn't valid"],
  [{ amount: 0 }, 'There is nothing to pay'],
  [{ amount: 10_000_000_000 }, 'The amount is more than a bank file can hold'],
] as const)('rejects a credit with %j', (change, reason) => {
  const wrong = { ...credit, ...change };

  expect(problemOfCredit(wrong)).toBe(reason);
  expect(() => fileOf([wrong])).toThrow(`Oak Street: ${reason}`);
});

test('reports no problem for a valid credit', () => {
  expect([problemOfCredit(credit), problemOfCredit(other)]).toEqual([null, null]);
});
