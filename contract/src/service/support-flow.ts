import { type Flow, targetsOf } from '../core/flow.ts';
import type { Permission } from '../permissions.ts';
import type { TicketStatus } from '../system/support-rules.ts';

interface TicketStep {
  permission: Permission;
}
const reply: TicketStep = { permission: 'support_reply' };

/** The possible next statuses of a ticket. Merging closes a ticket from any status. */
export const ticketFlow = {
  open: { pending: reply, resolved: reply },
  pending: { open: reply, resolved: reply },
  resolved: { open: reply, closed: reply },
  // A reply to a closed ticket opens a new one.
  closed: {},
} as const satisfies Flow<TicketStatus, TicketStep>;

/** The statuses that a ticket can change to. */
export const nextTicketStatuses = (from: TicketStatus): TicketStatus[] =>
  targetsOf<TicketStatus, TicketStep>(ticketFlow, from);

/** The new status after a reply of the customer; null if the reply opens a new ticket. */
export const statusAfterReply: Record<TicketStatus, TicketStatus | null> = {
  open: 'open',
  pending: 'open',
  resolved: 'open',
  closed: null,
};

export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  pending: 'Waiting',
  resolved: 'Resolved',
  closed: 'Closed',
};
