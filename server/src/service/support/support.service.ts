import { fullName } from '@aisle/contract/core/full-name';
import { changedTags } from '@aisle/contract/sales/order-owners';
import type { TicketInput, TicketReply, TicketView } from '@aisle/contract/service/support';
import { nextTicketStatuses } from '@aisle/contract/service/support-flow';
import {
  fillReply,
  maxTicketTags,
  type SupportRules,
  unknownReplyField,
} from '@aisle/contract/system/support-rules';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, mustFind, problem, stale, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { targetsOf } from './clock/support-hours.ts';
import { storeAttachments, withAttachments } from './mail/attachments.ts';
import { mailReply, valuesOf } from './mail/outgoing-mail.ts';
import { findAssignee } from './tickets/ticket-assignees.ts';
import { dueAt, excerptOf, inStatus, mustBeCategory, stepNotPossible } from './tickets/ticket-rules.ts';
import { besideTicket, messagesOf } from './tickets/ticket-view.queries.ts';
import {
  findOrder,
  findRecipient,
  insertEvents,
  insertMessage,
  insertTicket,
  type LockedTicket,
  lockTickets,
  type NewEvent,
  type NewTicket,
  type Recipient,
  type TicketChange,
  updateTicket,
} from './tickets/ticket-writes.queries.ts';
import { findTicket } from './tickets/tickets.queries.ts';

export async function getTicket({ tx, services }: Omit<Context, 'actor'>, id: string): Promise<TicketView> {
  const ticket = mustFind(await findTicket(tx, id), 'Ticket');
  const { messages, olderMessages } = await messagesOf(tx, id);
  const nextStatuses = nextTicketStatuses(ticket.status);
  return {
    ...ticket,
    ...(await besideTicket(tx, id)),
    messages: messages.map((message) => withAttachments(services.storage, message)),
    olderMessages,
    nextStatuses,
  };
}

/** Locks a ticket until the change is saved. Rejects an outdated version. */
export async function lockTicket(
  context: Omit<Context, 'actor'>,
  id: string,
  version?: number | undefined,
): Promise<LockedTicket> {
  const [ticket] = await lockTickets(context.tx, [id]);
  const found = mustFind(ticket, 'Ticket');
  if (version !== undefined && version !== found.version) throw stale(await getTicket(context, id));
  return found;
}

/** The requester of a new ticket, its customer, order and locations. */
type Origin = Pick<NewTicket, 'customerId' | 'locationId' | 'orderId' | 'orderLocationId' | 'requester'>;
async function originOf({ tx, actor }: Context, input: TicketInput): Promise<Origin> {
  const { customerId = null, orderId = null } = input;
  if (customerId && !(await recordExists(tx, 'customers', customerId)))
    throw missingAt('customerId', 'Customer');
  const order = orderId ? await findOrder(tx, orderId) : null;
  if (order === undefined) throw missingAt('orderId', 'Order');
  let locationId = input.locationId ?? null;
  if (locationId && !(await recordExists(tx, 'locations', locationId)))
    throw missingAt('locationId', 'Location');
  if (actor.locations && !locationId && !order) {
    if (actor.locations.length !== 1) throw wrongField('locationId', 'Choose a location');
    locationId = actor.locations[0]!;
  }
  const isOfLocation = locationId !== null || actor.locations !== null;
  const withoutCustomer = actor.userType === 'program' ? 'customer' : isOfLocation ? 'location' : 'staff';
  return {
    customerId,
    // A store's question about its order belongs to the store if it names no customer.
    locationId: locationId ?? (actor.locations && order && !customerId ? order.locationId : null),
    orderId: order?.id ?? null,
    orderLocationId: order?.locationId ?? null,
    requester: customerId ? 'customer' : withoutCustomer,
  };
}

