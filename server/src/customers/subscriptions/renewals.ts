import { monthsOf } from '@aisle/contract/customers/subscription-plans';
import { systemActor } from '../../core/audit.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import { newId } from '../../core/ids.ts';
import type { Services } from '../../core/services.ts';
import type { Settings } from '../../core/settings.ts';
import {
  enqueueSubscriptionOperation,
  retryAbandonedOfSubscription,
} from '../../ledgers/gateways/operations.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { refuseCharge } from './gateway-results.ts';
import { chargeableCard } from './renewal-cards.ts';
import { queueRenewalMail } from './renewal-mails.ts';
import { claimNextExpiring, claimNextToMail, isBlocked, isTaken, nextToRenew } from './renewals.queries.ts';
import { scheduleCharge } from './subscription-money.ts';
import { recordSubscription } from './subscription-notes.ts';
import {
  claimRetry,
  type LockedPayment,
  nextToRetry,
  updatePayment,
} from './subscription-payments.queries.ts';
import { recordStep, statusOf } from './subscription-steps.queries.ts';
import {
  findOffer,
  insertSubscription,
  type LockedSubscription,
  lockSubscription,
  lockSubscriptionOf,
  type Offer,
  type Period,
  periodFrom,
  updateSubscription,
} from './subscriptions.queries.ts';

/** Customers get an email this many days before their subscription renews. */
const mailedDaysBefore = 3;

type Needs = Pick<Services, 'settings'>;

/**
 * Runs scheduled work: emails before renewals, renewals, and retries of charges and refunds. Each is a separate transaction, so
 * any number of servers can share the work, and a crash loses or repeats nothing. After downtime, overdue work is done late.
 */
export async function renewSubscriptions(db: Database, services: Needs): Promise<void> {
  for (const step of [mailNext, renewNext, retryNextPayment]) {
    while (await systemWork(db, (tx) => step(tx, services)));
  }
}

async function mailNext(tx: Tx, { settings }: Needs): Promise<boolean> {
  const next = await claimNextToMail(tx, mailedDaysBefore);
  if (!next) return false;
  const card = chargeableCard(await lockSubscription(tx, next.id), settings.cardGateway);
  await queueRenewalMail(tx, next.id, { kind: 'upcoming', byLink: card === null });
  return true;
}

/** Emails customers once about a card that expires and has to pay for a renewal. */
export async function mailExpiringCards(db: Database): Promise<void> {
  while (await systemWork(db, mailNextExpiring));
}

async function mailNextExpiring(tx: Tx): Promise<boolean> {
  const { cards } = await getSettings(tx);
  const next = await claimNextExpiring(tx, cards.expiringCardDays);
  if (!next) return false;
  await queueRenewalMail(tx, next.id, { kind: 'cardExpires' });
  return true;
}

async function renewNext(tx: Tx): Promise<boolean> {
  const next = await nextToRenew(tx);
  if (!next) return false;
  const ended = await lockSubscription(tx, next.id);
  // Another server may have renewed it first.
  if (!ended.autoRenew || !ended.isExpired || ended.follower?.isUnpaid) return true;
  if (ended.follower) await stopForFollower(tx, ended, ended.follower.name);
  else await renew(tx, ended);
  return true;
}

/** Stops the renewals of a subscription in favor of the paid one that follows it. */
async function stopForFollower(tx: Tx, ended: LockedSubscription, follower: string): Promise<void> {
  await updateSubscription(tx, ended.id, { auto_renew: false, reason: `${follower} follows` });
  await recordStep(tx, ended.id, 'ended', statusOf(ended));
}

/** Renews an ended subscription for the next period, at its plan's current offer. */
async function renew(tx: Tx, ended: LockedSubscription): Promise<void> {
  const offer = (await findOffer(tx, ended.planId))!;
  const months = ended.months + monthsOf[offer.edition.period];
  const period = await periodFrom(tx, ended.endsAt, { months, firstStartsAt: ended.firstStartsAt });
  const obstacle = await renewalObstacle(tx, ended, offer, period);
  // A subscription renews only once, so it is no longer due.
  await updateSubscription(tx, ended.id, { auto_renew: false, ...(obstacle && { reason: obstacle }) });
  if (obstacle) {
    await queueRenewalMail(tx, ended.id, { kind: 'ended', problem: obstacle });
    return recordStep(tx, ended.id, 'ended', statusOf(ended));
  }
  const id = newId();
  await insertSubscription(tx, {
    id,
    customer_id: ended.customerId,
    plan_id: ended.planId,
    edition: offer.edition.number,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    first_starts_at: ended.firstStartsAt,
    months,
    auto_renew: true,
    payment_type: 'card',
    card_token: ended.cardToken,
    card_provider: ended.cardProvider,
    price: offer.edition.price,
    kind: 'renewal',
    previous_id: ended.id,
  });
  await scheduleCharge(tx, { subscriptionId: id, amount: offer.edition.price });
  const after = { customerId: ended.customerId, plan: offer.edition.name, previousId: ended.id };
  await recordChange(tx, systemActor, { action: 'renew', resource: 'subscriptions', recordId: id, after });
  await recordStep(tx, id, 'renewed', null);
}

/** The reason why a subscription can't be renewed; undefined if it can. */
async function renewalObstacle(
  tx: Tx,
  { customerId }: LockedSubscription,
  offer: Offer,
  period: Period,
): Promise<string | null> {
  if (!offer.status) return `${offer.edition.name} is no longer offered`;
  // Customers aren't charged for a period in the past.
  if (Date.parse(period.endsAt) <= Date.now()) return 'It was due too long ago';
  if (await isBlocked(tx, customerId)) return 'The account is blocked';
  if (await isTaken(tx, customerId, period)) return 'Another subscription follows';
  return null;
}

async function retryNextPayment(tx: Tx, { settings }: Needs): Promise<boolean> {
  const next = await nextToRetry(tx);
  if (!next) return false;
  const subscription = await lockSubscriptionOf(tx, next.id);
  const payment = await claimRetry(tx, next.id);
  if (!payment) return true;
  const { id, kind, amount, subscriptionId } = payment;
  if (kind === 'charge') await chargeCard(tx, subscription, { payment, gateway: settings.cardGateway });
  // The gateway may already have made an abandoned refund, so that operation keeps its reference.
  else if (!(await retryAbandonedOfSubscription(tx, id))) {
    await enqueueSubscriptionOperation(tx, id, { kind: 'refund', amount });
  }
  await recordSubscription(tx, subscriptionId, 'payment');
  return true;
}

interface Charging {
  payment: LockedPayment;
  gateway: Settings['cardGateway'];
}
/** Charges the saved card. Without one that can be charged, the customer gets a link. */
async function chargeCard(
  tx: Tx,
  subscription: LockedSubscription,
  { payment, gateway }: Charging,
): Promise<void> {
  const { id, amount } = payment;
  if (chargeableCard(subscription, gateway) !== null) {
    return enqueueSubscriptionOperation(tx, id, { kind: 'authorise', amount });
  }
  // The gateway of the link gets the payment, and the card if the customer saves it.
  if (gateway !== 'none') {
    await updateSubscription(tx, subscription.id, { card_token: null, card: null, card_provider: gateway });
    await updatePayment(tx, id, { provider: gateway });
  }
  const problem = 'No saved card can be charged';
  await refuseCharge(tx, subscription, payment, { problem, needsShopper: true });
}
