import { formatDate } from '@aisle/contract/core/dates';
import { roundedShare } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  benefitTexts,
  monthsOf,
  noBenefits,
  type PlanBenefits,
  planPeriodLabels,
} from '@aisle/contract/customers/subscription-plans';
import type { InvoiceLine, Subscribed, SubscribeInput } from '@aisle/contract/customers/subscriptions';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem, wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import { gatewayOf } from '../../ledgers/gateways/gateways.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { charge, refund } from './subscription-money.ts';
import { cancelUnpaid } from './subscription-notes.ts';
import { addToSums, insertPayment, refundableAmount } from './subscription-payments.queries.ts';
import { recordStep, statusOf } from './subscription-steps.queries.ts';
import {
  endSubscription,
  findOffer,
  getSubscription,
  insertSubscription,
  type LockedCustomer,
  type LockedSubscription,
  lockSubscriber,
  type Offer,
  type Period,
  periodFrom,
  runningSubscriptions,
} from './subscriptions.queries.ts';

interface Card {
  provider: GatewayName;
  token: string;
}

/** The effects of subscribing. Subscribing applies exactly these. */
interface Plan {
  customer: LockedCustomer;
  offer: Offer;
  period: Period;
  /** The current subscription: replaced now, or followed at its end. */
  replaced: LockedSubscription | null;
  followed: LockedSubscription | null;
  /** The card that pays. */
  card: Card | null;
  credit: number;
  /** The amount charged, and the amount refunded because the credit exceeds the price. */
  total: number;
  refund: number;
}

/**
 * The value of the whole days after today, as a share of the amount paid for the period, rounded half up. Never more than can still
 * be refunded.
 */
export async function valueOfUnused(
  tx: Tx,
  { id, pricePaid, unusedDays, periodDays }: LockedSubscription,
): Promise<number> {
  return Math.min(roundedShare(pricePaid, unusedDays, periodDays), await refundableAmount(tx, id));
}

export async function subscribe(context: Context, input: SubscribeInput): Promise<Subscribed> {
  const { tx } = context;
  const plan = await planSubscribing(context, input);
  const { timeZone } = await getSettings(tx);
  if (input.dryRun) return previewOf(plan, input, timeZone);
  const id = await applyPlan(context, plan, input);
  return { ...previewOf(plan, input, timeZone), ...(await getSubscription(tx, id)) };
}

async function planSubscribing({ tx, services }: Context, input: SubscribeInput): Promise<Plan> {
  const customer = await lockSubscriber(tx, input.customerId);
  if (!customer) throw missingAt('customerId', 'Customer');
  if (customer.isBlocked) throw problem('orders.customer-blocked');
  const offer = await findOffer(tx, input.planId);
  if (!offer) throw missingAt('planId', 'Subscription plan');
  if (!offer.status) throw problem('subscriptions.plan-inactive', { plan: offer.edition.name });
  const running = await runningSubscriptions(tx, customer.id);
  const current = running.find(({ status }) => status === 'current') ?? null;
  const isNow = input.change === 'now';
  if (isNow && current?.isBeingCharged) throw problem('payments.under-way');
  const start = isNow ? null : (input.startsAt ?? current?.endsAt ?? null);
  const period = await periodFrom(tx, start, { months: monthsOf[offer.edition.period] });
  if (input.startsAt && period.isPast && !period.isToday) {
    throw wrongField('startsAt', "Choose a start that isn't in the past");
  }
  const replaced = isNow ? current : null;
  mustBeFree(
    running.filter((one) => one !== replaced),
    period,
    (await getSettings(tx)).timeZone,
  );
  const card = input.paymentType === 'card' ? chooseCard(services.settings, input, current) : null;
  const { price } = offer.edition;
  const credit = replaced ? await valueOfUnused(tx, replaced) : 0;
  return {
    customer,
    offer,
    period,
    replaced,
    followed: replaced ? null : current,
    card,
    credit,
    total: Math.max(0, price - credit),
    refund: Math.max(0, credit - price),
  };
}

/** Without another card, uses the card of the current subscription, or else a test card. */
function chooseCard(
  { cardGateway: provider }: Settings,
  { cardToken }: SubscribeInput,
  current: LockedSubscription | null,
): Card {
  if (provider === 'none') throw problem('payments.no-gateway');
  const known = current?.cardProvider === provider ? current.cardToken : null;
  const token = cardToken ?? known ?? gatewayOf(provider).testCards[0]?.token;
  if (!token) throw wrongField('cardToken', 'Card is required');
  return { provider, token };
}

/** A customer can have only one subscription at a time. */
function mustBeFree(
  running: readonly LockedSubscription[],
  { startsAt, endsAt }: Period,
  timeZone: string,
): void {
  const instant = (text: string) => Date.parse(text);
  const other = running.find(
    (one) => instant(one.startsAt) < instant(endsAt) && instant(startsAt) < instant(one.endsAt),
  );
  if (!other) return;
  const day = (text: string) => formatDate(text, timeZone);
  const reason =
    other.status === 'upcoming'
      ? `${other.edition.name} is already set to start on ${day(other.startsAt)}. Cancel it first`
      : `${other.edition.name} runs until ${day(other.endsAt)}. Start after that, or change it now`;
  throw problem('subscriptions.overlap', { reason });
}

