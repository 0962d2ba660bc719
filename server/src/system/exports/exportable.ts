import type { Address } from '@aisle/contract/core/fields';
import type { Route } from '@aisle/contract/core/route';
import { addressImportFields } from '@aisle/contract/system/imports/import-address';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Services } from '../../core/services.ts';
import { type CellValue, type Column, text } from './columns.ts';

/** Makes the lines of the file from records of the list, where these differ. */
export type LinesOf = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
  services: Pick<Services, 'settings' | 'storage'>,
) => Promise<object[]>;

/** A picture that leaves with an export: how its line names it, and where its bytes are. */
interface NamedPicture {
  name: string;
  fileId: string;
}
/** Lines that name pictures as files beside them. */
export type LinesWithPictures = (
  tx: Tx,
  actor: Actor,
  records: readonly object[],
) => Promise<LineWithPictures[]>;
export interface LineWithPictures {
  line: object;
  pictures: readonly NamedPicture[];
}

/** How a list is exported; its feature declares it. */
export interface Exportable {
  /** What the file is called. */
  title: string;
  route: Route;
  columns: readonly Column<object>[];
  lines?: LinesOf;
  /** Of the lists that can be exported with their pictures, as a ZIP. */
  linesWithPictures?: LinesWithPictures;
  /** Names no customer: erasing one keeps these files and deletes all others. */
  withoutCustomers?: true;
  /** So many of the last columns are figures that can be compared with another period. */
  figures?: number;
}

/** `Row` is a record of the list, or what `lines` makes of it. */
export const exportOf = <Row extends object>(
  list: Omit<Exportable, 'columns'>,
  columns: readonly Column<Row>[],
): Exportable => ({ ...list, columns });

/** The parts of an address, each in the column that an import takes. */
export const addressColumns = <Row>(addressOf: (row: Row) => Partial<Address> | null): Column<Row>[] => [
  text(addressImportFields.line1.label, (row) => addressOf(row)?.line1),
  text(addressImportFields.line2.label, (row) => addressOf(row)?.line2),
  text(addressImportFields.city.label, (row) => addressOf(row)?.city),
  text(addressImportFields.state.label, (row) => addressOf(row)?.state),
  text(addressImportFields.postalCode.label, (row) => addressOf(row)?.postalCode),
];

/** The columns of a list's file: a report that compares also has each figure of the other period beside it. */
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
