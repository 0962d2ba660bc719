import { expect, test } from 'vitest';
import { requireIcu } from './migrate.ts';

const withCollations = (found: boolean) => ({ query: async () => ({ rows: [{ found }] }) }) as never;

test('refuses a PostgreSQL without ICU and explains the fix', async () => {
  await expect(requireIcu(withCollations(false))).rejects.toThrow(
    'This PostgreSQL was built without ICU, which Aisle sorts names with. Use a build with ICU',
  );
  await expect(requireIcu(withCollations(true))).resolves.toBeUndefined();
});
