// Runs in a thread: a workbook is made in memory, all of it at once.
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { getCellAddress } from 'write-excel-file/utility';
import { serveCalls } from '../../core/work/in-thread.ts';
import { csvCell } from './cells.ts';
import type { CellKind, CellValue } from './columns.ts';

interface WorkbookColumn {
  header: string;
  kind: CellKind;
}

const begin = () => {
  let name = '';
  let columns: readonly WorkbookColumn[] = [];
  const sheet: Cell[][] = [];
  return {
    open: (ofSheet: { title: string; columns: readonly WorkbookColumn[] }) => {
      columns = ofSheet.columns;
      name = sheetName(ofSheet.title);
      sheet.push(columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const })));
    },
    add: (rows: readonly (readonly CellValue[])[]) => {
      for (const row of rows)
        sheet.push(row.map((value, index) => workbookCell(columns[index]!.kind, value)));
    },
    end: (_: null): Promise<Uint8Array> => {
      const widths = columns.map(({ header, kind }) => ({
        width: Math.max(header.length + 2, kind === 'text' ? 24 : 12),
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

/** What Excel allows: 31 characters, none of them of an address. */
const sheetName = (title: string): string => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

/** The heading offers to filter and to sort. */
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

function workbookCell(kind: CellKind, value: CellValue): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { type: Number, value: Number(value) / 100, format: '#,##0.00' };
  if (kind === 'number') return { type: Number, value: Number(value) };
  return { type: String, value: csvCell(kind, value) };
}
