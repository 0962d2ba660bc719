import { parseNumber } from '@aisle/contract/core/numbers';
import type { DataOf } from '@aisle/contract/core/route';
import type { OrderMessage, OrderMessageTry, orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import type { ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import { isBeforePicking } from '@aisle/contract/sales/orders/order-status-groups';
import { isAnnouncedReturnStatus } from '@aisle/contract/sales/returns/return-status-groups';
import type { OrderMessageKind } from '@aisle/contract/system/order-messages';
import type { SettingsValues } from '@aisle/contract/system/settings';
import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { mustFind, problem, wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import { type MailToSend, queueMail, queueMails, replaceMails } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { contactOf } from '../../system/users/users.queries.ts';
import { fillIn, type MessageText, orderMessageText } from './order-message-text.ts';
import {
  eventsOf,
  findOrderMessage,
  insertOrderMessages,
  listOrderMessages,
  locationOfOrder,
  type MessageFacts,
  messageFacts,
  type NewOrderEvent,
  orderToTry,
  releaseWaiting,
  waitingMessages,
} from './order-messages.queries.ts';

/** Customers get messages about changes of address and slot, but not about changes of their own note. */
const isNotifiedDetail = (detail: string) => detail === 'address' || detail === 'slot';

/** Customers get no message about a return that is created and closed while they are present. */
const isNotifiedReturnStep = ({ from, to }: NewOrderEvent): boolean =>
  to !== null &&
  (from === null ? to === 'requested' : from !== to && isAnnouncedReturnStatus(to as ReturnStatus));

/** The message that an event of an order requires; null if none. */
function messageOf(event: NewOrderEvent): OrderMessageKind | null {
  const { kind, from, to, status, isChanged, changedDetails } = event;
  if (kind === 'refund') return to === 'refunded' ? 'refunded' : null;
  if (kind === 'return') return isNotifiedReturnStep(event) ? 'returnStep' : null;
  // Notes made while picking are sent when the order is prepared.
  if (kind === 'lines') return isChanged && isBeforePicking(status) ? 'changed' : null;
  if (kind === 'details') return changedDetails?.some(isNotifiedDetail) ? 'changed' : null;
  switch (to) {
    case 'orderPlaced':
      return 'placed';
    case 'prepared':
      return isChanged ? 'changed' : null;
    case 'pickup':
      return 'ready';
    case 'outOfDelivery':
      return 'onTheWay';
    case 'awaitingForDelivery':
      return from === 'outOfDelivery' ? 'notDelivered' : null;
    case 'delivered':
      return 'delivered';
    case 'cancelled':
    case 'rejected':
    case 'failed':
    case 'expired':
      return 'cancelled';
    default:
      return null;
  }
}

type Channel = OrderMessage['channel'];
/** Which channels besides email are set up. */
type SetUp = Record<Exclude<Channel, 'email'>, boolean>;
export const setUpOf = ({ smsProvider, pushProvider }: Settings): SetUp => ({
  sms: smsProvider !== 'none',
  push: pushProvider !== 'none',
});

/** The customer's address for a channel, or null if there is none. */
function addressOn(
  channel: Channel,
  { isErased, isAccountHolder, email, phone, customerId }: MessageFacts,
): string | null {
  if (isErased) return null;
  if (channel === 'push') return isAccountHolder ? customerId : null;
  return channel === 'email' ? email : phone;
}

function channelsOf(kind: OrderMessageKind, rules: Rules, isSetUp: SetUp): Channel[] {
  const { orderEmails, orderMessages } = rules;
  // Settings saved before this switch existed lack it.
  const channels: Channel[] = (orderEmails[kind] ?? true) ? ['email'] : [];
  for (const channel of ['sms', 'push'] as const) {
    if (isSetUp[channel] && orderMessages[channel][kind]) channels.push(channel);
  }
  return channels;
}
type Rules = Pick<SettingsValues, 'orderEmails' | 'orderMessages' | 'brandName'>;

function mailOf(channel: Channel, to: string, { subject, body, text }: MessageText): MailToSend {
  return { to, channel, subject, text: channel === 'email' ? body : text };
}

/** Sends messages to customers about changes of their orders, once for each event and channel. */
export const orderMessageReader = (isSetUp: SetUp): ChangeReader => ({
  name: 'orderMessages',
  resources: ['orders'],
  read: (tx, changes) => sendOrderMessages(tx, changes, isSetUp),
});

/** Changes within this time after the first one are reported in one message. */
const gatherSeconds = 120;

interface DueMessage extends NewOrderEvent {
  message: OrderMessageKind;
  channels: Channel[];
  /** Earlier changes of the same batch that the message reports as well. */
  gatheredIds: string[];
  /** Changes that waiting messages report, which this message completes. */
  earlierIds: string[];
  /** The waiting messages by channel. */
  waiting: ReadonlyMap<Channel, string>;
}

async function sendOrderMessages(tx: Tx, changes: readonly StoredChange[], isSetUp: SetUp): Promise<void> {
  const rules = await getSettings(tx);
  const due = (await eventsOf(tx, changes)).flatMap((event): DueMessage[] => {
    const message = messageOf(event);
    const channels = message ? channelsOf(message, rules, isSetUp) : [];
    if (!message || channels.length === 0) return [];
    return [{ ...event, message, channels, gatheredIds: [], earlierIds: [], waiting: new Map() }];
  });
  if (due.length === 0) return;
  await holdOffErasures(tx);
  await queueMessages(tx, await gathered(tx, due), rules);
  // No later message overtakes a change.
  const last = new Map(due.map((one) => [one.orderId, one]));
  await releaseWaiting(
    tx,
    [...last.values()].filter(({ message }) => message !== 'changed'),
  );
}

/** Joins the changes of each order into one message, which completes the one that waits. */
async function gathered(tx: Tx, due: readonly DueMessage[]): Promise<DueMessage[]> {
  const changed = due.filter(({ message }) => message === 'changed');
  const waiting = Map.groupBy(await waitingMessages(tx, changed), ({ orderId }) => orderId);
  const latest = new Map(changed.map((one) => [one.orderId, one]));
  return due.flatMap((one) => {
    if (one.message !== 'changed') return [one];
    if (latest.get(one.orderId) !== one) return [];
    const mine = waiting.get(one.orderId) ?? [];
    const others = changed.filter((other) => other.orderId === one.orderId && other !== one);
    return [
      {
        ...one,
        gatheredIds: others.map(({ eventId }) => eventId),
        earlierIds: [...new Set(mine.flatMap(({ eventIds }) => eventIds))],
        waiting: new Map(mine.map(({ channel, mailId }) => [channel, mailId])),
      },
    ];
  });
}

async function queueMessages(tx: Tx, due: readonly DueMessage[], rules: Rules): Promise<void> {
  const facts = await messageFacts(
    tx,
    due.map((one) => ({ ...one, earlierIds: [...one.earlierIds, ...one.gatheredIds] })),
  );
  const words = { brandName: rules.brandName, templates: rules.orderMessages.templates };
  const messages = due.flatMap((one, index) => {
    const order = facts[index]!;
    const text = orderMessageText(one.message, order, words);
    return one.channels.flatMap((channel) => {
      const recipient = addressOn(channel, order);
      return recipient === null
        ? []
        : [{ one, channel, recipient, mail: mailOf(channel, recipient, text), id: one.waiting.get(channel) }];
    });
  });
  await replaceMails(
    tx,
    messages.flatMap(({ id, mail }) => (id ? [{ id, mail }] : [])),
  );
  const added = messages.filter(({ id }) => !id);
  const addedIds = await queueMails(
    tx,
    added.map(({ one, mail }) => ({
      ...mail,
      ...(one.message === 'changed' && { delaySeconds: gatherSeconds }),
    })),
  );
  const mailIds = new Map(added.map((message, index) => [message, addedIds[index]!]));
  await insertOrderMessages(
    tx,
    messages.flatMap((message) => {
      const { one, channel, recipient, id } = message;
      const { locationId, orderId, message: kind, gatheredIds, eventId } = one;
      const mailId = id ?? mailIds.get(message)!;
      return [...gatheredIds, eventId].map((cause) => ({
        ...{ locationId, orderId, kind, channel, recipient, mailId },
        eventId: cause,
      }));
    }),
  );
}

export async function orderMessages(tx: Tx, orderId: string): Promise<OrderMessage[]> {
  const locationId = mustFind(await locationOfOrder(tx, orderId), 'Order');
  return listOrderMessages(tx, { locationId, id: orderId });
}

/** Resends a message with the current data of the order. */
export async function resendOrderMessage(
  { tx, actor, services }: Context,
  orderId: string,
  messageId: string,
): Promise<OrderMessage[]> {
  const sent = mustFind(await findOrderMessage(tx, orderId, messageId), 'Message');
  const { locationId, kind, channel, eventId } = sent;
  if (channel !== 'email' && !setUpOf(services.settings)[channel]) {
    throw problem('messages.no-provider', {
      channel: channel === 'sms' ? 'text messages' : 'push notifications',
    });
  }
  await holdOffErasures(tx);
  const [facts] = await messageFacts(tx, [sent]);
  const recipient = facts && addressOn(channel, facts);
  if (!recipient) throw problem('orders.no-email');
  const { brandName, orderMessages: rules } = await getSettings(tx);
  const text = orderMessageText(kind, facts, { brandName, templates: rules.templates });
  const mailId = await queueMail(tx, mailOf(channel, recipient, text));
  await insertOrderMessages(tx, [
    { locationId, orderId, kind, channel, eventId, mailId, recipient, sentBy: actor },
  ]);
  return listOrderMessages(tx, { locationId, id: orderId });
}

/** A message as the customer of an order would get it. Sends nothing. */
export async function previewOrderMessage(
  { tx, actor }: Context,
  { kind, template, orderNumber }: OrderMessageTry,
): Promise<DataOf<typeof orderMessageRoutes.preview>> {
  if (!actor.permissions.has('order_view')) throw problem('permission-missing', { permission: 'order_view' });
  const number = orderNumber ? parseNumber('order', orderNumber) : undefined;
  if (orderNumber && number === undefined) throw wrongField('orderNumber', 'Enter an order number');
  const order = await orderToTry(tx, { number, kind });
  if (!order) throw wrongField('orderNumber', orderNumber ? 'Order not found' : 'There are no orders yet');
  const [facts] = await messageFacts(tx, [order]);
  const { brandName } = await getSettings(tx);
  return { orderNumber: facts!.number, ...fillIn(template, facts!, brandName) };
}

/** Emails the previewed message to the current user. */
export async function testOrderMessage(context: Context, wanted: OrderMessageTry): Promise<{ to: string }> {
  const { tx, actor } = context;
  const { subject, body } = await previewOrderMessage(context, wanted);
  const person = actor.userId && (await contactOf(tx, actor.userId));
  if (!person) throw problem('messages.no-test-address', { reason: 'Only people get tests' });
  await queueMail(tx, { to: person.email, subject: `Test: ${subject}`, text: body });
  return { to: person.email };
}
