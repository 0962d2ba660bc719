import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { maxTransferLines } from '@aisle/contract/warehouse/transfers';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { read } from '../../../core/api.ts';
import { type ApiError, isApiError } from '../../../core/api-error.ts';
import type { ScannedItem } from '../../../links/catalog/catalog-item-search.tsx';
import type { GridColumn } from '../../../ui/grid/column.ts';
import type { CellEdit } from '../../../ui/grid/editing/history.ts';
import { type DraftLine, quantityError, type TransferDraft, withEdits, withItem } from './transfer-lines.ts';

export interface TransferFormOptions {
  draft: TransferDraft;
  onChange: (change: (before: TransferDraft) => TransferDraft) => void;
  save: (send: boolean) => Promise<unknown>;
}

const noErrors: ReadonlyMap<number, string> = new Map();

/** A transfer during entry: lines, errors, saving and sending. */
export function useTransferForm({ draft, onChange, save }: TransferFormOptions) {
  const client = useQueryClient();
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Errors from the server by line index. */
  const [lineErrors, setLineErrors] = useState(noErrors);
  const { lines, fromLocationId, toLocationId } = draft;
  const isSameLocation = fromLocationId !== null && fromLocationId === toLocationId;
  const isWrong = lines.some((line) => quantityError(line.quantity) !== undefined);

  function editLines(change: (lines: DraftLine[]) => DraftLine[]): void {
    setLineErrors(noErrors);
    onChange((before) => ({ ...before, lines: change(before.lines) }));
  }
  async function add(item: ScannedItem): Promise<void> {
    const filters = { locationId: fromLocationId ?? '', subProductId: item._id };
    const found = fromLocationId
      ? await client.fetchQuery(read(inventoryRoutes.levels, { body: { filters } })).catch(() => undefined)
      : undefined;
    const available = found ? (found.records[0]?.available ?? 0) : null;
    editLines((before) => withItem(before, item, available).slice(0, maxTransferLines));
  }
  async function submit(send: boolean): Promise<void> {
    setTried(true);
    setProblem(undefined);
    if (!fromLocationId || !toLocationId || isSameLocation || isWrong || lines.length === 0) return;
    try {
      await save(send);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.message);
      setLineErrors(errorsByLine(error));
    }
  }
  return {
    problem,
    add,
    edit: (edits: readonly CellEdit[]) => editLines((before) => withEdits(before, edits)),
    // Stable, so that the grid only renders changed rows.
    remove: useCallback(
      ({ subProductId }: DraftLine) =>
        onChange((before) => ({
          ...before,
          lines: before.lines.filter((one) => one.subProductId !== subProductId),
        })),
      [onChange],
    ),
    errorAt: useCallback(
      (_: DraftLine, { key }: GridColumn<DraftLine>, index: number) =>
        key === 'quantity' ? lineErrors.get(index) : undefined,
      [lineErrors],
    ),
    fromError: wasTried && !fromLocationId ? 'Choose the sending location' : undefined,
    toError: isSameLocation
      ? 'Choose a different location to send to'
      : wasTried && !toLocationId
        ? 'Choose the receiving location'
        : undefined,
    submit,
  };
}

const errorsByLine = ({ fields }: ApiError): ReadonlyMap<number, string> =>
  new Map(
    fields.flatMap(({ path, message }) => {
      const index = /^lines\.(\d+)\./.exec(path)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
