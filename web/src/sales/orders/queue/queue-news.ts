import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { useEffect, useRef } from 'react';
import { ring } from './ring.ts';

const ringEveryMs = 20_000;

interface QueueNews {
  /** The new orders; nothing while they are loaded. */
  orders: readonly OrderRow[] | undefined;
  /** The location shown: another one's orders are no news. */
  scope: string | null;
  sound: { isOn: boolean; keepsRinging: boolean };
  say: (text: string) => void;
}
/** Announces new orders, and rings, if wanted until they are accepted. */
export function useQueueNews({ orders, scope, sound, say }: QueueNews): void {
  const { isOn, keepsRinging } = sound;
  const waits = (orders?.length ?? 0) > 0;
  useEffect(() => {
    if (!isOn || !keepsRinging || !waits) return;
    const timer = setInterval(ring, ringEveryMs);
    return () => clearInterval(timer);
  }, [isOn, keepsRinging, waits]);

  const known = useRef<{ scope: string | null; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = { scope, ids: new Set(orders.map(({ _id }) => _id)) };
    if (before?.scope !== scope) return;
    const fresh = orders.filter(({ _id }) => !before.ids.has(_id)).length;
    if (fresh === 0) return;
    if (isOn) ring();
    say(fresh === 1 ? '1 new order' : `${fresh} new orders`);
  }, [orders, scope, isOn, say]);
}
