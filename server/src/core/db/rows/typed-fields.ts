import { type RawBuilder, sql } from 'kysely';

/**
 * The fields of a table by the names that records use, each with its database type. A column has its field's name in snake
 * case. Statements over many rows are built from this table instead of repeating the list.
 */
export type TypedFields = Readonly<
  Record<string, 'text' | 'text[]' | 'uuid' | 'bigint' | 'numeric' | 'boolean' | 'jsonb' | 'timestamptz'>
>;

export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;
/** The column of each field, for `columnsOf`. */
export const columnNames = <const Fields extends TypedFields>(fields: Fields) =>
  // Object.entries loses the relation between keys and values.
  Object.fromEntries(Object.keys(fields).map((field) => [field, columnName(field)])) as {
    [Field in keyof Fields]: SnakeCase<Field>;
  };
/** One text instead of a list of parts, because statements with it are built for each request. */
const listOf = (fields: TypedFields, each: (field: string) => string): RawBuilder<unknown> =>
  sql.raw(Object.keys(fields).map(each).join(', '));

/** `unit_size, sold_by_weight …` */
export const columnsIn = (fields: TypedFields) => listOf(fields, (field) => `"${columnName(field)}"`);
/** `s.unit_size AS "unitSize", …` */
export const selected = (fields: TypedFields, alias: string) =>
  listOf(fields, (field) => `${alias}."${columnName(field)}" AS "${field}"`);
/** `given."unitSize", …` */
export const valuesIn = (fields: TypedFields, alias: string) =>
  listOf(fields, (field) => `${alias}."${field}"`);
/** `unit_size = given."unitSize", …` */
export const assigned = (fields: TypedFields, alias: string) =>
  listOf(fields, (field) => `"${columnName(field)}" = ${alias}."${field}"`);
/** `"unitSize" numeric, …`, for reading rows from JSON. */
export const recordsetOf = (fields: TypedFields) => listOf(fields, (field) => `"${field}" ${fields[field]}`);
/** `'unitSize', s.unit_size, …`, for jsonb_build_object. */
export const jsonPairs = (fields: TypedFields, alias: string) =>
  listOf(fields, (field) => `'${field}', ${alias}."${columnName(field)}"`);