/** Creates a ticket with its first message, from the customer if one is named, otherwise from the actor. */
export async function createTicket(
  context: Context,
  input: TicketInput,
  uploads: Uploads,
): Promise<TicketView> {
  const { tx, actor } = context;
  const { support: rules } = await getSettings(tx);
  mustBeCategory(rules, input.category);
  const origin = await originOf(context, input);
  const { assignee } = await findAssignee(context, input.assignee ?? null, [
    origin.locationId,
    origin.orderLocationId,
  ]);
  const id = newId();
  const times = targetsOf(rules, input.priority ?? 'normal', new Date());
  await insertTicket(tx, {
    id,
    ...origin,
    ...times,
    subject: input.subject,
    senderName: null,
    senderEmail: null,
    category: input.category,
    priority: input.priority ?? 'normal',
    assignee,
    tags: changedTags([], { add: input.tags ?? [] }),
    source: actor.apiKeyId ? 'api' : 'staff',
    dueAt: dueAt({ ...origin, ...times, firstResponseAt: null, status: 'open' })!,
    previousId: null,
    createdBy: actor.userId,
  });
  await addFirstMessage(context, { id, origin, text: input.message, uploads });
  await insertEvents(tx, actor, id, [{ kind: 'created', from: null, to: null }]);
  const view = await getTicket(context, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'support',
    recordId: id,
    locationId: origin.locationId ?? origin.orderLocationId,
    after: { number: view.number, category: view.category, priority: view.priority },
  });
  return view;
}

interface FirstMessage {
  id: string;
  origin: Origin;
  text: string;
  uploads: Uploads;
}
async function addFirstMessage(context: Context, { id, origin, text, uploads }: FirstMessage): Promise<void> {
  const { tx, actor } = context;
  const isOfLocation = origin.requester === 'location' && actor.locations !== null;
  const side = origin.requester === 'customer' ? 'customer' : isOfLocation ? 'location' : 'staff';
  const to = side === 'customer' ? await findRecipient(tx, id) : null;
  const customer = to?.firstName ? fullName({ firstName: to.firstName, lastName: to.lastName ?? '' }) : null;
  await insertMessage(
    tx,
    {
      id: newId(),
      ticketId: id,
      side,
      authorId: side === 'customer' ? null : actor.userId,
      authorName: side === 'customer' ? (customer ?? actor.name) : actor.name,
      authorEmail: side === 'customer' ? (to?.email ?? null) : null,
      text,
      quoted: null,
      internal: false,
      mailMessageId: null,
      mailId: null,
      mailTo: null,
    },
    await storeAttachments(context, uploads.attachments ?? []),
  );
  await updateTicket(tx, id, { excerpt: excerptOf(text), last_from: side, message_count: 1 });
}

/** Adds a reply, which the customer gets by email, or a note. Can also change status, assignee and tags. */
export async function replyToTicket(
  context: Context,
  id: string,
  body: TicketReply,
  uploads: Uploads,
): Promise<TicketView> {
  const { tx, actor } = context;
  const ticket = await lockTicket(context, id, body.version);
  const internal = body.internal === true;
  if (ticket.status === 'closed' && !internal) {
    throw problem('support.closed', {}, { data: await getTicket(context, id) });
  }
  const { support: rules, brandName } = await getSettings(tx);
  const side = ticket.requester === 'location' && actor.locations !== null ? 'location' : 'staff';
  const to = await findRecipient(tx, id);
  const values = valuesOf(ticket, to, { agent: actor.name, brand: brandName });
  const text = internal ? body.text : filled(body.text, values);
  const step = await statusAfter(context, { rules, ticket, side, body });
  const { assignee, changes } = await alongside(context, ticket, body);
  await addReply(context, { ticket, to, side, text, internal, uploads });
  const isFirst = side === 'staff' && !internal && ticket.firstResponseAt === null;
  const moved = isFirst ? { ...step.ticket, firstResponseAt: new Date().toISOString() } : step.ticket;
  await updateTicket(tx, id, {
    ...step.change,
    ...assignee.change,
    ...changes.change,
    ...(isFirst && { first_response_at: moved.firstResponseAt, overdue_noted: false }),
    due_at: dueAt(moved),
    message_count: ticket.messageCount + 1,
    ...(!internal && {
      last_message_at: new Date().toISOString(),
      last_from: side,
      excerpt: excerptOf(text),
    }),
  });
  await insertEvents(tx, actor, id, [...step.events, ...assignee.events, ...changes.events]);
  return getTicket(context, id);
}

