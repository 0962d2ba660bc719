import { formatCount, howMany } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type BulkReceiptResult, maxReceiptRows } from '@aisle/contract/warehouse/receipts';
import { useMemo, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { tellError, tellSuccess } from '../../core/notice.tsx';
import { useSignedIn } from '../../core/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import {
  errorsByCell,
  isBlank,
  newRow,
  type ReceiptDraftRow,
  type RowErrors,
  receiptTotals,
  rowBody,
  rowErrors,
} from './receipt-rows.ts';

interface Draft {
  locationId: string | null;
  vendorId: string | null;
  /** What they are called, for after a reload. */
  locationName: string;
  vendorName: string;
  /** The day by which the vendor promised it. */
  expectedOn: string | null;
  rows: ReceiptDraftRow[];
}
/** A receipt while it is written down: kept over a reload, looked through by the server before anything is posted. */
export function useReceipt() {
  const { user, locationId } = useSignedIn();
  const receiving = useWrite(inventoryRoutes.bulkCreate);
  const only = user.locations.length === 1 ? (user.locations[0]?._id ?? null) : null;
  const [kept, setDraft] = useDraft<Draft>('receipt', () => ({
    locationId: locationId ?? only,
    vendorId: null,
    locationName: '',
    vendorName: '',
    expectedOn: null,
    rows: [newRow()],
  }));
  const [reasons, setReasons] = useState<ReadonlyMap<string, RowErrors>>(new Map());
  const [wasTried, setTried] = useState(false);
  // What an older version kept may lack a field.
  const draft = useMemo(
    () => ({
      ...kept,
      rows: kept.rows.map((row) => (row.vendor === undefined ? { ...row, vendor: '' } : row)),
    }),
    [kept],
  );
  const filled = useMemo(() => draft.rows.filter((row) => !isBlank(row)), [draft.rows]);
  const errors = useMemo(() => {
    const found = new Map<string, RowErrors>();
    for (const row of filled) {
      const all: RowErrors = { ...reasons.get(row.id), ...(wasTried && rowErrors(row)) };
      if (Object.keys(all).length > 0) found.set(row.id, all);
    }
    return found;
  }, [filled, reasons, wasTried]);

  const setRows = (change: (rows: ReceiptDraftRow[]) => ReceiptDraftRow[]) =>
    setDraft((before) => {
      const rows = change(before.rows);
      if (rows.length > maxReceiptRows)
        tellError('A receipt can have up to 10,000 rows. The rest was skipped');
      return { ...before, rows: rows.slice(0, maxReceiptRows) };
    });
  function setRow(id: string, patch: Partial<ReceiptDraftRow>): void {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...patch } : row)));
    // What is wrong with the other cells stays said.
    setReasons((before) => withoutCells(before, id, Object.keys(patch)));
  }
  const setReason = (id: string, reason: string) =>
    setReasons((before) => new Map(before).set(id, { ...before.get(id), code: reason }));

  const send = (some: readonly ReceiptDraftRow[], dryRun: boolean): Promise<BulkReceiptResult> =>
    receiving.mutateAsync({
      body: {
        locationId: draft.locationId ?? '',
        ...(draft.vendorId && { vendorId: draft.vendorId }),
        ...(draft.expectedOn && { expectedOn: draft.expectedOn }),
        rows: some.map(rowBody),
        dryRun,
      },
    });
  /** Gives the rows that were refused. */
  function showReasons(sent: readonly ReceiptDraftRow[], { rejected }: BulkReceiptResult): Set<string> {
    const refused = new Map(rejected.map(({ row, fields }) => [sent[row - 1]!.id, errorsByCell(fields)]));
    setReasons((before) => {
      const others = [...before].filter(([id]) => !sent.some((row) => row.id === id));
      return new Map([...others, ...refused]);
    });
    return new Set(refused.keys());
  }

  /** Has the server look through it, asks, posts the good rows and keeps the others. Says whether any were posted. */
  async function submit(): Promise<boolean> {
    setTried(true);
    if (!draft.locationId || filled.length === 0) return false;
    if (filled.some((row) => Object.keys(rowErrors(row)).length > 0)) return false;
    const bad = showReasons(filled, await send(filled, true));
    const good = filled.filter(({ id }) => !bad.has(id));
    if (good.length === 0) return false;
    const { units, cost } = receiptTotals(good);
    const isSure = await confirm({
      title: `Receive ${howMany(good.length, 'lot')}?`,
      text: `Adds ${howMany(units, 'unit')} worth ${formatMoney(cost)} to stock.${staying(bad.size)}`,
      confirm: 'Receive',
      danger: false,
    });
    if (!isSure) return false;
    const done = await send(good, false);
    const refused = showReasons(good, done);
    const posted = new Set(good.filter(({ id }) => !refused.has(id)).map(({ id }) => id));
    tellSuccess(`${howMany(done.accepted, 'lot')} received`);
    setRows((before) => {
      const left = before.filter((row) => !isBlank(row) && !posted.has(row.id));
      return left.length > 0 ? left : [newRow()];
    });
    setTried(false);
    return true;
  }

  return {
    draft,
    setDraft,
    filled,
    errors,
    setRows,
    setRow,
    setReason,
    submit,
    isSending: receiving.isPending,
    lacksLocation: wasTried && !draft.locationId,
  };
}

function staying(rows: number): string {
  if (rows === 0) return '';
  return rows === 1
    ? " One row can't be received. It stays here with the reason."
    : ` ${formatCount(rows)} rows can't be received. They stay here with the reasons.`;
}

/** The reasons, but for cells of a row that were changed since. */
function withoutCells(
  reasons: ReadonlyMap<string, RowErrors>,
  id: string,
  changed: readonly string[],
): ReadonlyMap<string, RowErrors> {
  const before = reasons.get(id);
  if (!before || !changed.some((cell) => cell in before)) return reasons;
  const left = Object.entries(before).filter(([cell]) => !changed.includes(cell));
  const others = new Map(reasons);
  if (left.length > 0) others.set(id, Object.fromEntries(left));
  else others.delete(id);
  return others;
}
