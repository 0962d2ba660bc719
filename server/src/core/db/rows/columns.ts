import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../db-types.generated.ts';

type OrUndefined<Row> = {
  [Column in keyof Row]: Row[Column] | (object extends Pick<Row, Column> ? undefined : never);
};
/** A row to insert. Columns that are undefined get their default. */
export type NewRow<Table extends keyof DB> = OrUndefined<Insertable<DB[Table]>>;
/** What to update of a row. Columns that are undefined stay as they are. */
export type RowChange<Table extends keyof DB> = OrUndefined<Updateable<DB[Table]>>;

interface Converted<Value, Column> {
  column: Column;
  from(value: Value): unknown;
}
type Entry = string | Converted<unknown, string> | null;
/** The column of a field; null where it is not a column of this table, or a rule decides what is written. */
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
 * Declares once to which column of a table each field of an input is written: a field without an entry does not compile.
 * The result turns an input, or a part of it, into columns; fields that are left out are left out there too.
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
    /** The names of all these columns, for a statement that copies them. */
    return Object.assign(write, { names });
  };
}

/** Empty text means none. */
export const orNull = (text: string | null): string | null => text || null;
/** A document is stored as its JSON text. */
export const toJson = (value: object): string => JSON.stringify(value);
export const toJsonOrNull = (value: object | null): string | null => value && JSON.stringify(value);
