import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { useDraft } from '../../../ui/form/drafts/use-draft.ts';
import { type CountDraft, type Pending, withoutSent, withPending } from './pending-counts.ts';

const retryMs = 5000;
const batchSize = 100;

/** Counts entered here: sent at once, and stored on this device until then. */
export function usePendingCounts(countId: string, isOpen: boolean) {
  const client = useQueryClient();
  const [{ pending }, setDraft] = useDraft<CountDraft>(`count-${countId}`, () => ({ pending: [] }));
  const [trouble, setTrouble] = useState<string>();
  const isSending = useRef(false);

  // Sends pending counts at once, and again when the connection is back.
  useEffect(() => {
    if (pending.length === 0 || !isOpen) return undefined;
    const send = async () => {
      if (isSending.current) return;
      isSending.current = true;
      const batch = pending.slice(0, batchSize);
      try {
        await enterCounts(countId, batch);
        setTrouble(undefined);
        setDraft((before) => ({ pending: withoutSent(before.pending, batch) }));
        void client.invalidateQueries({ queryKey: ['inventory'] });
      } catch (problem) {
        setTrouble(isApiError(problem) ? problem.message : String(problem));
      } finally {
        isSending.current = false;
      }
    };
    void send();
    const timer = setInterval(() => void send(), retryMs);
    return () => clearInterval(timer);
  }, [pending, isOpen, countId, client, setDraft]);

  return {
    pending,
    /** The error of the last attempt to send. */
    trouble,
    keep: (item: { _id: string; name: string }, quantity: number): void => {
      const entry: Pending = {
        key: crypto.randomUUID(),
        subProductId: item._id,
        name: item.name,
        quantity,
      };
      setDraft((before) => ({ pending: withPending(before.pending, entry) }));
    },
  };
}

const enterCounts = (id: string, batch: readonly Pending[]) =>
  call(stockCountRoutes.enter, {
    params: { id },
    body: { entries: batch.map(({ subProductId, quantity }) => ({ subProductId, quantity })) },
  });
