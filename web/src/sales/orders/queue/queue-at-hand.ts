import type { BoardKey, OrderBoard } from '@aisle/contract/sales/orders/order-board';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../../../core/api.ts';
import { keepLastAnswer } from '../../../core/offline/kept-answers.ts';
import { useMay } from '../../../core/session/session.ts';

/** Of each column: more than one person goes for at once. */
const maxOrders = 12;
/** The board settles before anything is fetched for later. */
const settlesMs = 1500;

/** Orders being picked, and those that are next, are fetched ahead: they open without a connection. */
export function useOrdersAtHand(board: OrderBoard | undefined): void {
  const client = useQueryClient();
  const mayView = useMay('order_view');
  useEffect(() => {
    if (!mayView) return;
    const recordsOf = (wanted: BoardKey) =>
      board?.columns.find(({ key }) => key === wanted)?.records.slice(0, maxOrders) ?? [];
    let isOver = false;
    const timer = setTimeout(async () => {
      for (const { _id, version } of [...recordsOf('picking'), ...recordsOf('new')]) {
        const reading = read(orderRoutes.view, { params: { id: _id } });
        const known = client.getQueryData<Order>(reading.queryKey);
        if (isOver || known?.version === version) continue;
        const order = await client
          .fetchQuery({ ...reading, staleTime: 0, gcTime: Number.POSITIVE_INFINITY, meta: { quiet: true } })
          .catch(() => undefined);
        if (!order) return;
        await keepLastAnswer(reading.queryKey, order);
      }
    }, settlesMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [board, client, mayView]);
}
