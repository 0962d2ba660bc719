import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { type ReceiptField, receiptFields } from '@aisle/contract/warehouse/receipts';
import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { read } from '../../../core/api.ts';
import { exactMatch } from '../../../core/exact-match.ts';
import { beep } from '../../../ui/scan/beep.ts';
import { asItem, isBlank, newRow, type ReceiptDraftRow } from './receipt-rows.ts';
import { pastedRows } from './receipt-text.ts';
import type { useReceipt } from './use-receipt.ts';

const rowsPerPage = 100;
const maxLookedUp = 100;

/** The visible rows of a receipt: paging, scanner and keyboard navigation. */
export function useReceiptRows(receipt: ReturnType<typeof useReceipt>) {
  const { draft, errors, setRows } = receipt;
  const { rows } = draft;
  const [page, setPage] = useState(0);
  const table = useRef<HTMLTableElement>(null);
  const lookUp = useCodeLookUp(receipt);
  const focus = (id: string, field: ReceiptField) => focusCell(table.current, id, field);
  /** Looks up codes one after another, up to a limit; the server checks the rest before receiving. */
  async function lookUpAll(some: readonly ReceiptDraftRow[]): Promise<void> {
    for (const row of some.slice(0, maxLookedUp)) await lookUp(row);
  }
  const again = useRef(() => void lookUpAll(rows.filter(({ isUnknown }) => isUnknown)));
  // The user may have just added the product for an unknown code.
  useEffect(() => again.current(), []);

  function goToNext(at: number): void {
    const next = rows[at + 1] ?? newRow();
    if (!rows[at + 1]) setRows((before) => [...before, next]);
    setPage(Math.floor((at + 1) / rowsPerPage));
    focus(next.id, 'code');
  }
  function onKey(event: KeyboardEvent, row: ReceiptDraftRow, field: ReceiptField): void {
    const at = rows.findIndex(({ id }) => id === row.id);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // In the vendor field these keys move through the suggestions.
      if (field === 'vendor') return;
      const other = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (other) focus(other.id, field);
    } else if (event.key === 'Enter') {
      const next = receiptFields[receiptFields.indexOf(field) + 1];
      // Lot number and vendor are rarely needed: Enter moves from the date to the next row, Tab moves to them.
      if (next && receiptFields.indexOf(field) < receiptFields.indexOf('expires')) focus(row.id, next);
      else goToNext(at);
    } else return;
    event.preventDefault();
  }
  function onPaste(event: ClipboardEvent, row: ReceiptDraftRow): void {
    const pasted = pastedRows(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    setRows((before) => {
      const at = before.findIndex(({ id }) => id === row.id);
      const rest = before.slice(at + 1).filter((one) => !isBlank(one));
      const kept = isBlank(row) ? before.slice(0, at) : before.slice(0, at + 1);
      return [...kept, ...pasted, ...rest];
    });
    void lookUpAll(pasted);
  }
  function showNextError(): void {
    const isWrong = ({ id }: ReceiptDraftRow) => errors.has(id);
    const focused = rows.findIndex(({ id }) => id === document.activeElement?.getAttribute('data-row'));
    const from = focused >= 0 ? focused + 1 : page === 0 ? 0 : (page + 1) * rowsPerPage;
    const after = rows.findIndex((row, at) => at >= from && isWrong(row));
    const at = after >= 0 ? after : rows.findIndex(isWrong);
    const row = rows[at];
    if (!row) return;
    setPage(Math.floor(at / rowsPerPage));
    focus(row.id, receiptFields.find((field) => errors.get(row.id)?.[field]) ?? 'code');
  }
  return {
    table,
    shown: rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
    /** The number of rows before the first visible one. */
    before: page * rowsPerPage,
    page,
    lookUpAll,
    focusQuantity: (id: string) => focus(id, 'quantity'),
    pages: Math.ceil(rows.length / rowsPerPage),
    setPage,
    onKey,
    onPaste,
    lookUp,
    addRow: () => goToNext(rows.length - 1),
    showNextError,
    showErrorsOnceDrawn: useAfterRender(showNextError),
  };
}

/** Looks up a code once the scanner has sent all of it. */
function useCodeLookUp({ setRows }: ReturnType<typeof useReceipt>) {
  const client = useQueryClient();
  return async (row: ReceiptDraftRow): Promise<void> => {
    const code = row.code.trim();
    if (code === '' || row.item) return;
    const found = await client
      .fetchQuery({ ...read(subProductRoutes.dropdown, { query: { search: code } }), staleTime: 0 })
      .catch(() => undefined);
    if (!found) return; // A toast shows the error; the server checks the code again when receiving.
    const item = exactMatch(found, code);
    if (!item && !row.isUnknown) beep('no');
    // The scanner may have changed the row in the meantime, so its current code decides.
    setRows((before) =>
      before.map((one) => {
        if (one.id !== row.id || one.code.trim() !== code) return one;
        return item ? asItem(one, item) : { ...one, isUnknown: true };
      }),
    );
  };
}

/** Runs `act` after the next render, when the rejected rows are known. */
function useAfterRender(act: () => void): () => void {
  const [requests, setRequests] = useState(0);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (requests > 0) latest.current();
  }, [requests]);
  return () => setRequests((before) => before + 1);
}

function focusCell(table: HTMLTableElement | null, id: string, field: ReceiptField): void {
  const go = () => {
    const cell = table?.querySelector<HTMLInputElement>(`[data-row="${id}"][data-field="${field}"]`);
    cell?.focus();
    cell?.select();
    return cell;
  };
  // Runs at once, because scanners type without a pause; a new row exists only in the next frame.
  if (!go()) requestAnimationFrame(go);
}
