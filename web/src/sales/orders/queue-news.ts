import type { OrderRow } from '@aisle/contract/sales/order-list';
import { useEffect, useRef } from 'react';
import { ring } from './ring.ts';

const ringEveryMs = 20_000;

/** Announces new orders, and rings while any of them waits to be accepted. */
export function useQueueNews(
  orders: readonly OrderRow[] | undefined,
  scope: string | null,
  rings: boolean,
  say: (text: string) => void,
): void {
  const waits = (orders?.length ?? 0) > 0;
  useEffect(() => {
    if (!rings || !waits) return;
    const timer = setInterval(ring, ringEveryMs);
    return () => clearInterval(timer);
  }, [rings, waits]);

  const known = useRef<{ scope: string | null; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = { scope, ids: new Set(orders.map(({ _id }) => _id)) };
    if (before?.scope !== scope) return;
    const fresh = orders.filter(({ _id }) => !before.ids.has(_id)).length;
    if (fresh === 0) return;
    if (rings) ring();
    say(fresh === 1 ? 'A new order came in' : `${fresh} new orders came in`);
  }, [orders, scope, rings, say]);
}
