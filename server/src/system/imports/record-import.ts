import {
  addsNew,
  type ImportTable,
  keyOfRows,
  lacksOnly,
} from '@aisle/contract/system/imports/import-fields';
import { type ImportKind, importAccess } from '@aisle/contract/system/imports/import-kinds';
import {
  type ImportCellValue,
  type ImportChange,
  type ImportExtra,
  maxExtraNames,
} from '@aisle/contract/system/imports/import-rows';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { CsvRow } from '../tables/csv-file.ts';
import type { CellProblem, ImportedResource, ReadRow, RowReading, RowResult } from './imported-resource.ts';
import type { ImportPlan } from './imports.queries.ts';
import { formText, type ReadCell } from './reading/cell-readers.ts';
import { type CellTexts, type ReadValues, RowReader } from './reading/row-reader.ts';
import { rejectedRow } from './rejected-row.ts';

/** A row after reading; fields without a column have no value. */
export interface RecordRow<Field extends string> {
  row: number;
  cells: string[];
  values: ReadValues<Field>;
}
/** The stored record that a row is about. */
export interface StoredRecord<Field extends string> {
  id: string;
  version: number | null;
  locationId?: string;
  sku?: string;
  name: string;
  values: Record<Field, ImportCellValue>;
}
export interface Found<Field extends string, Stored> {
  stored?: Stored | undefined;
  /** Why the row can't be about any record. */
  problems?: CellProblem[];
  /** Values that occur only once in a file, with their names: a SKU at a location, a phone. */
  unique: { label: string; value: string }[];
  /** Values for comparing new and changed rows, if they differ from the row's values. */
  values?: ReadValues<Field>;
}
/** Rows without problems keep their values as read, and their stored record. */
export interface RecordResult<Field extends string, Stored> extends RowResult {
  source?: RecordRow<Field>;
  stored?: Stored;
}

/** The properties of a kind that the common import needs. */
export interface RecordKind<Field extends string, Stored extends StoredRecord<Field>>
  extends Pick<
    ImportedResource<RecordResult<Field, Stored>>,
    'title' | 'write' | 'undo' | 'announce' | 'conflicts' | 'fits'
  > {
  kind: ImportKind;
  /** The subject of a row, in messages: "customer". */
  noun: string;
  table: ImportTable;
  cells: { [Name in Field]?: ReadCell };
  /** The form's schema: fields without an entry in `cells` are read as its text. */
  input?: z.ZodObject;
  /** Returns the record of each row, in the rows' order. */
  find(tx: Tx, rows: readonly RecordRow<Field>[], plan: ImportPlan): Promise<Found<Field, Stored>[]>;
  nameOf(values: ReadValues<Field>): string | null;
  /** A warning about an imported row: the list that shows it, and the value. */
  warning?(values: ReadValues<Field>): { key: ImportExtra['key']; name: string } | undefined;
  /** Checks the changes of a row together; problems by field. */
  check?(changes: readonly ImportChange[], stored: Stored | undefined): { field: Field; message: string }[];
}

/** An import of a kind whose rows are one record each. */
export function recordImport<Field extends string, Stored extends StoredRecord<Field>>(
  about: RecordKind<Field, Stored>,
): ImportedResource<RecordResult<Field, Stored>> & RowReading {
  const { title, table, write, undo, announce, conflicts, fits, input } = about;
  const fields = Object.keys(table.fields) as Field[];
  const cells = { ...about.cells };
  if (input) for (const field of fields) cells[field] ??= formText(input.shape[field]!);
  const kind = { ...about, cells };
  return {
    ...(fits && { fits }),
    title,
    table,
    write,
    undo,
    announce,
    conflicts,
    startReading(plan) {
      const reader = new RowReader(fields, plan);
      return (rows) => rows.map((row) => readRecord(kind, reader, row));
    },
    startComparing(plan, actor) {
      const comparing = new RecordComparing(kind, fields, plan, actor);
      return {
        // All rows come from `startReading`.
        compare: (tx, rows) => comparing.compare(tx, rows as ReadRecord<Field, Stored>[]),
        extras: async () => comparing.warnings(),
      };
    },
  };
}

