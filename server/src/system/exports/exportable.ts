import type { Address } from '@aisle/contract/core/fields';
import type { Route } from '@aisle/contract/core/route';
import { addressImportFields } from '@aisle/contract/system/imports/import-address';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Services } from '../../core/services.ts';
import { type CellValue, type Column, text } from './columns.ts';

/** Converts list records to file rows, if they differ. */
export type LinesOf = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
  services: Pick<Services, 'settings' | 'storage'>,
) => Promise<object[]>;

/** A picture in an export: its name in the row, and the file of its bytes. */
interface NamedPicture {
  name: string;
  fileId: string;
}
/** Rows that name pictures in the same ZIP. */
export type LinesWithPictures = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
) => Promise<LineWithPictures[]>;
export interface LineWithPictures {
  line: object;
  pictures: readonly NamedPicture[];
}

/** Declares how a feature's list is exported. */
export interface Exportable {
  /** Title of the file. */
  title: string;
  route: Route;
  columns: readonly Column<object>[];
  lines?: LinesOf;
  /** For lists that can be exported with pictures, as a ZIP. */
  linesWithPictures?: LinesWithPictures;
  /** Contains no customers: an erasure keeps these files and deletes all others. */
  withoutCustomers?: true;
  /** Number of trailing columns with metrics that can be compared with another period. */
  figures?: number;
}

/** `Row` is a record of the list, or the row that `lines` makes of it. */
export const exportOf = <Row extends object>(
  list: Omit<Exportable, 'columns'>,
  columns: readonly Column<Row>[],
): Exportable => ({ ...list, columns });

/** The parts of an address, in the columns that an import accepts. */
export const addressColumns = <Row>(addressOf: (row: Row) => Partial<Address> | null): Column<Row>[] => [
  text(addressImportFields.line1.label, (row) => addressOf(row)?.line1),
  text(addressImportFields.line2.label, (row) => addressOf(row)?.line2),
  text(addressImportFields.city.label, (row) => addressOf(row)?.city),
  text(addressImportFields.state.label, (row) => addressOf(row)?.state),
  text(addressImportFields.postalCode.label, (row) => addressOf(row)?.postalCode),
];

/** Columns of a list's file. A report with a comparison also has the other period's value next to each metric. */
export function columnsOf({ columns, figures = 0 }: Exportable, body: object): readonly Column<object>[] {
  const { compare = 'none' } = body as { compare?: string };
  if (compare === 'none' || figures === 0) return columns;
  const first = columns.length - figures;
  return columns.flatMap((column, index) =>
    index < first
      ? [column]
      : [column, { ...column, header: `${column.header} before`, read: before(column) }],
  );
}
const before =
  ({ read }: Column<object>) =>
  (row: object): CellValue => {
    const values = (row as { before?: object | null }).before;
    return values ? read(values) : null;
  };
