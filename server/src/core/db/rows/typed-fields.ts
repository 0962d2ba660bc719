import { type RawBuilder, sql } from 'kysely';

/**
 * The fields of a table by the names that records use, each with its type in the database; a column has the name of
 * its field in snake case. Statements over many rows are made from one such table instead of listing it anew.
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
  // Object.entries forgets which key belongs to which value.
  Object.fromEntries(Object.keys(fields).map((field) => [field, columnName(field)])) as {
    [Field in keyof Fields]: SnakeCase<Field>;
  };
/** One text instead of a list of parts: statements made of it are built for each request. */
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
/** `"unitSize" numeric, …`: how rows of JSON are read. */
export const recordsetOf = (fields: TypedFields) => listOf(fields, (field) => `"${field}" ${fields[field]}`);
/** `'unitSize', s.unit_size, …`: for jsonb_build_object. */
export const jsonPairs = (fields: TypedFields, alias: string) =>
  listOf(fields, (field) => `'${field}', ${alias}."${columnName(field)}"`);
