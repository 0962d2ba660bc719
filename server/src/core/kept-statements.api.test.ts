import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../test/shop.ts';
import { rowsOf } from './db.ts';
import { given, keptStatement, slot, statementOfShape } from './kept-statements.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Told {
  name: string;
  count: number;
}
const asked = (shape: string, told: Told, build: () => ReturnType<typeof sql>) =>
  shop.look((tx) => rowsOf<Told>(tx, statementOfShape(tx, { shape, told, build })));

test('a statement is built once for its shape, and sent with what each is told', async () => {
  let built = 0;
  const build = () => {
    built += 1;
    const name = slot((told: Told) => told.name);
    return sql`SELECT ${name}::text || ${name}::text AS name, ${slot((told: Told) => told.count + 1)}::int AS count`;
  };

  expect(await asked('twice', { name: 'a', count: 1 }, build)).toEqual([{ name: 'aa', count: 2 }]);
  expect(await asked('twice', { name: 'b', count: 5 }, build)).toEqual([{ name: 'bb', count: 6 }]);
  expect(built).toBe(1);
});

test('one without shapes is told its values alone', async () => {
  const twice = keptStatement<Told>((told) => sql`SELECT 2 * ${told(({ count }) => count)}::int AS count`);
  const rows = (count: number) => shop.look((tx) => rowsOf<Told>(tx, twice(tx, { name: 'a', count })));

  expect([await rows(2), await rows(4)]).toEqual([[{ count: 4 }], [{ count: 8 }]]);
});

test('a value instead of a slot is refused: everybody after would get that of the first', async () => {
  const told = { name: 'a', count: 1 };
  const build = () => sql`SELECT ${given(told)(({ name }) => name)}::text AS name`;

  await expect(asked('baked in', told, build)).rejects.toThrow('has a value where it needs a slot');
});
