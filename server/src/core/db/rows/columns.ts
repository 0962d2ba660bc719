import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../db-types.generated.ts';

type OrUndefined<Row> = {
  [Column in keyof Row]: Row[Column] | (object extends Pick<Row, Column> ? undefined : never);
};
/** A row to insert. Undefined columns get their default. */
export type NewRow<Table extends keyof DB> = OrUndefined<Insertable<DB[Table]>>;
/** The columns to update. Undefined columns stay unchanged. */
export type RowChange<Table extends keyof DB> = OrUndefined<Updateable<DB[Table]>>;

interface Converted<Value, Column> {
  column: Column;
  from(value: Value): unknown;
}
type Entry = string | Converted<unknown, string> | null;
/** The column of a field; null if it isn't a column of this table, or if custom code decides its value. */
type ColumnByField<Input, Column> = {
  readonly [Field in keyof Input]-?: Column | Converted<Exclude<Input[Field], undefined>, Column> | null;
};
type ColumnName<Entry> = Entry extends string
  ? Entry
  : Entry extends { column: infer Column extends string }
    ? Column
    : never;
type ColumnValue<Entry, Value> = Entry extends { from(value: never): infer Result } ? Result : Value;
type Columns<Fields, Entries> = {
  [Field in keyof Fields as Field extends keyof Entries
    ? ColumnName<Entries[Field]>
    : never]: Field extends keyof Entries ? ColumnValue<Entries[Field], Fields[Field]> : never;
};

/**
 * Maps each field of an input to a column of a table; a missing field does not compile. The result converts an input, or a part
 * of it, into columns and skips omitted fields.
 */
export function columnsOf<Table extends keyof DB, Input extends object>() {
  return <const Entries extends ColumnByField<Input, keyof DB[Table] & string>>(entries: Entries) => {
    const all: Record<string, Entry> = entries;
    const names = Object.values(all).flatMap((entry) =>
      typeof entry === 'string' ? entry : (entry?.column ?? []),
    );
    const write = <Fields extends Partial<Input>>(fields: Fields): Columns<Fields, Entries> => {
      const columns: Record<string, unknown> = {};
      for (const [field, value] of Object.entries(fields)) {
        const entry = all[field];
        if (value === undefined || entry == null) continue;
        if (typeof entry === 'string') columns[entry] = value;
        else columns[entry.column] = entry.from(value);
      }
      return columns as Columns<Fields, Entries>;
    };
    /** The names of all these columns, for statements that copy them. */
    return Object.assign(write, { names });
  };
}

/** Converts empty text to null. */
export const orNull = (text: string | null): string | null => text || null;
/** Converts a JSON document to the text that is stored. */
export const toJson = (value: object): string => JSON.stringify(value);
export const toJsonOrNull = (value: object | null): string | null => value && JSON.stringify(value);
