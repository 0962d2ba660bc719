import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities } from '@aisle/contract/core/quantity';
import { type Transfer, transferRoutes } from '@aisle/contract/warehouse/transfers';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import type { ScannedItem } from '../../../links/catalog/catalog-item-search.tsx';
import { useDraft } from '../../../ui/form/drafts/use-draft.ts';
import type { CellEdit } from '../../../ui/grid/editing/history.ts';
import { beep } from '../../../ui/scan/beep.ts';
import { differenceText, type ReceivedLine, type ReceivedRow, receiveColumns } from './receive-columns.tsx';

interface ReceiptDraft {
  /** By line; lines without an entry arrived in full. */
  came: Record<string, ReceivedLine>;
  note: string;
}

/** The received quantities of a transfer during entry, and submitting them. */
export function useTransferReceipt(transfer: Transfer) {
  const router = useRouter();
  const receiving = useWrite(transferRoutes.receive);
  const [draft, setDraft, again] = useDraft<ReceiptDraft>(`receive-${transfer._id}`, () => ({
    came: {},
    note: '',
  }));
  // The transfer as it was counted, so that a change by others in between is noticed.
  const [version] = useState(transfer.version);
  const [problem, setProblem] = useState<string>();
  const [stray, setStray] = useState<string>();
  const rows = useMemo(
    () =>
      transfer.lines.map(
        (line): ReceivedRow => ({ ...line, received: line.quantity, damaged: null, ...draft.came[line._id] }),
      ),
    [transfer.lines, draft.came],
  );

  function set(lineId: string, patch: (before: ReceivedLine) => Partial<ReceivedLine>): void {
    setDraft((before) => {
      const line = transfer.lines.find((one) => one._id === lineId);
      const came = before.came[lineId] ?? { received: line?.quantity ?? 0, damaged: null };
      return { ...before, came: { ...before.came, [lineId]: { ...came, ...patch(came) } } };
    });
  }
  /** Counts scans: the first one sets 1, each further one adds 1. */
  function scan(item: ScannedItem): void {
    const line = transfer.lines.find((one) => one.subProductData._id === item._id);
    if (!line) {
      beep('no');
      setStray(itemName(item));
      return;
    }
    setStray(undefined);
    const isFirst = draft.came[line._id] === undefined;
    set(line._id, ({ received }) => ({
      received: isFirst ? 1 : addQuantities(typeof received === 'number' ? received : 0, 1),
    }));
  }
  async function submit(): Promise<void> {
    setProblem(undefined);
    try {
      await receiving.mutateAsync({
        params: { id: transfer._id },
        body: { version, ...bodyOf(rows, draft.note) },
      });
      again();
      await router.navigate({ to: '/inventory/transfers/$id', params: { id: transfer._id } });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.message);
    }
  }
  return {
    rows,
    problem,
    /** The last scanned item that isn't part of the transfer. */
    stray,
    scan,
    edit: (edits: readonly CellEdit[]) => {
      for (const { row, column, value } of edits) set(row, () => ({ [column]: value }));
    },
    isChanged: (row: ReceivedRow) => draft.came[row._id] !== undefined,
    countedLines: Object.keys(draft.came).length,
    differing: rows.filter((row) => differenceText(row) !== '').length,
    isWrong: rows.some((row) =>
      receiveColumns.some((column) => column.check?.(column.read(row), row) !== undefined),
    ),
    note: draft.note,
    setNote: (note: string) => setDraft((before) => ({ ...before, note })),
    submit,
    isSending: receiving.isPending,
  };
}

const bodyOf = (rows: readonly ReceivedRow[], note: string) => ({
  ...(note.trim() && { note: note.trim() }),
  lines: rows.map((row) => ({
    lineId: row._id,
    received: Number(row.received),
    damaged: typeof row.damaged === 'number' ? row.damaged : 0,
  })),
});
