import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf, useWrite } from '../../../core/api.ts';
import { notifyError, notifySuccess, offerUndo, withoutToast } from '../../../core/notice.tsx';

/** Updates the cached ticket from a response. */
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
  pending: 'waits for a reply',
  resolved: 'resolved',
  closed: 'closed',
};

/** Changes the status of a ticket at once, with an undo if possible. */
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
      return; // The error appears in a toast.
    }
    const message = `${number} ${done[status]}`;
    const way = nextTicketStatuses(status);
    // A closed ticket can't change its status. If no step leads back, undo reopens the ticket.
    const undone = way.includes(before) ? before : 'open';
    if (way.length > 0) offerUndo(message, () => moveTo(undone));
    else notifySuccess(message);
  };
  return { move: (status: TicketStatus) => void move(status), isMoving: moving.isPending };
}

/** Adds an internal note about an action; the customer doesn't see it. */
export function useActionNote(id: string) {
  const replying = useWrite(supportRoutes.reply, { quiet: true });
  const showTicket = useShowTicket();
  return (result: string): void => {
    replying.mutateAsync({ params: { id }, body: { text: result, internal: true } }).then(
      showTicket,
      // The action itself succeeded and must not be repeated.
      () => notifyError(`The note wasn't added to the ticket: ${result}`),
    );
  };
}
