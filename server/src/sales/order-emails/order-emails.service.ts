import type { OrderEmail } from '@aisle/contract/sales/order-emails';
import type { OrderEmailKind } from '@aisle/contract/system/settings';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind, problem } from '../../core/problem.ts';
import { queueMail, queueMails } from '../../system/mail/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { orderEmailText } from './order-email-text.ts';
import {
  emailFacts,
  eventsSince,
  findOrderEmail,
  insertOrderEmails,
  listOrderEmails,
  locationOfOrder,
  lockPosition,
  type NewOrderEvent,
  savePosition,
} from './order-emails.queries.ts';

/** Customers hear where and when they get their order; they know their own note. */
const isNews = (detail: string) => detail === 'address' || detail === 'slot';

/** The email that an event of an order calls for, if any. */
export function emailOf(event: NewOrderEvent): OrderEmailKind | null {
  const { kind, from, to, status, isChanged, changedDetails } = event;
  if (kind === 'refund') return to === 'refunded' ? 'refunded' : null;
  // What is noted while picking is sent once it is prepared.
  if (kind === 'lines') return isChanged && ['pending', 'orderPlaced'].includes(status) ? 'changed' : null;
  if (kind === 'details') return changedDetails?.some(isNews) ? 'changed' : null;
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

const eventsAtOnce = 200;

/**
 * Sends the emails about what happened to orders since the last call, and returns whether there may be more. The
 * emails and the new position are one transaction: after an interruption nothing is sent twice or left out.
 */
export async function sendOrderEmails(tx: Tx): Promise<boolean> {
  const position = await lockPosition(tx);
  if (!position) return false;
  const found = await eventsSince(tx, position, eventsAtOnce);
  if (!found.position) return false;
  const { orderEmails, brandName } = await getSettings(tx);
  const due = found.events.flatMap((event) => {
    const kind = emailOf(event);
    return kind && orderEmails[kind] ? [{ ...event, kind }] : [];
  });
  const facts = due.length > 0 ? await emailFacts(tx, due) : [];
  const emails = due.flatMap(({ locationId, orderId, eventId, kind }, index) => {
    const { email: to, ...order } = facts[index]!;
    if (to === null) return [];
    const mail = { to, ...orderEmailText(kind, order, brandName) };
    return [{ record: { locationId, orderId, eventId, kind, recipient: to }, mail }];
  });
  const mailIds = await queueMails(
    tx,
    emails.map(({ mail }) => mail),
  );
  await insertOrderEmails(
    tx,
    emails.map(({ record }, index) => ({ ...record, mailId: mailIds[index]! })),
  );
  await savePosition(tx, found.position);
  return found.events.length > 0;
}

export async function orderEmails(tx: Tx, orderId: string): Promise<OrderEmail[]> {
  const locationId = mustFind(await locationOfOrder(tx, orderId), 'Order');
  return listOrderEmails(tx, { locationId, id: orderId });
}

/** Sends an email again, with the order as it is now. */
export async function resendOrderEmail(
  tx: Tx,
  actor: Actor,
  orderId: string,
  emailId: string,
): Promise<OrderEmail[]> {
  const sent = mustFind(await findOrderEmail(tx, orderId, emailId), 'Email');
  const [facts] = await emailFacts(tx, [sent]);
  if (!facts?.email) throw problem('orders.no-email');
  const { brandName } = await getSettings(tx);
  const mailId = await queueMail(tx, { to: facts.email, ...orderEmailText(sent.kind, facts, brandName) });
  const { locationId, kind, eventId } = sent;
  await insertOrderEmails(tx, [
    { locationId, orderId, kind, eventId, mailId, recipient: facts.email, sentBy: actor },
  ]);
  return listOrderEmails(tx, { locationId, id: orderId });
}
