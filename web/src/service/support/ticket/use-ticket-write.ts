import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
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

/** Goes from a resolved ticket to the next one of its list, or to the list, and back. */
export function useLeaveTicket(id: string, nextId: string | null | undefined) {
  const navigate = useNavigate();
  const open = (to: string) => void navigate({ to: '/supports/$id', params: { id: to }, search: true });
  return {
    leave: () => {
      if (nextId) open(nextId);
      else if (nextId === null) void navigate({ to: '/supports', search: true });
    },
    /** Undefined if the ticket stays open. */
    comeBack: nextId === undefined ? undefined : () => open(id),
  };
}

/** Changes the status of a ticket at once, with an undo if possible. A resolved ticket gives way to the next one. */
export function useTicketStatus(
  { _id, number, status: before }: Pick<TicketView, '_id' | 'number' | 'status'>,
  nextId?: string | null,
) {
  const { leave, comeBack } = useLeaveTicket(_id, nextId);
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
    if (status === 'resolved') leave();
    const undo = async () => {
      await moveTo(undone);
      if (status === 'resolved') comeBack?.();
    };
    if (way.length > 0) offerUndo(message, undo);
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
