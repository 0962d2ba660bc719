// Runs in a thread: a workbook is made in memory, all of it at once.
import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { serveCalls } from '../../core/work/in-thread.ts';
import { csvCell } from './cells.ts';
import type { CellKind, CellValue } from './columns.ts';

interface WorkbookColumn {
  header: string;
  kind: CellKind;
}

const begin = () => {
  let columns: readonly WorkbookColumn[] = [];
  const sheet: Cell[][] = [];
  return {
    open: (ofSheet: readonly WorkbookColumn[]) => {
      columns = ofSheet;
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
      return writeWorkbook(sheet, { columns: widths, stickyRowsCount: 1 }).toBuffer();
    },
  };
};
export type WorkbookCalls = ReturnType<typeof begin>;

export default serveCalls(begin);

function workbookCell(kind: CellKind, value: CellValue): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { type: Number, value: Number(value) / 100, format: '#,##0.00' };
  if (kind === 'number') return { type: Number, value: Number(value) };
  return { type: String, value: csvCell(kind, value) };
}
