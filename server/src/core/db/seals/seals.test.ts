import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Seals } from './seals.ts';

const seals = new Seals(randomBytes(32));

test('what was sealed opens for what it was sealed for, and shows nothing of it before', () => {
  const sealed = seals.seal('000123456789', 'account of A');

  expect(sealed.toString('latin1')).not.toContain('123456789');
  expect(seals.open(sealed, 'account of A')).toBe('000123456789');
  expect(seals.seal('000123456789', 'account of A').equals(sealed)).toBe(false);
});

test('it does not open elsewhere, under another key, or once it was touched', () => {
  const sealed = seals.seal('000123456789', 'account of A');
  const touched = Buffer.from(sealed);
  touched[touched.length - 1]! ^= 1;

  expect(() => seals.open(sealed, 'account of B')).toThrow();
  expect(() => new Seals(randomBytes(32)).open(sealed, 'account of A')).toThrow();
  expect(() => seals.open(touched, 'account of A')).toThrow();
});
