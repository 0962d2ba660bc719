import { randomBytes } from 'node:crypto';
import { formatDateTime } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import type { SendPayLink, SentPayLink } from '@aisle/contract/sales/payments';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { WithMessage } from '../../core/with-message.ts';
import type { LinkedPage, LinkFacts } from '../../customers/subscriptions/renewal-links/renewal-links.ts';
import { takesLinks } from '../../ledgers/gateways/gateways.ts';
import type { NewPage } from '../../ledgers/gateways/reports.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { paymentsOf } from '../orders/money/order-payments.queries.ts';
import {
  automaticNote,
  findOrderToPlan,
  type LockedOrder,
  lockOrder,
  saveOrder,
} from '../orders/steps/order-steps.queries.ts';
import {
  findLink,
  type Payer,
  payerOf,
  replaceLink,
  setOpened,
  setOpenedPage,
  setRequestedPage,
  waitAtLeast,
} from './pay-links.queries.ts';
import { dueByLink } from './payments.service.ts';

/** How long a link lives for an order that doesn't wait for its payment. */
const daysOfOthers = 7;
const dayMs = 24 * 3600 * 1000;

/** Sends the customer a link to pay the amount due by card. */
export async function sendPayLink(
  { tx, actor, services: { settings } }: Context,
  orderId: string,
  { channel, to }: SendPayLink,
): Promise<WithMessage<SentPayLink>> {
  await holdOffErasures(tx);
  const order = await lockOrder(tx, orderId);
  if (!takesLinks(settings.cardGateway)) throw problem('payments.no-gateway');
  if (channel === 'sms' && settings.smsProvider === 'none') {
    throw problem('messages.no-provider', { channel: 'text messages' });
  }
  const payments = await paymentsOf(tx, order);
  if (payments.some(({ status, isUnderWay }) => status === 'due' && isUnderWay)) {
    throw problem('payments.under-way');
  }
  const due = await dueByLink(tx, order, payments);
  if (due === 0) throw problem('payments.nothing-due');
  const payer = await payerOf(tx, order);
  const recipient = to ?? (channel === 'email' ? payer.email : payer.phone);
  if (!recipient) throw wrongField('to', channel === 'email' ? 'Email is required' : 'Phone is required');
  const { url, expiresAt } = await issueLink(tx, order, { settings, payer, channel, recipient, due, actor });
  const sent = { state: 'sent' as const, expiresAt };
  // The link is kept nowhere else than in the message.
  return new WithMessage<SentPayLink>({ ...sent, url }, undefined, { ...sent, url: null });
}

interface NewLink {
  settings: Pick<Settings, 'publicUrl'>;
  payer: Payer;
  channel: SendPayLink['channel'];
  recipient: string;
  due: number;
  actor: Pick<Actor, 'userId' | 'name'>;
  /** Why the customer gets the link without having asked for it. */
  reason?: string;
}
/** Creates a link and sends it. A former link of the order ends. */
export async function issueLink(
  tx: Tx,
  order: LockedOrder,
  { settings, payer, channel, recipient, due, actor, reason }: NewLink,
): Promise<{ url: string; expiresAt: string }> {
  const { brandName, cards } = await getSettings(tx);
  const waitsUntil = await waitAtLeast(tx, order, cards.payLinkMinutes);
  const expiresAt = waitsUntil ?? new Date(Date.now() + daysOfOthers * dayMs).toISOString();
  const token = randomBytes(24).toString('base64url');
  const url = `${settings.publicUrl}/pay/${token}`;
  const what = `${formatMoney(due)} for order ${formatNumber('order', order.number)}`;
  const paragraphs = [
    `Hello ${payer.firstName},`,
    ...(reason ? [reason] : []),
    `Pay ${what} from ${payer.locationName} by card: ${url}`,
    `The link works until ${formatDateTime(expiresAt, payer.timeZone)}.`,
    brandName,
  ];
  const short = [`${brandName}:`, reason, `Pay ${what}: ${url}`].filter(Boolean).join(' ');
  const mailId = await queueMail(tx, {
    to: recipient,
    channel,
    subject: `Pay ${what}`,
    text: channel === 'email' ? `${paragraphs.join('\n\n')}\n` : short,
  });
  await replaceLink(tx, order, { hash: hashToken(token), channel, recipient, mailId, expiresAt });
  const how = channel === 'email' ? 'email' : 'text message';
  await recordLink(tx, order, { actor, action: 'payLink', note: `Payment link sent by ${how}` });
  return { url, expiresAt };
}

