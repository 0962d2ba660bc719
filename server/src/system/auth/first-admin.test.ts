import { expect, test } from 'vitest';
import { nameIn } from './first-admin.ts';

test("derives the first administrator's name from any email", () => {
  const called = (email: string) => Object.values(nameIn(email)).join(' ');

  expect(called('admin@shop.example')).toBe('Admin User');
  expect(called('olga.smith+aisle@shop.example')).toBe('Olga Smith');
  expect(called('éva_nagy-42@shop.example')).toBe('Éva Nagy');
  expect(called('42@shop.example')).toBe('Admin User');
  expect(called('you@shop.example')).toBe('Admin User');
});
