import type { FieldError } from '@aisle/contract/core/envelope';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  type CellChange,
  type CellConflict,
  type PriceRow,
  priceRoutes,
} from '@aisle/contract/warehouse/prices';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { invalidate, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { notifyError, notifySuccess } from '../../core/notice.tsx';
import { useUnsavedGuard } from '../../ui/form/drafts/unsaved-guard.tsx';
import { useStoredDraft } from '../../ui/form/drafts/use-stored-draft.ts';
import type { CellEdit } from '../../ui/grid/editing/history.ts';
import {
  type Changes,
  cellKey,
  keyOfChange,
  noChanges,
  partsOf,
  savedValue,
  settled,
  toSend,
  type UnsavedCell,
  withEdits,
  withoutSaved,
} from './cell-changes.ts';
import { checkCell, pricesOf } from './price-columns.tsx';

/** Errors from the server by cell. */
type Refusals = ReadonlyMap<string, string>;
const noRefusals: Refusals = new Map();

interface PriceDraft {
  changes: readonly (readonly [string, UnsavedCell])[];
  note: string;
}
const emptyDraft: PriceDraft = { changes: [], note: '' };
const isEmptyDraft = ({ changes, note }: PriceDraft): boolean => changes.length === 0 && note === '';

/** Unsaved cells, conflicts with changes by other users, and saving. */
export function usePriceChanges(rows: readonly PriceRow[]) {
  const client = useQueryClient();
  const save = useWrite(priceRoutes.save, { quiet: true });
  const [draft, setDraft] = useStoredDraft('prices', emptyDraft, isEmptyDraft, { endsWhenLeft: true });
  const changes: Changes = useMemo(() => new Map(draft.changes), [draft.changes]);
  const { note } = draft;
  const setChanges = (next: (before: Changes) => Changes) =>
    setDraft((before) => ({ ...before, changes: [...next(new Map(before.changes))] }));
  const setNote = (next: string) => setDraft((before) => ({ ...before, note: next }));
  const [conflicts, setConflicts] = useState<readonly CellConflict[]>([]);
  const [refusals, setRefusals] = useState(noRefusals);
  useUnsavedGuard(changes.size > 0);
  const byId = useMemo(() => new Map(rows.map((row) => [row._id, row])), [rows]);
  const hasCounts = [...changes.keys()].some((key) => partsOf(key).field === 'onHand');

  const wrong = wrongCells(changes, byId);

  function change(edits: readonly CellEdit[]): void {
    const edited = new Set(edits.map(({ row, column }) => cellKey(row, column)));
    setRefusals((before) => new Map([...before].filter(([key]) => !edited.has(key))));
    setChanges((before) =>
      withEdits(before, edits, (row, column) => {
        const found = byId.get(row);
        return found ? savedValue(found, partsOf(cellKey(row, column))) : null;
      }),
    );
  }
  async function submit(): Promise<void> {
    let left = changes;
    let sent: CellChange[] = [];
    let saved = 0;
    setRefusals(noRefusals);
    try {
      while (left.size > 0) {
        sent = toSend(left);
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
      } else {
        notifyError(error instanceof Error ? error.message : String(error));
        if (isApiError(error)) setRefusals(refusedCells(sent, error.fields ?? []));
      }
    }
    if (saved > 0) notifySuccess(`${pluralize(saved, 'cell')} saved`);
    await invalidate(client, ['prices']);
  }
  return {
    changes,
    conflicts,
    refusals,
    /** The reason for counts. */
    note,
    setNote,
    hasCounts,
    /** The number of cells with errors from client or server. */
    wrongCells: new Set([...wrong, ...refusals.keys()]).size,
    canSave: wrong.length === 0,
    isSaving: save.isPending,
    change,
    submit,
    settle: (some: readonly CellConflict[], keep: 'mine' | 'theirs'): void => {
      setChanges((before) => some.reduce((all, one) => settled(all, one, keep), before));
      setConflicts((before) => before.filter((one) => !some.includes(one)));
      void invalidate(client, ['prices']);
    },
    discard: (): void => {
      setChanges(() => noChanges);
      setConflicts([]);
      setRefusals(noRefusals);
    },
  };
}
export type PriceChanges = ReturnType<typeof usePriceChanges>;

/** Errors identify a change by its index in the request: "changes.3.to". */
function refusedCells(sent: readonly CellChange[], fields: readonly FieldError[]): Refusals {
  const refused = fields.flatMap(({ path, message }): [string, string][] => {
    const change = sent[Number(/^changes\.(\d+)/.exec(path)?.[1])];
    return change ? [[keyOfChange(change), message]] : [];
  });
  return new Map(refused);
}

/** The cells with client-side errors. */
const wrongCells = (changes: Changes, byId: ReadonlyMap<string, PriceRow>): string[] =>
  [...changes].flatMap(([key, { to }]) => {
    const { subProductId, field } = partsOf(key);
    const row = byId.get(subProductId);
    return checkCell(field, to, row && pricesOf(changes, row)) === undefined ? [] : [key];
  });
