import type { AuditAction } from '@aisle/contract/audit-sentences';
import type { TicketEdit, TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import type { TicketStatus } from '@aisle/contract/system/support-rules';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { recordExists } from '../../../core/db/rows/records.ts';
import { missingAt, mustFind, problem, stale, wrongField } from '../../../core/problem.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { getTicket, lockTicket, tagChange } from '../support.service.ts';
import { findAssignee } from './ticket-assignees.ts';
import { dueAt, inPriority, inStatus, mustBeCategory, stepNotPossible } from './ticket-rules.ts';
import {
  findOrder,
  insertEvents,
  type LockedTicket,
  lockTickets,
  type NewEvent,
  remerge,
  type TicketChange,
  updateTicket,
} from './ticket-writes.queries.ts';

const locationsOf = (ticket: LockedTicket) => [ticket.locationId, ticket.orderLocationId];

interface Saved {
  action: AuditAction<'support'>;
  change: TicketChange;
  events: readonly NewEvent[];
}
/** Saves a change with its events and one audit entry. Does nothing if nothing changes. */
async function save(context: Context, ticket: LockedTicket, { action, change, events }: Saved) {
  const { tx, actor } = context;
  if (events.length > 0) {
    await updateTicket(tx, ticket.id, change);
    await insertEvents(tx, actor, ticket.id, events);
    const sides = (side: 'from' | 'to') =>
      Object.fromEntries(events.map((event) => [event.kind, event[side]]));
    await recordChange(tx, actor, {
      action,
      resource: 'support',
      recordId: ticket.id,
      locationId: ticket.locationId ?? ticket.orderLocationId,
      before: { number: ticket.number, ...sides('from') },
      after: { number: ticket.number, ...sides('to') },
    });
  }
  return getTicket(context, ticket.id);
}

export async function changeStatus(
  context: Context,
  id: string,
  { status, version }: { status: TicketStatus; version?: number | undefined },
): Promise<TicketView> {
  const ticket = await lockTicket(context, id, version);
  if (!nextTicketStatuses(ticket.status).includes(status)) {
    throw stepNotPossible(ticket, status, await getTicket(context, id));
  }
  const { support } = await getSettings(context.tx);
  const { change } = inStatus(support, ticket, status);
  const events: NewEvent[] = [{ kind: 'status', from: ticket.status, to: status }];
  return save(context, ticket, { action: 'status', change, events });
}

export async function assignTicket(
  context: Context,
  id: string,
  { assignee, version }: { assignee: string | null; version?: number | undefined },
): Promise<TicketView> {
  const ticket = await lockTicket(context, id, version);
  const assigned = await findAssignee(context, assignee, locationsOf(ticket), ticket);
  return save(context, ticket, { action: 'assigned', ...assigned });
}

export async function editTicket(
  context: Context,
  id: string,
  { version, ...edit }: TicketEdit,
): Promise<TicketView> {
  const ticket = await lockTicket(context, id, version);
  const { support: rules } = await getSettings(context.tx);
  const change: TicketChange = {};
  const events: NewEvent[] = [];
  if (edit.category !== undefined && edit.category !== ticket.category) {
    mustBeCategory(rules, edit.category);
    change.category = edit.category;
    events.push({ kind: 'category', from: ticket.category, to: edit.category });
  }
  if (edit.priority !== undefined && edit.priority !== ticket.priority) {
    Object.assign(change, inPriority(rules, ticket, edit.priority).change);
    events.push({ kind: 'priority', from: ticket.priority, to: edit.priority });
  }
  const tags = tagChange(ticket, edit.addTags ?? [], edit.removeTags ?? []);
  const links = await linkChange(context, ticket, edit);
  return save(context, ticket, {
    action: 'edit',
    change: { ...change, ...tags.change, ...links.change },
    events: [...events, ...tags.events, ...links.events],
  });
}

/** Links the ticket to another customer or order, or to none. */
async function linkChange(
  { tx, actor }: Context,
  ticket: LockedTicket,
  { customerId, orderId }: Pick<TicketEdit, 'customerId' | 'orderId'>,
): Promise<Pick<Saved, 'change' | 'events'>> {
  const change: TicketChange = {};
  const events: NewEvent[] = [];
  if (customerId !== undefined && customerId !== ticket.customerId) {
    if (customerId && !(await recordExists(tx, 'customers', customerId)))
      throw missingAt('customerId', 'Customer');
    change.customer_id = customerId;
    // From now on the customer gets the replies. A store's ticket stays with the store, because its notes aren't for the store.
    if (customerId && ticket.requester === 'staff') change.requester = 'customer';
    events.push({ kind: 'linked', from: null, to: customerId ? 'customer' : null });
  }
  if (orderId !== undefined && orderId !== ticket.orderId) {
    const order = orderId ? await findOrder(tx, orderId) : null;
    if (order === undefined) throw missingAt('orderId', 'Order');
    if (actor.locations && !order && !ticket.locationId) {
      throw wrongField('orderId', 'Without its order you could no longer see this ticket');
    }
    change.order_id = order?.id ?? null;
    change.order_location_id = order?.locationId ?? null;
    events.push({ kind: 'linked', from: null, to: order?.number ?? 'no order' });
  }
  return { change, events };
}

/** Closes a ticket and merges it into another one, which shows both conversations and gets further messages. */
export async function mergeTicket(
  context: Context,
  id: string,
  { intoId, version }: { intoId: string; version?: number | undefined },
): Promise<TicketView> {
  const { tx, actor } = context;
  const locked = await lockTickets(tx, [id, intoId]);
  const ticket = mustFind(
    locked.find((one) => one.id === id),
    'Ticket',
  );
  if (version !== undefined && version !== ticket.version) throw stale(await getTicket(context, id));
  const into = locked.find((one) => one.id === intoId);
  if (!into) throw missingAt('intoId', 'Ticket');
  const reason = mergeProblem(ticket, into);
  if (reason) throw problem('support.not-mergeable', { reason });
  const now = new Date().toISOString();
  await updateTicket(tx, id, {
    merged_into: intoId,
    status: 'closed',
    closed_at: now,
    waiting_since: null,
    due_at: null,
  });
  await remerge(tx, id, intoId);
  await insertEvents(tx, actor, id, [{ kind: 'merged', from: null, to: into.number }]);
  return save(context, into, {
    action: 'merged',
    change: takenOver(ticket, into),
    events: [{ kind: 'merged', from: ticket.number, to: into.number }],
  });
}

function mergeProblem(ticket: LockedTicket, into: LockedTicket): string | null {
  if (ticket.id === into.id) return 'they are the same';
  if (ticket.mergedInto) return `${ticket.number} was already merged`;
  if (into.mergedInto) return `${into.number} was merged into another ticket`;
  if (into.status === 'closed') return `${into.number} is closed`;
  if (ticket.customerId && into.customerId && ticket.customerId !== into.customerId) {
    return 'they are from different customers';
  }
  // Otherwise a store could read messages to a customer, or get the customer's replies.
  if ((ticket.requester === 'location') !== (into.requester === 'location')) {
    return 'one is from a store and the other from a customer';
  }
  return null;
}

/** The remaining ticket takes over values that it lacks. */
function takenOver(ticket: LockedTicket, into: LockedTicket): TicketChange {
  const firstResponseAt = into.firstResponseAt ?? ticket.firstResponseAt;
  const isLater = Date.parse(ticket.lastMessageAt) > Date.parse(into.lastMessageAt);
  return {
    message_count: into.messageCount + ticket.messageCount,
    first_response_at: firstResponseAt,
    due_at: dueAt({ ...into, firstResponseAt }),
    ...(isLater && { last_message_at: ticket.lastMessageAt }),
    ...(!into.customerId &&
      ticket.customerId && { customer_id: ticket.customerId, requester: 'customer' as const }),
    ...(!into.senderEmail && { sender_email: ticket.senderEmail }),
    ...(!into.orderId &&
      ticket.orderId && { order_id: ticket.orderId, order_location_id: ticket.orderLocationId }),
  };
}
