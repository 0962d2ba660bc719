import { z } from 'zod';
import { Id } from '../core/fields.ts';
import { bulkAction, noInput } from '../system/bulk-actions.ts';
import type { TicketStatus } from '../system/support-rules.ts';
import { supportRoutes, type Ticket } from './support.ts';
import { nextTicketStatuses, ticketStatusLabels } from './support-flow.ts';

const tickets = {
  list: supportRoutes.list,
  one: 'ticket',
  many: 'tickets',
  nameOf: ({ number, subject }: Ticket) => `${number} ${subject}`,
};

/** Moves tickets to a status. It has no undo, because users move them back with another of these actions. */
const toStatus = (name: string, label: string, done: string, status: TicketStatus) =>
  bulkAction({
    ...tickets,
    name,
    route: supportRoutes.updateStatus,
    input: noInput,
    label,
    done,
    isDone: (ticket) => ticket.status === status,
    refusal: (ticket) =>
      nextTicketStatuses(ticket.status).includes(status)
        ? undefined
        : `Not possible from ${ticketStatusLabels[ticket.status]}`,
    request: ({ _id }) => ({ params: { id: _id }, body: { status } }),
  });

export const ticketActions = {
  assign: bulkAction({
    ...tickets,
    name: 'assign-tickets',
    route: supportRoutes.assign,
    /** Null removes the assignee. */
    input: z.strictObject({ assignee: Id.nullable() }),
    label: 'Assign',
    done: 'assigned',
    isDone: (ticket, { assignee }) => (ticket.assignee?._id ?? null) === assignee,
    request: ({ _id }, { assignee }) => ({ params: { id: _id }, body: { assignee } }),
    undo: {
      route: supportRoutes.assign,
      request: ({ _id, assignee }) => ({ params: { id: _id }, body: { assignee: assignee?._id ?? null } }),
    },
  }),
  wait: toStatus('set-tickets-waiting', 'Waiting', 'set to waiting', 'pending'),
  resolve: toStatus('resolve-tickets', 'Resolve', 'resolved', 'resolved'),
  close: toStatus('close-tickets', 'Close', 'closed', 'closed'),
  reopen: toStatus('reopen-tickets', 'Reopen', 'reopened', 'open'),
};
