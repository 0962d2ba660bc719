import { shellRoutes, type WorkCount } from '@aisle/contract/overview/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { read } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';

const everyMs = 60_000;
/** A busy shop has many events; the menu counts again at most this often. */
const restsForMs = 3000;

/** The live counts of open work. */
export function useWorkCounts(): Partial<Record<WorkCount, number>> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const countSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['shell'] });
    }, restsForMs);
  }, [client]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic('orders', countSoon);
  useLiveTopic('stock', countSoon);
  useLiveTopic('support', countSoon);
  const query = useQuery({
    ...read(shellRoutes.counts, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  return query.data ?? {};
}
