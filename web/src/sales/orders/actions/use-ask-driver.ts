import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { isWaitingForDriver } from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidate, read, useWrite } from '../../../core/api.ts';
import { useLiveTopic } from '../../../core/events.ts';
import { useCan } from '../../../core/session/session.ts';
import { useOnline } from '../../../core/wire/connection.ts';

type Waiting = Pick<BoardRow, '_id' | 'status' | 'dispatchStatus' | 'comingBackFrom'>;
const waitsForDriver = ({ status, dispatchStatus, comingBackFrom }: Waiting): boolean =>
  status === 'awaitingForDelivery' && isWaitingForDriver(dispatchStatus) && !comingBackFrom;

export interface AskDriver {
  /** "Ask Andre" */
  label: string;
  isRunning: boolean;
  run: () => void;
}

/** Catches drivers whose shift begins or ends, which has no event. */
const everyMs = 30_000;

/**
 * The request to the driver whom the dispatch board suggests, for each order that waits for one. None if no driver is available,
 * and offline, because only the server knows who is available.
 */
export function useAskDriver(
  orders: readonly Waiting[],
  locationId: string | null,
): (order: Waiting) => AskDriver | undefined {
  const canEdit = useCan('order_edit');
  const isOnline = useOnline();
  const isNeeded = canEdit && isOnline && orders.some(waitsForDriver);
  const client = useQueryClient();
  useLiveTopic(
    'drivers',
    useCallback(() => void invalidate(client, ['dispatch']), [client]),
  );
  const { data: board } = useQuery({
    ...read(dispatchRoutes.board, { query: locationId ? { locationId } : {} }),
    enabled: isNeeded,
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  const asking = useWrite(dispatchRoutes.offer);
  return (order) => {
    if (!isNeeded || !board || !waitsForDriver(order)) return undefined;
    const suggestedId = board.orders.find(({ _id }) => _id === order._id)?.suggestedDriverId;
    const driver = board.drivers.find(({ _id }) => _id === suggestedId);
    return (
      driver && {
        label: `Request ${driver.name.split(' ')[0]}`,
        isRunning: asking.isPending,
        run: () => asking.mutate({ body: { driverId: driver._id, orderIds: [order._id] } }),
      }
    );
  };
}
