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
 * Interface between the import engine and a resource. The engine reads files, maps columns, stores the results of rows
 * and runs the jobs. A resource compares rows with its records, writes them and undoes that. resources.ts registers
 * the resources:  importJobs({ products: productImport })
 */

/** A running import in one transaction. */
export interface ImportContext {
  tx: Tx;
  actor: Actor;
  importId: string;
}

/** A problem of a row, and the part that it shares with problems of other rows. */
export type CellProblem = ImportRow['problems'][number] & {
  /** The message without details of this row, and the row's value as an example. */
  alike?: { message: string; example: string; cause?: ImportProblemGroup['cause'] };
};

/** How a row compares with the records, and the records written from it. */
export interface RowResult {
  row: number;
  kind: ImportRowKind;
  sku: string | null;
  name: string | null;
  changes: ImportChange[];
  problems: CellProblem[];
  /** Only for rows with problems: the error file returns them unchanged. */
  cells: string[] | null;
  written?: WrittenRecord;
}
/** The records written from a row and the resulting version, for the columns of `import_rows`. */
interface WrittenRecord {
  /** Null if a row of products only changed the product. */
  recordId: string | null;
  /** Null if records have no version. */
  version: number | null;
  /** The product of a sub-product. */
  productId?: string | null;
  /** Set if the row is about one location: only users of that location see the row. */
  locationId?: string | null;
  /** The promotion of an item. */
  promotionId?: string | null;
}

/** A written row of an import that hasn't been undone. */
export interface WrittenRow extends WrittenRecord {
  row: number;
  kind: 'new' | 'changed';
  changes: ImportChange[];
}
/** Whether a row was undone, or kept with a reason. */
export interface UndoResult {
  row: number;
  undo: 'undone' | 'kept';
  reason: string | null;
}

/** A row after its cells were read: its values, or all of its errors. */
export interface ReadRow {
  row: number;
  cells: string[] | null;
}

/** Reads the rows of one kind of file. It runs in a thread, so it can't use the database. */
export interface RowReading {
  table: ImportTable;
  /** Whether a row belongs to the previous one, so that both are compared and written together. */
  continues?(plan: Pick<ImportPlan, 'columns' | 'mapping'>): (before: CsvRow, row: CsvRow) => boolean;
  /** Starts at the first row of a file; the result reads one batch at a time. */
  startReading(plan: ImportPlan): (rows: readonly CsvRow[]) => ReadRow[];
}

export interface Comparing<Result> {
  compare(tx: Tx, rows: readonly ReadRow[]): Promise<Result[]>;
  /** Called after the last row: lists other records that the valid rows add. */
  extras?(tx: Tx): Promise<ImportExtra[]>;
}

/** Work after the last row, which reports its problems. A restarted job does the remaining part. */
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
  /** Names the remembered mapping of an unnamed file. */
  title: string;
  table: ImportTable;
  /** Whether rows can name pictures that come in a ZIP with the table. */
  takesPictures?: boolean;
  /** Whether the values of a column fit a field. */
  fits?: FieldFits;
  /** Improves the suggestions for single fields by looking at all columns together. */
  propose?(suggested: ImportMapping, seen: SeenTable): Proposal;
  /** Notes about the columns for users to read before the import. */
  notes?(columns: readonly string[], mapping: ImportMapping): string[];
  /** Starts at the first row of a file, because later batches are also compared with the rows before them. */
  startComparing(plan: ImportPlan, actor: Actor): Comparing<Result>;
  /** Returns stored values that can replace a value of the file, for fields that allow it. */
  valuesOf?(tx: Tx, field: string, search: string): Promise<string[]>;
  /** Writes rows compared in the same transaction, and sets `written` on each of them. */
  write(context: ImportContext, results: readonly Result[]): Promise<void>;
  /** Undoes written rows, and keeps those whose records were used or changed since. */
  undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]>;
  /** Called after the last row: removes records that the rows needed and nothing else uses. */
  finishUndo?(tx: Tx, importId: string, run: JobRun): Promise<void>;
  /** Slow work after the last row is written, outside its transactions. */
  afterRows?: AfterRows;
  /** Announces the changed records, so that open screens update. */
  announce(tx: Tx): Promise<void>;
  /** Reasons for rows that the database rejects: on import, and on undo. */
  conflicts: { import: string; undo: string };
}
export type ImportedResources = Readonly<Record<ImportKind, ImportedResource>>;
