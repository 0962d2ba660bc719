import type { Ticket, TicketEvent, TicketMessage, TicketTab } from '@aisle/contract/service/support';
import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import type { TicketCategory, TicketPriority, TicketStatus } from '@aisle/contract/system/support-rules';
import type { StatusFamily } from '../../ui/values/status-badge.tsx';
import { spanText } from '../../ui/values/when.ts';

export const priorityLabels: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};
export const priorityChoices = Object.entries(priorityLabels).map(([value, label]) => ({ value, label }));

export const tabLabels: Record<TicketTab, string> = {
  open: 'To answer',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  pending: 'Waiting',
  resolved: 'Resolved',
  closed: 'Closed',
};

export const categoryName = (key: string, categories: readonly TicketCategory[]): string =>
  categories.find((one) => one.key === key)?.name ?? key;

/** The requester: a customer, a store, or an unknown sender of an email. */
export const requesterOf = ({
  customer,
  location,
  sender,
}: Pick<Ticket, 'customer' | 'location' | 'sender'>): string =>
  customer?.name ?? location?.name ?? sender?.name ?? sender?.email ?? 'No customer';

/** "Marcus: " before a message of a support agent; empty before one of the requester. */
export function agentPrefix({ lastAuthor }: Pick<Ticket, 'lastAuthor'>, userId: string | undefined): string {
  if (!lastAuthor) return '';
  return `${lastAuthor._id === userId ? 'You' : lastAuthor.name.split(' ')[0]}: `;
}

/** "Overdue by 2 h 05 min", or "Due in 20 min"; null without a target. */
export function dueText(
  { dueAt, isOverdue }: Pick<Ticket, 'dueAt' | 'isOverdue'>,
  now: number,
): string | null {
  if (!dueAt) return null;
  const left = Date.parse(dueAt) - now;
  return isOverdue || left < 0 ? `Overdue by ${spanText(Math.abs(left))}` : `Due in ${spanText(left)}`;
}

/** An event between messages as a sentence without its actor. */
export function eventText(
  { kind, from, to, by }: TicketEvent,
  categories: readonly TicketCategory[],
): string {
  switch (kind) {
    case 'created':
      return 'created the ticket';
    case 'status':
      if (to === 'open') return 'reopened it';
      return `marked it as ${statusLabel(to)}`;
    case 'assigned':
      if (to === by) return 'took the ticket';
      return to ? `assigned it to ${to}` : `unassigned it${from ? ` from ${from}` : ''}`;
    case 'priority':
      return `set the priority to ${priorityLabel(to)}`;
    case 'category':
      return `changed the category to ${to ? categoryName(to, categories) : 'none'}`;
    case 'tags':
      return to ? `set the tags to ${to}` : 'removed the tags';
    case 'linked':
      return to ? `linked ${to}` : `unlinked ${from ?? 'it'}`;
    case 'merged':
      return to ? `merged ${to}` : 'merged tickets';
  }
}
const statusLabel = (status: string | null): string =>
  ticketStatusLabels[status as TicketStatus] ?? status ?? '';
const priorityLabel = (priority: string | null): string =>
  priorityLabels[priority as TicketPriority] ?? priority ?? '';

type MailState = NonNullable<TicketMessage['mail']>['state'];
/** The delivery status of an email to the customer; received emails have none. */
export const mailTexts: Record<Exclude<MailState, 'received'>, { label: string; family: StatusFamily }> = {
  waiting: { label: 'Sending', family: 'off' },
  sent: { label: 'Emailed', family: 'off' },
  retrying: { label: 'Not delivered yet, trying again', family: 'waiting' },
  failed: { label: 'Could not be delivered', family: 'bad' },
};
