import { pluralize } from '@aisle/contract/core/pluralize';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { ReceiptTable } from '@aisle/contract/warehouse/receipts';
import { Button, FileButton, Select, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import classes from '../inventory.module.css';
import type { ReceiptDraftRow } from './receipt-rows.ts';
import { tableRows } from './receipt-text.ts';

const noRows = 'This file has no rows with code, quantity, cost, expiry, lot number and vendor';

interface Loaded {
  file: File;
  table: ReceiptTable;
  rows: ReadonlySet<string>;
}
interface ReceiptFileProps {
  /** Called with the rows of a file, and the IDs of an earlier import that they replace. */
  onRows: (rows: ReceiptDraftRow[], instead: ReadonlySet<string>) => void;
}

/** Loads rows from a CSV file or a workbook; the user can select another sheet. */
export function ReceiptFile({ onRows }: ReceiptFileProps) {
  const reading = useWrite(inventoryRoutes.readTable, { quiet: true });
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  // The explanation takes longer to read than a toast stays visible.
  const [problem, setProblem] = useState<string | null>(null);
  const again = useRef<() => void>(null);

  async function load(file: File, sheet?: string): Promise<void> {
    const table = await reading
      .mutateAsync({ files: { file }, ...(sheet !== undefined && { body: { sheet } }) })
      .catch((error: Error) => error.message);
    again.current?.();
    const rows = typeof table === 'string' ? [] : tableRows(table.rows);
    if (typeof table === 'string' || rows.length === 0) {
      setProblem(typeof table === 'string' ? table : noRows);
      return;
    }
    setProblem(null);
    const isOther = sheet !== undefined && loaded?.file === file;
    onRows(rows, isOther ? loaded.rows : new Set());
    setLoaded({ file, table, rows: new Set(rows.map(({ id }) => id)) });
  }
  return (
    <>
      <FileButton
        resetRef={again}
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv"
        onChange={(file) => file && void load(file)}
      >
        {(props) => (
          <Button {...props} variant="default" loading={reading.isPending}>
            Load a CSV or Excel file
          </Button>
        )}
      </FileButton>
      {problem && (
        <Text
          size="sm"
          c="var(--aisle-bad)"
          role="alert"
          className={`row wrap gap-2 gap-x-3 ${classes.loaded}`}
        >
          {problem}
        </Text>
      )}
      {loaded && (
        <div className={`row wrap gap-2 gap-x-3 ${classes.loaded}`}>
          <Text size="sm" role="status">
            {loadedText(loaded)}
          </Text>
          {loaded.table.sheets.length > 1 && (
            <Select
              aria-label="Sheet"
              size="xs"
              data={loaded.table.sheets}
              value={loaded.table.sheet}
              disabled={reading.isPending}
              onChange={(sheet) => sheet && sheet !== loaded.table.sheet && void load(loaded.file, sheet)}
            />
          )}
        </div>
      )}
    </>
  );
}

function loadedText({ file, table: { rows, isCut, leftOut } }: Loaded): string {
  const count = pluralize(rows.length, 'row');
  const columns = leftOut.length > 0 ? ` Skipped columns: ${leftOut.join(', ')}.` : '';
  const rest = isCut ? " That's the maximum per receipt. Add the rest in another one." : '';
  return `${count} from ${file.name}.${columns}${rest}`;
}
