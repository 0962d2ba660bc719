import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidate, read } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';

const lookEveryMs = 30_000;
const gatherMs = 400;

/** The board of a location, or of all: read again soon after anything on it has happened. */
export function useBoard(locationId: string | null) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Several steps at once are one look.
  const soon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidate(client, ['dispatch']), gatherMs);
  }, [client]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic('orders', soon);
  useLiveTopic('drivers', soon);
  return useQuery({
    ...read(dispatchRoutes.board, { query: locationId ? { locationId } : {} }),
    refetchInterval: lookEveryMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

const tickMs = 10_000;
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