async function applyPlan(context: Context, plan: Plan, input: SubscribeInput): Promise<string> {
  const { tx, actor } = context;
  const { customer, offer, period, replaced } = plan;
  const { edition } = offer;
  const id = newId();
  if (replaced) {
    await cancelUnpaid(tx, replaced.id);
    await endSubscription(tx, replaced.id, `Changed to ${edition.name}`);
    await recordStep(tx, replaced.id, 'replaced', statusOf(replaced));
  }
  await insertSubscription(tx, {
    id,
    customer_id: customer.id,
    plan_id: offer.id,
    edition: edition.number,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    first_starts_at: period.startsAt,
    months: monthsOf[edition.period],
    auto_renew: plan.card !== null && (input.autoRenew ?? true),
    payment_type: input.paymentType,
    card_token: plan.card?.token ?? null,
    card_provider: plan.card?.provider ?? null,
    price: edition.price,
    kind: replaced ? 'change' : 'first',
    previous_id: replaced?.id ?? null,
    previous_auto_renew: replaced?.autoRenew ?? null,
    created_by: actor.userId,
  });
  await settle(tx, id, plan, input);
  const after = { customerId: customer.id, plan: edition.name, startsAt: period.startsAt, total: plan.total };
  await recordChange(tx, actor, { action: 'subscribe', resource: 'subscriptions', recordId: id, after });
  await recordStep(tx, id, 'subscribed', null);
  return id;
}

async function settle(tx: Tx, id: string, plan: Plan, input: SubscribeInput): Promise<void> {
  const { replaced, credit, total, refund: excess } = plan;
  const used = credit - excess;
  if (used > 0) {
    await insertPayment(tx, {
      id: newId(),
      subscription_id: id,
      kind: 'credit',
      status: 'captured',
      amount: used,
      settled_at: new Date().toISOString(),
    });
    await addToSums(tx, id, { paid: used });
  }
  if (total > 0) {
    const { paymentType, reference = null } = input;
    await charge(tx, { subscriptionId: id, amount: total, paymentType, reference: reference || null });
  }
  if (replaced && excess > 0) await refund(tx, replaced.id, excess);
}

/** The benefits that a customer gains and loses by a change. */
function compareBenefits(before: PlanBenefits, after: PlanBenefits) {
  const [had, gets] = [benefitTexts(before), benefitTexts(after)];
  return {
    benefitsGained: gets.filter((text) => !had.includes(text)),
    benefitsLost: had.filter((text) => !gets.includes(text)),
  };
}

function previewOf(plan: Plan, input: SubscribeInput, timeZone: string): Subscribed {
  const { customer, offer, period, replaced, followed, credit, total } = plan;
  const { edition } = offer;
  const isCard = input.paymentType === 'card';
  const before = (replaced ?? followed)?.edition.benefits ?? noBenefits;
  return {
    _id: null,
    customerId: customer.id,
    customerName: customer.name,
    planId: offer.id,
    edition,
    startsAt: period.startsAt,
    endsAt: period.endsAt,
    status: Date.parse(period.startsAt) > Date.now() ? 'upcoming' : 'current',
    isExpired: false,
    autoRenew: isCard && (input.autoRenew ?? true),
    paymentType: input.paymentType,
    pricePaid: isCard ? credit - plan.refund : edition.price,
    refunded: 0,
    payments: [],
    cancelledAt: null,
    reason: null,
    invoiceNumber: null,
    timeZone,
    previousId: replaced?.id ?? null,
    createdAt: new Date().toISOString(),
    price: edition.price,
    credit,
    total,
    refund: plan.refund,
    unusedDays: replaced?.unusedDays ?? 0,
    periodDays: replaced?.periodDays ?? 0,
    ...compareBenefits(before, edition.benefits),
    invoiceLines: linesOf(plan, timeZone),
  };
}

function linesOf(
  { offer: { edition }, period, replaced, credit, ...plan }: Plan,
  timeZone: string,
): InvoiceLine[] {
  const day = (instant: string) => formatDate(instant, timeZone);
  const lines: InvoiceLine[] = [
    {
      text: `${edition.name}, ${planPeriodLabels[edition.period].toLowerCase()}, ${day(period.startsAt)} to ${day(period.endsAt)}`,
      amount: edition.price,
    },
  ];
  if (replaced && credit > 0) {
    const days = pluralize(replaced.unusedDays, 'unused day');
    lines.push({ text: `Credit for ${days} of ${replaced.edition.name}`, amount: -credit });
  }
  if (plan.refund > 0) lines.push({ text: 'Refund of the rest of the credit', amount: plan.refund });
  return lines;
}
