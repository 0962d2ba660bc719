import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Seals } from './seals.ts';

const seals = new Seals(randomBytes(32));

test('decrypts a value for the same record, and hides it until then', () => {
  const sealed = seals.seal('000123456789', 'account of A');

  expect(sealed.toString('latin1')).not.toContain('123456789');
  expect(seals.open(sealed, 'account of A')).toBe('000123456789');
  expect(seals.seal('000123456789', 'account of A').equals(sealed)).toBe(false);
});

test('rejects another record, another key and modified data', () => {
  const sealed = seals.seal('000123456789', 'account of A');
  const touched = Buffer.from(sealed);
  touched[touched.length - 1]! ^= 1;

  expect(() => seals.open(sealed, 'account of B')).toThrow();
  expect(() => new Seals(randomBytes(32)).open(sealed, 'account of A')).toThrow();
  expect(() => seals.open(touched, 'account of A')).toThrow();
});
