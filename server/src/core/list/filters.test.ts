import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { allOf, conditionsOf, type FilterConditions } from './filters.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
interface Filters {
  name?: string | undefined;
  isOpen?: boolean | undefined;
  min?: number | undefined;
}
const conditions: FilterConditions<Filters> = {
  name: (value) => sql`name = ${value}`,
  isOpen: (value) => sql`open = ${value}`,
  min: (value) => sql`total >= ${value}`,
};
const textOf = (filters: Filters) => {
  const { sql: text, parameters } = allOf(conditionsOf(conditions, filters)).compile(db);
  return [text, ...parameters];
};

test('applies only filters that are set, including false and 0', () => {
  expect(textOf({ isOpen: false, min: 0, name: undefined })).toEqual(['open = $1 AND total >= $2', false, 0]);
});

test('matches every row without filters', () => {
  expect(textOf({})).toEqual(['true']);
});

test('passes values as parameters, never as SQL text', () => {
  expect(textOf({ name: "' OR true" })).toEqual(['name = $1', "' OR true"]);
});