type ReadRecord<Field extends string, Stored> = ReadRow & (RecordRow<Field> | RecordResult<Field, Stored>);

function readRecord<Field extends string, Stored extends StoredRecord<Field>>(
  { cells, nameOf, table }: RecordKind<Field, Stored>,
  reader: RowReader<Field>,
  file: CsvRow,
): ReadRecord<Field, Stored> {
  const row = { row: file.number, cells: file.cells };
  const unusable = reader.unusable(file);
  if (unusable) return rejectedRow(row, [unusable], { sku: null, name: null });
  const { values, problems } = reader.values(
    withFallbacks(reader.texts(file), table),
    (field) => cells[field],
  );
  return problems.length > 0
    ? rejectedRow(row, problems, { sku: null, name: nameOf(values) })
    : { ...row, values };
}

/** Uses the value of a field's second column if its first one is empty. */
function withFallbacks<Field extends string>(
  texts: CellTexts<Field>,
  { fields }: ImportTable,
): CellTexts<Field> {
  const filled = { ...texts };
  for (const field of Object.keys(texts) as Field[]) {
    const main = fields[field]?.fallbackOf as Field | undefined;
    if (main === undefined) continue;
    filled[main] ??= texts[field];
    delete filled[field];
  }
  return filled;
}

class RecordComparing<Field extends string, Stored extends StoredRecord<Field>> {
  readonly #about: RecordKind<Field, Stored>;
  readonly #plan: ImportPlan;
  readonly #reader: RowReader<Field>;
  readonly #fields: readonly Field[];
  readonly #mayChange: boolean;
  /** Row of each unique value, across batches. */
  readonly #seen = new Map<string, number>();
  /** Number of rows by list and value. */
  readonly #warnings = new Map<ImportExtra['key'], Map<string, number>>();

  constructor(
    about: RecordKind<Field, Stored>,
    fields: readonly Field[],
    plan: ImportPlan,
    { permissions }: Actor,
  ) {
    this.#about = about;
    this.#plan = plan;
    this.#fields = fields;
    this.#reader = new RowReader(fields, plan);
    this.#mayChange =
      (plan.options.updateExisting ?? true) && permissions.has(importAccess[about.kind].change);
  }

  async compare(tx: Tx, read: readonly ReadRecord<Field, Stored>[]): Promise<RecordResult<Field, Stored>[]> {
    const good = read.filter((row) => 'values' in row);
    const found = await this.#about.find(tx, good, this.#plan);
    const foundOf = new Map(good.map((row, at) => [row.row, found[at]!]));
    return read.map((row) => ('values' in row ? this.#verdict(row, foundOf.get(row.row)!) : row));
  }

  #verdict(source: RecordRow<Field>, found: Found<Field, Stored>): RecordResult<Field, Stored> {
    const { stored } = found;
    const values = found.values ?? source.values;
    const about = {
      sku: stored?.sku ?? null,
      name: stored?.name ?? this.#about.nameOf(values),
    };
    const wrong = found.problems ?? this.#conflicts(source, found);
    if (wrong.length > 0) return rejectedRow(source, wrong, about);
    const changes = this.#changes(values, stored);
    const problems = [...(stored ? [] : this.#missing(values)), ...this.#problems(changes, stored, source)];
    if (problems.length > 0) return rejectedRow(source, problems, about);
    if (changes.length > 0) this.#warn(values);
    return {
      ...about,
      row: source.row,
      kind: stored ? (changes.length > 0 ? 'changed' : 'same') : 'new',
      changes,
      problems: [],
      cells: null,
      source: { ...source, values },
      ...(stored && { stored }),
    };
  }

  #warn(values: ReadValues<Field>): void {
    const warning = this.#about.warning?.(values);
    if (!warning) return;
    const names = this.#warnings.get(warning.key) ?? new Map<string, number>();
    names.set(warning.name, (names.get(warning.name) ?? 0) + 1);
    this.#warnings.set(warning.key, names);
  }

  warnings(): ImportExtra[] {
    return [...this.#warnings].map(([key, names]) => ({
      key,
      count: names.size,
      names: [...names].slice(0, maxExtraNames).map(([name, rows]) => ({ name, rows })),
    }));
  }

