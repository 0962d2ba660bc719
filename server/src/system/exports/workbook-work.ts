// Runs in a thread, because a workbook is built in memory as a whole.
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { getCellAddress } from 'write-excel-file/utility';
import { typed } from '../../core/files/spreadsheet-text.ts';
import { serveCalls } from '../../core/work/in-thread.ts';
import { csvCell, wallTime } from './cells.ts';
import type { CellKind, CellValue } from './columns.ts';

interface WorkbookColumn {
  header: string;
  kind: CellKind;
}

const begin = () => {
  let name = '';
  let timeZone = 'UTC';
  let columns: readonly WorkbookColumn[] = [];
  const sheet: Cell[][] = [];
  return {
    open: (ofSheet: { title: string; timeZone: string; columns: readonly WorkbookColumn[] }) => {
      timeZone = ofSheet.timeZone;
      columns = ofSheet.columns;
      name = sheetName(ofSheet.title);
      sheet.push(columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const })));
    },
    add: (rows: readonly (readonly CellValue[])[]) => {
      for (const row of rows)
        sheet.push(row.map((value, index) => workbookCell(columns[index]!.kind, value, timeZone)));
    },
    end: (_: null): Promise<Uint8Array> => {
      const widths = columns.map(({ header, kind }) => ({
        width: Math.max(header.length + 2, kind === 'text' ? 24 : kind === 'instant' ? 18 : 12),
      }));
      const last = getCellAddress(sheet.length - 1, columns.length - 1);
      return writeWorkbook(
        sheet,
        { sheet: name, columns: widths, stickyRowsCount: 1 },
        { features: [filterRow(`A1:${last}`)] },
      ).toBuffer();
    },
  };
};
export type WorkbookCalls = ReturnType<typeof begin>;

export default serveCalls(begin);

/** Excel allows 31 characters, without those that addresses use. */
const sheetName = (title: string): string => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

/** Adds filter and sort controls to the heading. */
const filterRow = (ref: string) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string): string => {
          const end = xml.lastIndexOf('</sheetData>') + '</sheetData>'.length;
          return `${xml.slice(0, end)}<autoFilter ref="${ref}"/>${xml.slice(end)}`;
        },
      },
    },
  },
});

function workbookCell(kind: CellKind, value: CellValue, timeZone: string): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { type: Number, value: Number(value) / 100, format: '#,##0.00' };
  if (kind === 'number') return { type: Number, value: Number(value) };
  if (kind === 'instant') {
    return {
      type: Date,
      value: new Date(`${wallTime(String(value), timeZone).replace(' ', 'T')}Z`),
      format: 'yyyy-mm-dd hh:mm',
    };
  }
  if (kind === 'day') return { type: Date, value: new Date(`${value}T00:00:00Z`), format: 'yyyy-mm-dd' };
  // A text cell never runs as a formula, so it needs no prefix.
  if (kind === 'text') return { type: String, value: typed(String(value)) };
  return { type: String, value: csvCell(kind, value, timeZone) };
}
