import type { ImportMapping, ImportOptions, ImportTable } from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type {
  ImportChange,
  ImportExtra,
  ImportProblemGroup,
  ImportRow,
  ImportRowKind,
} from '@aisle/contract/system/imports/import-rows';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { TableValues } from '../tables/column-values.ts';
import type { CsvRow } from '../tables/csv-file.ts';
import type { ImportPlan } from './imports.queries.ts';
import type { FieldFits } from './reading/suggest-mapping.ts';

/*
 * What the engine needs to import one kind of records. The engine reads files, maps columns, keeps the results of
 * rows and runs the jobs; a resource compares rows with its records, writes them and undoes that. resources.ts passes the
 * resources in:  importJobs({ products: productImport })
 */

/** One import at work within one transaction. */
export interface ImportContext {
  tx: Tx;
  actor: Actor;
  importId: string;
}

/** A problem of a row, and what it has in common with those of others. */
export type CellProblem = ImportRow['problems'][number] & {
  /** The message without what only this row says, and an example of that. */
  alike?: { message: string; example: string; cause?: ImportProblemGroup['cause'] };
};

/** How a row compares with the records, and after writing what it has written. */
export interface RowResult {
  row: number;
  kind: ImportRowKind;
  sku: string | null;
  name: string | null;
  changes: ImportChange[];
  problems: CellProblem[];
  /** Only of rows with problems: the error file returns them unchanged. */
  cells: string[] | null;
  written?: WrittenRecord;
}
/** The records that a row was written to and the version it left, as the columns of `import_rows` say. */
interface WrittenRecord {
  /** Null if a row of products only changed the product. */
  recordId: string | null;
  /** Null where records have none. */
  version: number | null;
  /** The product of a sub-product. */
  productId?: string | null;
  /** Where a row is about one location: only its people see the row. */
  locationId?: string | null;
}

/** A row of an import that has been written and not been undone. */
export interface WrittenRow extends WrittenRecord {
  row: number;
  kind: 'new' | 'changed';
  changes: ImportChange[];
}
/** Whether a row was undone, or kept for a reason. */
export interface UndoResult {
  row: number;
  undo: 'undone' | 'kept';
  reason: string | null;
}

/** A row of a file after its cells were read: its values, or everything that is wrong with it. */
export interface ReadRow {
  row: number;
  cells: string[] | null;
}

/** How the rows of one kind of file are read. This happens in a thread, so it can't use the database. */
export interface RowReading {
  table: ImportTable;
  /** Whether a row belongs to the one before it, so that both are compared and written together. */
  continues?(plan: Pick<ImportPlan, 'columns' | 'mapping'>): (before: CsvRow, row: CsvRow) => boolean;
  /** Begins with the first row of a file, and reads one batch at a time. */
  startReading(plan: ImportPlan): (rows: readonly CsvRow[]) => ReadRow[];
}

export interface Comparing<Result> {
  compare(tx: Tx, rows: readonly ReadRow[]): Promise<Result[]>;
  /** After the last row: what the good ones add beside themselves. */
  extras?(tx: Tx): Promise<ImportExtra[]>;
}

/** Work after the last row, which reports what went wrong; a restarted job does what is left of it. */
export type AfterRows = (
  run: JobRun,
  plan: ImportPlan,
  report: (problems: readonly CellProblem[]) => void,
) => Promise<void>;

/** An uploaded table before its columns are mapped. */
export interface SeenTable {
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  values: TableValues;
}
export interface Proposal {
  mapping: ImportMapping;
  options: ImportOptions;
  notes: string[];
}

export interface ImportedResource<Result extends RowResult = RowResult> {
  /** Names the remembered mapping of a file that has no name. */
  title: string;
  table: ImportTable;
  /** Whether rows can name pictures that come in a ZIP beside the table. */
  takesPictures?: boolean;
  /** Whether the values of a column fit a field. */
  fits?: FieldFits;
  /** Improves the suggestions for single fields by looking at all columns together. */
  propose?(suggested: ImportMapping, seen: SeenTable): Proposal;
  /** What a person should know of the columns before they import them. */
  notes?(columns: readonly string[], mapping: ImportMapping): string[];
  /** Begins with the first row of a file: later batches are also compared with the rows before them. */
  startComparing(plan: ImportPlan, actor: Actor): Comparing<Result>;
  /** The stored values that can replace a value of the file, where a field has such. */
  valuesOf?(tx: Tx, field: string, search: string): Promise<string[]>;
  /** Writes rows that were compared in the same transaction, and sets what each has written. */
  write(context: ImportContext, results: readonly Result[]): Promise<void>;
  /** Undoes written rows, and keeps those whose records were used or changed since. */
  undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]>;
  /** After the last row: removes what the rows needed and nothing else uses. */
  finishUndo?(tx: Tx, importId: string, run: JobRun): Promise<void>;
  /** After the last row is written, outside its transactions: what takes long. */
  afterRows?: AfterRows;
  /** Announces the changed records to those who look at them. */
  announce(tx: Tx): Promise<void>;
  /** Why a row fails where the database rejects it: on import, and on undo. */
  conflicts: { import: string; undo: string };
}
export type ImportedResources = Readonly<Record<ImportKind, ImportedResource>>;