interface LinkRecord {
  actor: Pick<Actor, 'userId' | 'name'>;
  action: 'payLink' | 'openPayLink';
  note: string;
}
const recordLink = (tx: Tx, order: LockedOrder, { actor, action, note }: LinkRecord): Promise<void> =>
  saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: newId(), kind: 'note', from: null, to: null, by: actor, note, details: automaticNote }],
    action,
    before: null,
    after: { note },
  });

export async function readLink(tx: Tx, token: string): Promise<LinkFacts | undefined> {
  const link = await findLink(tx, hashToken(token));
  if (!link) return undefined;
  const order = await findOrderToPlan(tx, link.orderId);
  if (isCalledOff(order.status)) return undefined;
  return {
    isRenewal: false,
    what: `Order ${formatNumber('order', order.number)}`,
    due: await openAmount(tx, order),
  };
}

async function openAmount(tx: Tx, order: LockedOrder): Promise<number> {
  const payments = await paymentsOf(tx, order);
  if (payments.some(({ status, isUnderWay }) => status === 'due' && isUnderWay)) return 0;
  return dueByLink(tx, order, payments);
}

/** The gateway may still answer a request of this age. A later one asks for a new page. */
const answerMs = 30_000;

/**
 * The destination of the button of a link: the open page, or a new one that the caller opens outside the transaction. Repeated
 * requests ask for the same page. Undefined for links that don't work.
 */
export async function followLink(
  tx: Tx,
  { token, publicUrl, savesCard }: { token: string; publicUrl: string; savesCard: boolean },
): Promise<LinkedPage | undefined> {
  const hash = hashToken(token);
  const found = await findLink(tx, hash);
  if (!found) return undefined;
  const order = await lockOrder(tx, found.orderId);
  // Read again, because it could have changed before the lock.
  const link = await findLink(tx, hash);
  if (!link || isCalledOff(order.status)) return undefined;
  const due = await openAmount(tx, order);
  if (due === 0) return { kind: 'paid' };
  const isCharge = order.status === 'delivered';
  const now = Date.now();
  const isSame = link.amount === due && link.isCharge === isCharge && link.savesCard === savesCard;
  const isAsked = link.paymentId !== null && isSame;
  const isOpen = link.pageEndsAt !== null && Date.parse(link.pageEndsAt) > now;
  const isBeingOpened = link.pageUrl === null && Date.parse(link.requestedAt ?? '') > now - answerMs;
  const goesOn = isAsked && (isOpen || isBeingOpened);
  const paymentId = goesOn ? link.paymentId! : newId();
  const requestedAt = goesOn ? link.requestedAt! : new Date(now).toISOString();
  if (goesOn) await setOpened(tx, order);
  else await setRequestedPage(tx, order, { paymentId, amount: due, isCharge, savesCard, requestedAt });
  if (link.openedAt === null) {
    const actor = { userId: null, name: 'Customer' };
    await recordLink(tx, order, { actor, action: 'openPayLink', note: 'Payment link opened' });
  }
  if (goesOn && link.pageUrl !== null) return { kind: 'open', url: link.pageUrl };
  const address = `${publicUrl}/pay/${token}`;
  const page: NewPage = {
    reference: paymentId,
    paymentId,
    orderId: order.id,
    checkoutId: link.checkoutId,
    customerId: order.customerId,
    amount: due,
    description: `Order ${formatNumber('order', order.number)}`,
    isCharge,
    savesCard,
    requestedAt,
    endsAt: link.expiresAt,
    paidUrl: `${address}?paid`,
    backUrl: address,
  };
  const of = { locationId: order.locationId, id: order.id };
  return {
    kind: 'new',
    page,
    formerRef: !goesOn && isOpen ? link.pageRef : null,
    record: (later, opened) => setOpenedPage(later, of, { paymentId, ...opened }),
  };
}
