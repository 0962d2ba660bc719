import { dayIn } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type BulkReceiptResult, maxReceiptRows } from '@aisle/contract/warehouse/receipts';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { notifyError, offerToOpen } from '../../../core/notice.tsx';
import { useSignedIn } from '../../../core/session/session.ts';
import { useTimeZone } from '../../../links/locations/use-time-zone.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { useDraft } from '../../../ui/form/drafts/use-draft.ts';
import {
  daysExpired,
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
  /** The names, for display after a reload. */
  locationName: string;
  vendorName: string;
  /** The day promised by the vendor. */
  expectedOn: string | null;
  rows: ReceiptDraftRow[];
}
/** A receipt during entry: survives a reload, and the server validates it before anything is posted. */
export function useReceipt() {
  const { user, locationId } = useSignedIn();
  const receiving = useWrite(inventoryRoutes.bulkCreate);
  const navigate = useNavigate();
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
  // A draft from an older version can lack fields.
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
      const all: RowErrors = {
        ...reasons.get(row.id),
        ...(wasTried && rowErrors(row)),
        ...(row.isUnknown && { code: `No item has the code ${row.code.trim()}` }),
      };
      if (Object.keys(all).length > 0) found.set(row.id, all);
    }
    return found;
  }, [filled, reasons, wasTried]);

  const today = dayIn(useTimeZone(draft.locationId));
  const setRows = (change: (rows: ReceiptDraftRow[]) => ReceiptDraftRow[]) =>
    setDraft((before) => {
      const rows = change(before.rows);
      if (rows.length > maxReceiptRows)
        notifyError('A receipt can have up to 10,000 rows. The rest was skipped');
      return { ...before, rows: rows.slice(0, maxReceiptRows) };
    });
  function setRow(id: string, patch: Partial<ReceiptDraftRow>): void {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...patch } : row)));
    // Other cells keep their errors.
    setReasons((before) => withoutCells(before, id, Object.keys(patch)));
  }

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
  /** Shows errors and returns the rejected rows. */
  function showReasons(sent: readonly ReceiptDraftRow[], { rejected }: BulkReceiptResult): Set<string> {
    const refused = new Map(rejected.map(({ row, fields }) => [sent[row - 1]!.id, errorsByCell(fields)]));
    setReasons((before) => {
      const others = [...before].filter(([id]) => !sent.some((row) => row.id === id));
      return new Map([...others, ...refused]);
    });
    return new Set(refused.keys());
  }

  /**
   * Validates the receipt on the server, asks for confirmation, posts the valid rows and keeps the others. Returns whether any
   * row was posted.
   */
  async function submit(): Promise<boolean> {
    setTried(true);
    if (!draft.locationId || filled.length === 0) return false;
    if (filled.some((row) => Object.keys(rowErrors(row)).length > 0)) return false;
    const bad = showReasons(filled, await send(filled, true));
    const good = filled.filter(({ id }) => !bad.has(id));
    if (good.length === 0) return false;
    const { units, cost } = receiptTotals(good);
    // An item may have been added since its code was scanned.
    const unknown = filled.filter(({ id, isUnknown }) => isUnknown && bad.has(id));
    const old = good.filter((row) => daysExpired(row, today) !== null);
    const isSure = await confirm({
      title: `Receive ${pluralize(good.length, 'lot')}?`,
      text: [
        `Adds ${pluralize(units, 'unit')} worth ${formatMoney(cost)} to stock.`,
        expiredText(old),
        unknownText(unknown),
        staying(bad.size - unknown.length),
      ].join(''),
      confirm: 'Receive',
      danger: false,
    });
    if (!isSure) return false;
    const done = await send(good, false);
    const refused = showReasons(good, done);
    const posted = new Set(good.filter(({ id }) => !refused.has(id)).map(({ id }) => id));
    const { locationId } = draft;
    const viewLots = () => void navigate({ to: '/inventory', search: { tab: 'lots', locationId } });
    offerToOpen(`${pluralize(done.accepted, 'lot')} received`, viewLots, 'View lots');
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
    today,
    submit,
    isSending: receiving.isPending,
    lacksLocation: wasTried && !draft.locationId,
  };
}

const named = new Intl.ListFormat('en-US');
const maxNamed = 5;
/** Lists the first few and counts the rest. */
function someOf(words: readonly string[]): string {
  const rest = words.length - maxNamed;
  return named.format(rest > 0 ? [...words.slice(0, maxNamed), `${formatCount(rest)} more`] : words);
}
function expiredText(rows: readonly ReceiptDraftRow[]): string {
  if (rows.length === 0) return '';
  const lots = rows.map((row) => `${row.item?.name ?? row.code} (${row.expires})`);
  return ` ${rows.length === 1 ? 'One lot has' : `${formatCount(rows.length)} lots have`} already expired: ${someOf(lots)}.`;
}
function unknownText(rows: readonly ReceiptDraftRow[]): string {
  if (rows.length === 0) return '';
  const codes = someOf(rows.map(({ code }) => code.trim()));
  return rows.length === 1
    ? ` No item has the code ${codes}. Its row stays here and isn't received.`
    : ` No items have the codes ${codes}. Their rows stay here and aren't received.`;
}

function staying(rows: number): string {
  if (rows === 0) return '';
  return rows === 1
    ? " One row can't be received. It stays here with the reason."
    : ` ${formatCount(rows)} rows can't be received. They stay here with the reasons.`;
}

/** The errors without those of cells that changed since. */
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