  #changes(values: ReadValues<Field>, stored: Stored | undefined): ImportChange[] {
    return this.#fields.flatMap((field) => {
      const after = values[field];
      const before = stored?.values[field] ?? null;
      return after === undefined || isSame(after, before) ? [] : [{ field, before, after }];
    });
  }

  #conflicts({ row, values }: RecordRow<Field>, { stored, unique }: Found<Field, Stored>): CellProblem[] {
    const { noun, table } = this.#about;
    const { mapping, options } = this.#plan;
    const whole = (problem: Pick<CellProblem, 'message' | 'alike'>) => [
      { column: null, value: null, ...problem },
    ];
    if (!stored && !addsNew(table, mapping, options)) {
      const key = keyOfRows(table, mapping, options);
      const label = inSentence(table.fields[key]!.label);
      const value = values[key as string as Field] ?? null;
      if (value === null) return whole({ message: `Has no ${label}` });
      const lacking = lacksOnly(table, mapping, options).map((field) =>
        inSentence(table.fields[field]!.label),
      );
      if (lacking.length > 0) {
        const needed = list.format(lacking);
        return whole({
          message: `No ${noun} has the ${label} ${value}, and a new one needs a ${needed}`,
          alike: {
            message: `No ${noun} has this ${label}, and new ones need a ${needed}`,
            example: String(value),
          },
        });
      }
      return whole({
        message: `No ${noun} has the ${label} ${value}`,
        alike: { message: `No ${noun} has this ${label}`, example: String(value), cause: 'unmatched' },
      });
    }
    if (stored && !this.#mayChange) {
      return whole({
        message: `${stored.name} already exists`,
        alike: { message: `This ${noun} already exists`, example: stored.name, cause: 'matched' },
      });
    }
    for (const { label, value } of unique) {
      const key = `${label}\n${value.toLowerCase()}`;
      const earlier = this.#seen.get(key);
      if (earlier !== undefined && earlier !== row) {
        return whole({
          message: `The ${label} ${value} is already used in row ${earlier}`,
          alike: { message: `The ${label} is already used in an earlier row`, example: value },
        });
      }
      this.#seen.set(key, row);
    }
    return [];
  }

  #missing(values: ReadValues<Field>): CellProblem[] {
    const { table, nameOf } = this.#about;
    return this.#fields
      .filter((field) => table.fields[field]?.required && (values[field] ?? null) === null)
      .map((field) => {
        const message = `${table.fields[field]!.label} is required`;
        const alike = { message, example: nameOf(values) ?? '' };
        return { column: this.#reader.columnOf(field), value: null, message, alike };
      });
  }

  #problems(
    changes: readonly ImportChange[],
    stored: Stored | undefined,
    { values }: RecordRow<Field>,
  ): CellProblem[] {
    return (this.#about.check?.(changes, stored) ?? []).map(({ field, message }) => ({
      column: this.#reader.columnOf(field),
      value: values[field] === undefined || values[field] === null ? null : String(values[field]),
      message,
    }));
  }
}

const list = new Intl.ListFormat('en-US');
/** "SKU" keeps its capitals. */
const inSentence = (label: string): string =>
  label === label.toUpperCase() ? label : label[0]!.toLowerCase() + label.slice(1);

/** Spreadsheets write line breaks within a cell in different ways. */
function isSame(a: ImportCellValue, b: ImportCellValue): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  return a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}

/** Returns the values of a row's changes, before or after them. */
export const valuesOf = (
  changes: readonly ImportChange[],
  side: 'before' | 'after',
): Record<string, ImportCellValue> =>
  Object.fromEntries(changes.map((change) => [change.field, change[side]]));
