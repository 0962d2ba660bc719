import { howMany } from '@aisle/contract/core/how-many';
import {
  type CellConflict,
  maxCellChanges,
  type PriceRow,
  priceRoutes,
} from '@aisle/contract/warehouse/prices';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { tellError, tellSuccess } from '../../core/notice.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved-guard.tsx';
import type { CellEdit } from '../../ui/grid/history.ts';
import {
  type Changes,
  cellKey,
  noChanges,
  partsOf,
  settled,
  toSend,
  withEdits,
  withoutSaved,
} from './cell-changes.ts';
import { checkCell, savedValue } from './price-columns.tsx';

/** Cells that were changed and not saved yet, what others changed meanwhile, and saving them. */
export function usePriceChanges(rows: readonly PriceRow[]) {
  const client = useQueryClient();
  const save = useWrite(priceRoutes.save, { quiet: true });
  const [changes, setChanges] = useState<Changes>(noChanges);
  const [conflicts, setConflicts] = useState<readonly CellConflict[]>([]);
  const [note, setNote] = useState('');
  useUnsavedGuard(changes.size > 0);
  const hasCounts = [...changes.keys()].some((key) => partsOf(key).field === 'onHand');

  function change(edits: readonly CellEdit[]): void {
    const byId = new Map(rows.map((row) => [row._id, row]));
    setChanges((before) =>
      withEdits(before, edits, (row, column) => {
        const { locationId, field } = partsOf(cellKey(row, column));
        const found = byId.get(row);
        return found ? savedValue(found, locationId, field) : null;
      }),
    );
  }
  async function submit(): Promise<void> {
    let left = changes;
    let saved = 0;
    try {
      while (left.size > 0) {
        const sent = toSend(left, maxCellChanges);
        await save.mutateAsync({
          body: { changes: sent, ...(note.trim() && hasCounts && { note: note.trim() }) },
        });
        saved += sent.length;
        left = withoutSaved(left, sent);
        setChanges((now) => withoutSaved(now, sent));
      }
      setConflicts([]);
      setNote('');
    } catch (error) {
      if (isApiError(error) && error.code === 'prices.changed-meanwhile') {
        setConflicts((error.data as { conflicts: CellConflict[] }).conflicts);
      } else tellError(error instanceof Error ? error.message : String(error));
    }
    if (saved > 0) tellSuccess(`${howMany(saved, 'cell')} saved`);
    await invalidate(client, ['prices']);
  }
  return {
    changes,
    conflicts,
    /** The reason given for counts. */
    note,
    setNote,
    hasCounts,
    /** Cells whose value cannot be saved. */
    wrongCells: [...changes].filter(([key, { to }]) => checkCell(partsOf(key).field, to)).length,
    isSaving: save.isPending,
    change,
    submit,
    settle: (some: readonly CellConflict[], keep: 'mine' | 'theirs'): void => {
      setChanges((before) => some.reduce((all, one) => settled(all, one, keep), before));
      setConflicts((before) => before.filter((one) => !some.includes(one)));
      void invalidate(client, ['prices']);
    },
    discard: (): void => {
      setChanges(noChanges);
      setConflicts([]);
    },
  };
}
export type PriceChanges = ReturnType<typeof usePriceChanges>;
