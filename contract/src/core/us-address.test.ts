import { expect, test } from 'vitest';
import { VendorEdit, VendorInput } from '../catalog/vendors.ts';
import { isUsAddress, taxNumberProblem } from './us-address.ts';

const austin = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' };
const munich = { line1: 'Marienplatz 1', city: 'München', state: 'Bayern', postalCode: '80331' };

test.each([
  [austin, true],
  [{ ...austin, state: 'texas', postalCode: '78701-1234' }, true],
  [{ ...austin, postalCode: '2138' }, false],
  [munich, false],
  [{ state: 'CA', postalCode: 'M5V 3L9' }, false],
  [null, false],
])('recognizes %j as an address in the US: %s', (address, isUs) => {
  expect(isUsAddress(address)).toBe(isUs);
});

test.each([
  ['12-3456789', austin, undefined],
  ['', austin, undefined],
  [null, austin, undefined],
  ['12-345678A', austin, 'Only digits and hyphens are allowed'],
  ['12 3456789', austin, 'Only digits and hyphens are allowed'],
  ['DE123456789', munich, undefined],
  ['DE123456789', null, undefined],
])('checks the tax number %j', (taxNumber, address, problem) => {
  expect(taxNumberProblem(taxNumber, address)).toBe(problem);
});

test('rejects letters in the tax number of a US vendor, and reports the field', () => {
  const input = { name: 'Farm', address: austin, taxNumber: 'EIN 12-3456789' };

  expect(VendorInput.safeParse(input).error?.issues).toMatchObject([
    { path: ['taxNumber'], message: 'Only digits and hyphens are allowed' },
  ]);
  expect(VendorInput.safeParse({ ...input, address: munich }).success).toBe(true);
  expect(VendorInput.parse({ ...input, taxNumber: '12–3456789\u200b' }).taxNumber).toBe('12-3456789');
  expect(VendorEdit.safeParse({ taxNumber: 'any', version: 1 }).success).toBe(true);
});
