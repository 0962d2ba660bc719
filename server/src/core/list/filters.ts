import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The condition of each filter of a list; a filter without one doesn't compile. */
export type FilterConditions<Filters> = {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => RawBuilder<SqlBool>;
};

/** The conditions of the filters that are set. */
export function conditionsOf<Filters extends object>(
  conditions: FilterConditions<Filters>,
  filters: Filters,
): RawBuilder<SqlBool>[] {
  const set: RawBuilder<SqlBool>[] = [];
  for (const name in conditions) {
    const value = filters[name];
    if (value !== undefined && value !== null) set.push(conditions[name](value));
  }
  return set;
}

/** The conjunction of conditions; true without any. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` AND `)}`;
