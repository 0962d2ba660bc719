import {
  type ColumnFacts,
  ColumnSurvey,
  decimalsOf,
  plainDecimal,
} from '@aisle/contract/system/imports/import-numbers';
import {
  maxReceiptRows,
  type ReceiptField,
  type ReceiptTable,
  receiptColumns,
  receiptFields,
} from '@aisle/contract/warehouse/receipts';
import type { Uploads } from '../../../core/http/input/uploads.ts';
import { wrongField } from '../../../core/problem.ts';
import { isDayFirst, isoDay } from '../../../system/tables/days.ts';
import { inspectTable, rowsOfTable } from '../../../system/tables/table-reader.ts';

/** Longer than any code, lot number or name. A longer cell is rejected on receipt. */
const longestCell = 200;
const maxReportedRows = 20;

/** The rows of a file as text. Names are resolved after the user has reviewed them. */
export async function readReceiptTable(uploads: Uploads, wanted?: string): Promise<ReceiptTable> {
  const upload = uploads.file?.[0];
  if (!upload) throw wrongField('file', 'Choose a CSV or Excel file (XLSX)');
  const { path, signal } = upload;
  const { book, notes: _, ...written } = await inspectTable({ path, sheet: wanted, signal });
  const { sheet = null, sheets = [] } = book ?? {};
  const table: ReceiptTable = { rows: [], isCut: false, leftOut: [], sheet, sheets };
  let columns: ReturnType<typeof receiptColumns> = null;
  // Reads the heading, the rows, and one more row to detect that there are more.
  for await (const { cells } of rowsOfTable({ ...written, most: maxReceiptRows + 2, signal })) {
    if (!columns) {
      const named = receiptColumns(cells);
      columns = named ?? [...receiptFields];
      if (named) {
        table.leftOut = cells
          .filter((name, at) => name.trim() !== '' && !named[at])
          .slice(0, maxReportedRows)
          .map(shown);
        continue;
      }
    }
    if (table.rows.length === maxReceiptRows) {
      table.isCut = true;
      break;
    }
    const places = columns;
    table.rows.push(receiptFields.map((field) => shown(cells[places.indexOf(field)] ?? '')));
  }
  return { ...table, rows: normalizeFormats(table.rows, written.delimiter) };
}

const numbers = ['quantity', 'cost'] as const;
const fields = { quantity: { shown: 'quantity' }, cost: { shown: 'money' } } as const;

/** Converts decimal commas and all date formats to those of the screen. Ambiguous values stay as they are. */
function normalizeFormats(rows: string[][], delimiter: string): string[][] {
  const cellsOf = (field: ReceiptField) => rows.map((row) => row[receiptFields.indexOf(field)]!);
  const columnFacts = Object.fromEntries(numbers.map((field) => [field, factsOf(cellsOf(field))]));
  const file = {
    delimiter,
    columnFacts,
    fields,
    mapping: { quantity: 'quantity', cost: 'cost' },
    options: {},
  };
  const styles = numbers.map((field) => [field, decimalsOf(field, file)] as const);
  const dayFirst = isDayFirst(cellsOf('expires'));
  return rows.map((row) => {
    const cells = [...row];
    for (const [field, style] of styles) {
      const at = receiptFields.indexOf(field);
      if (style === 'comma') cells[at] = plainDecimal(cells[at]!, style) ?? cells[at]!;
    }
    const at = receiptFields.indexOf('expires');
    cells[at] = isoDay(cells[at]!, dayFirst);
    return cells;
  });
}

function factsOf(cells: readonly string[]): ColumnFacts {
  const survey = new ColumnSurvey();
  for (const cell of cells) survey.add(cell);
  return survey.result();
}

const shown = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().replace(/\s+/g, ' ').trim().slice(0, longestCell);
