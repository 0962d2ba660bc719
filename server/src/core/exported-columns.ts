import { type RawBuilder, sql } from 'kysely';
import type { DB } from './db/db-types.generated.ts';

/** How an export of a customer's data treats a column: includes it, possibly under another name, or omits it for a reason. */
export type ColumnDecision = true | `as ${string}` | `not: ${string}`;
/** One decision per column, so that a new column doesn't compile without one. */
export type ColumnDecisions<Table extends keyof DB> = Readonly<Record<keyof DB[Table], ColumnDecision>>;

const camelCased = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The exported columns of a table, for SELECT. */
export function exportedColumns(
  alias: string,
  decisions: Readonly<Record<string, ColumnDecision>>,
): RawBuilder<unknown> {
  const columns = Object.entries(decisions).flatMap(([column, decision]) => {
    if (decision !== true && decision.startsWith('not: ')) return [];
    const name = decision === true ? camelCased(column) : decision.slice('as '.length);
    return sql`${sql.ref(`${alias}.${column}`)} AS ${sql.id(name)}`;
  });
  return sql.join(columns);
}

const each = <Name extends string, Decision extends ColumnDecision>(
  names: readonly Name[],
  decision: Decision,
) => Object.fromEntries(names.map((name) => [name, decision])) as Record<Name, Decision>;
/** Columns that an export includes under their own names. */
export const written = <Name extends string>(...names: Name[]) => each(names, true);
/** Columns that an export omits, all for the same reason. */
export const leftOut = <Name extends string>(reason: `not: ${string}`, ...names: Name[]) =>
  each(names, reason);

export const technical = 'not: it says nothing about the person';
export const ofStaff = 'not: it is about staff';
export const theirId = 'not: the ID of the person, which the profile has';
export const elsewhere = 'not: the number or name beside it says it';
export const ofTheBooks = 'not: a figure of the books';
