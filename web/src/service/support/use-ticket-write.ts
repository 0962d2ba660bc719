import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf, useWrite } from '../../core/api.ts';
import { offerUndo, tellSuccess, withoutToast } from '../../core/notice.tsx';

/** Shows a ticket as the server has just answered it. */
export function useShowTicket() {
  const client = useQueryClient();
  return useCallback(
    (ticket: TicketView) =>
      client.setQueryData(keyOf(supportRoutes.get, { params: { id: ticket._id } }), ticket),
    [client],
  );
}

const done: Record<TicketStatus, string> = {
  open: 'reopened',
  pending: 'set to pending',
  resolved: 'resolved',
  closed: 'closed',
};

/** Moves a ticket to another status at once; where there is a way back, it can be undone. */
export function useTicketStatus({
  _id,
  number,
  status: before,
}: Pick<TicketView, '_id' | 'number' | 'status'>) {
  const moving = useWrite(supportRoutes.updateStatus);
  const showTicket = useShowTicket();
  const moveTo = async (status: TicketStatus): Promise<void> => {
    showTicket(await withoutToast(() => moving.mutateAsync({ params: { id: _id }, body: { status } })));
  };
  const move = async (status: TicketStatus): Promise<void> => {
    try {
      await moveTo(status);
    } catch {
      return; // reported by a toast
    }
    const message = `${number} ${done[status]}`;
    const way = nextTicketStatuses(status);
    // Nothing leads out of closed; where no step leads back, the ticket is opened again.
    const undone = way.includes(before) ? before : 'open';
    if (way.length > 0) offerUndo(message, () => moveTo(undone));
    else tellSuccess(message);
  };
  return { move: (status: TicketStatus) => void move(status), isMoving: moving.isPending };
}

/** Writes down for colleagues what was done about a ticket, without a word to the customer. */
export function useTicketNote(id: string) {
  const replying = useWrite(supportRoutes.reply, { quiet: true });
  const showTicket = useShowTicket();
  return async (text: string): Promise<void> => {
    showTicket(await replying.mutateAsync({ params: { id }, body: { text, internal: true } }));
  };
}