/** Fills in the fields of a text. Rejects unknown and empty fields, because they would be sent as they are. */
function filled(text: string, values: Parameters<typeof fillReply>[1]): string {
  const unknown = unknownReplyField(text);
  if (unknown !== undefined) throw wrongField('text', `There is no field {{${unknown}}}`);
  const { text: result, missing } = fillReply(text, values);
  if (missing[0]) throw wrongField('text', `This ticket has nothing to fill in for {{${missing[0]}}}`);
  return result;
}

interface Replying {
  rules: SupportRules;
  ticket: LockedTicket;
  side: 'staff' | 'location';
  body: TicketReply;
}
interface Step {
  ticket: LockedTicket;
  change: TicketChange;
  events: NewEvent[];
}
/** A note changes no status. A response from the requesting store reopens its ticket. */
async function statusAfter(context: Context, { rules, ticket, side, body }: Replying): Promise<Step> {
  const wanted = body.status ?? (side === 'location' ? 'open' : ticket.status);
  if (body.internal === true || wanted === ticket.status) return { ticket, change: {}, events: [] };
  if (!nextTicketStatuses(ticket.status).includes(wanted)) {
    throw stepNotPossible(ticket, wanted, await getTicket(context, ticket.id));
  }
  const moved = inStatus(rules, ticket, wanted);
  return { ...moved, events: [{ kind: 'status', from: ticket.status, to: wanted }] };
}

async function alongside(context: Context, ticket: LockedTicket, body: TicketReply) {
  const assignee =
    body.assignee === undefined
      ? { change: {}, events: [] }
      : await findAssignee(context, body.assignee, [ticket.locationId, ticket.orderLocationId], ticket);
  return { assignee, changes: tagChange(ticket, body.addTags ?? [], []) };
}

/** Adds and removes tags, as a change of the ticket with its event. */
export function tagChange(
  ticket: LockedTicket,
  add: readonly string[],
  remove: readonly string[],
): { change: TicketChange; events: NewEvent[] } {
  const tags = changedTags(ticket.tags, { add, remove });
  if (tags.length > maxTicketTags)
    throw wrongField('addTags', `A ticket can have up to ${maxTicketTags} tags`);
  if (tags.join('\n') === ticket.tags.join('\n')) return { change: {}, events: [] };
  const event: NewEvent = { kind: 'tags', from: ticket.tags.join(', ') || null, to: tags.join(', ') || null };
  return { change: { tags }, events: [event] };
}

interface AddedReply {
  ticket: LockedTicket;
  to: Recipient;
  side: 'staff' | 'location';
  text: string;
  internal: boolean;
  uploads: Uploads;
}
async function addReply(context: Context, reply: AddedReply): Promise<void> {
  const { ticket, to, side, text, internal, uploads } = reply;
  const { tx, actor } = context;
  const messageId = newId();
  const fileIds = await storeAttachments(context, uploads.attachments ?? []);
  const isMailed = side === 'staff' && !internal && ticket.requester === 'customer';
  const mail = isMailed ? await mailReply(context, ticket, to, { messageId, text, fileIds }) : null;
  await insertMessage(
    tx,
    {
      id: messageId,
      ticketId: ticket.id,
      side,
      authorId: actor.userId,
      authorName: actor.name,
      authorEmail: null,
      text,
      quoted: null,
      internal,
      mailMessageId: mail?.mailMessageId ?? null,
      mailId: mail?.mailId ?? null,
      mailTo: mail?.mailTo ?? null,
    },
    fileIds,
  );
}
