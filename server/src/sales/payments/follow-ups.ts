import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { systemActor } from '../../core/audit.ts';
import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import type { Services } from '../../core/services.ts';
import { takesLinks } from '../../ledgers/gateways/gateways.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import { paymentsOf } from '../orders/money/order-payments.queries.ts';
import { lockOrder } from '../orders/steps/order-steps.queries.ts';
import { claimFollowUp, closeNotices, nextToFollowUp, openNotice } from './follow-ups.queries.ts';
import { payerOf } from './pay-links.queries.ts';
import { issueLink } from './pay-links.ts';
import { dueByLink, dueOf } from './payments.service.ts';

type Needs = Pick<Services, 'settings'>;

/**
 * Follows up cards that failed while the shopper was away, and authorizations that end before the order is handed over: staff get a
 * notice until the order is paid, and the customer a link to pay with another card.
 */
export async function followUpPayments(db: Database, services: Needs): Promise<void> {
  while (await systemWork(db, (tx) => followUpNext(tx, services)));
  await systemWork(db, closeNotices);
}

async function followUpNext(tx: Tx, { settings }: Needs): Promise<boolean> {
  const orderId = await nextToFollowUp(tx);
  if (!orderId) return false;
  await holdOffErasures(tx);
  const order = await lockOrder(tx, orderId);
  if (!(await claimFollowUp(tx, order))) return true;
  const payments = await paymentsOf(tx, order);
  const due = await dueByLink(tx, order, payments);
  const isUnderWay = payments.some((payment) => payment.status === 'due' && payment.isUnderWay);
  // Paid otherwise, or another card is being authorized, which is followed up itself.
  if (due === 0 || isUnderWay) return true;
  const isEnding = (await dueOf(tx, order, payments)) === 0;
  const number = formatNumber('order', order.number);
  const text = isEnding
    ? `Card authorization of ${number} ends within a day: ${formatMoney(due)} not secured`
    : `Card of ${number} failed: ${formatMoney(due)} due`;
  await openNotice(tx, order, text);
  if (!takesLinks(settings.cardGateway)) return true;
  const payer = await payerOf(tx, order);
  const channel = payer.email || settings.smsProvider === 'none' ? 'email' : 'sms';
  const recipient = channel === 'email' ? payer.email : payer.phone;
  if (!recipient) return true;
  const reason = isEnding
    ? 'Your bank will soon release the amount it holds on your card. Paying by this link replaces that hold, so you are charged only once.'
    : "Your card couldn't be charged.";
  await issueLink(tx, order, { settings, payer, channel, recipient, due, actor: systemActor, reason });
  return true;
}
