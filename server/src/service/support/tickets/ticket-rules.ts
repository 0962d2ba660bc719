import type { TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses, ticketStatusLabels } from '@aisle/contract/service/support-flow';
import type { SupportRules, TicketPriority, TicketStatus } from '@aisle/contract/system/support-rules';
import { impossibleStepText, type Problem, problem, wrongField } from '../../../core/problem.ts';
import { afterSupportMinutes, supportMinutesBetween, targetsOf } from '../clock/support-hours.ts';
import type { LockedTicket, TicketChange } from './ticket-writes.queries.ts';

type Timed = Pick<
  LockedTicket,
  'requester' | 'firstResponseAt' | 'firstResponseDueAt' | 'resolutionDueAt' | 'status'
>;
/** The next target: the first response while someone waits for it, then the resolution. None while the customer has to answer. */
export function dueAt(ticket: Timed): string | null {
  const { status, requester, firstResponseAt, firstResponseDueAt, resolutionDueAt } = ticket;
  if (status !== 'open') return null;
  const waits = firstResponseAt === null && requester !== 'staff';
  return waits && Date.parse(firstResponseDueAt) < Date.parse(resolutionDueAt)
    ? firstResponseDueAt
    : resolutionDueAt;
}

/** The status and time columns of a ticket, which change together. */
const timesOf = (ticket: LockedTicket): TicketChange => ({
  status: ticket.status,
  first_response_at: ticket.firstResponseAt,
  resolved_at: ticket.resolvedAt,
  clock_from: ticket.clockFrom,
  waiting_since: ticket.waitingSince,
  first_response_due_at: ticket.firstResponseDueAt,
  resolution_due_at: ticket.resolutionDueAt,
  due_at: dueAt(ticket),
});

type Clock = Pick<LockedTicket, 'clockFrom' | 'waitingSince' | 'firstResponseDueAt' | 'resolutionDueAt'>;
/** The times of a ticket that no longer waits for the customer: later by the support hours that it waited. */
function resumed(rules: SupportRules, ticket: LockedTicket, now: Date): Partial<Clock> {
  if (ticket.waitingSince === null) return {};
  const waited = supportMinutesBetween(rules, new Date(ticket.waitingSince), now);
  if (waited === 0) return { waitingSince: null };
  const moved = (at: string) => afterSupportMinutes(rules, new Date(at), waited).toISOString();
  return {
    waitingSince: null,
    clockFrom: moved(ticket.clockFrom),
    resolutionDueAt: moved(ticket.resolutionDueAt),
    ...(ticket.firstResponseAt === null && { firstResponseDueAt: moved(ticket.firstResponseDueAt) }),
  };
}

/** The ticket in another status, and the columns that change with it. */
export function inStatus(
  rules: SupportRules,
  ticket: LockedTicket,
  to: TicketStatus,
): { ticket: LockedTicket; change: TicketChange } {
  const now = new Date();
  const reopened = ticket.status === 'resolved' && to === 'open';
  const moved: LockedTicket = {
    ...ticket,
    ...resumed(rules, ticket, now),
    ...(to === 'pending' && { waitingSince: now.toISOString() }),
    status: to,
    resolvedAt: to === 'resolved' ? now.toISOString() : reopened ? null : ticket.resolvedAt,
    ...(reopened && {
      // The time to resolve it restarts.
      clockFrom: now.toISOString(),
      resolutionDueAt: targetsOf(rules, ticket.priority, now).resolutionDueAt,
    }),
  };
  return {
    ticket: moved,
    change: {
      ...timesOf(moved),
      closed_at: to === 'closed' ? now.toISOString() : null,
      overdue_noted: false,
    },
  };
}

/** Another priority has other targets, counted from the same start times. */
export function inPriority(
  rules: SupportRules,
  ticket: LockedTicket,
  priority: TicketPriority,
): { ticket: LockedTicket; change: TicketChange } {
  const responseFrom = ticket.firstResponseAt === null ? ticket.clockFrom : ticket.createdAt;
  const moved: LockedTicket = {
    ...ticket,
    priority,
    firstResponseDueAt: targetsOf(rules, priority, new Date(responseFrom)).firstResponseDueAt,
    resolutionDueAt: targetsOf(rules, priority, new Date(ticket.clockFrom)).resolutionDueAt,
  };
  return { ticket: moved, change: { ...timesOf(moved), priority, overdue_noted: false } };
}

export const stepNotPossible = (ticket: LockedTicket, to: TicketStatus, current: TicketView): Problem =>
  problem(
    'support.step-not-possible',
    { from: ticket.status, to, allowed: nextTicketStatuses(ticket.status) },
    {
      data: current,
      message: impossibleStepText(ticket.number, { from: ticket.status, to }, ticketStatusLabels),
    },
  );

export function mustBeCategory(rules: SupportRules, category: string): void {
  if (!rules.categories.some(({ key }) => key === category))
    throw wrongField('category', 'Choose a category');
}

/** The category of unsorted tickets. */
export const fallbackCategory = (rules: SupportRules): string =>
  (rules.categories.find(({ key }) => key === 'other') ?? rules.categories.at(-1)!).key;

const maxExcerpt = 160;
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxExcerpt ? line : `${line.slice(0, maxExcerpt - 1).toWellFormed()}…`;
}
