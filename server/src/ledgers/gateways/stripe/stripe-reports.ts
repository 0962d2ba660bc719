import type Stripe from 'stripe';
import type { CardFacts, GatewayFacts, GatewayReader, GatewayRequest } from '../gateway.ts';
import type { PaymentReport, RefundReport } from '../reports.ts';
import { readDispute } from './stripe-disputes.ts';
import { idOf, instantOf } from './stripe-transactions.ts';

const day = 24 * 3600;
/** How long banks hold authorizations for which Stripe names no deadline. */
const holdDays = { onSession: 6, offSession: 4 } as const;

/** The facts about a payment in its PaymentIntent and charge. */
export function factsOf(
  intent: Stripe.PaymentIntent,
  { isOffSession }: Pick<GatewayRequest, 'isOffSession'>,
): GatewayFacts {
  const charge = intent.latest_charge;
  if (!charge || typeof charge === 'string') return { paymentRef: intent.id };
  const card = charge.payment_method_details?.card;
  const endsAt =
    card?.capture_before ?? charge.created + day * (isOffSession ? holdDays.offSession : holdDays.onSession);
  return {
    paymentRef: intent.id,
    chargeRef: charge.id,
    ...(intent.status === 'requires_capture' && { holdUntil: instantOf(endsAt) }),
    ...(card && { canIncrement: card.incremental_authorization?.status === 'available' }),
    ...(card?.last4 && { card: cardOf({ ...card, last4: card.last4 }) }),
  };
}

export const cardOf = ({
  brand,
  last4,
  exp_month,
  exp_year,
}: {
  brand: string | null;
  last4: string;
  exp_month: number;
  exp_year: number;
}): CardFacts => ({
  brand: brand ?? 'card',
  last4,
  expires: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
});

export const stripeReader = (stripe: Stripe): GatewayReader => ({
  dashboard: 'Stripe dashboard',
  payment: (ref) => readPayment(stripe, ref),
  refund: (ref) => readRefund(stripe, ref),
  dispute: (ref) => readDispute(stripe, ref),
  card: async (ref) => {
    const { card } = await stripe.paymentMethods.retrieve(ref);
    return card ? cardOf(card) : null;
  },
  verification: async (ref) => {
    const { metadata } = await stripe.setupIntents.retrieve(ref);
    return { paymentRef: ref, paymentId: ownId(metadata?.payment), orderId: ownId(metadata?.order) };
  },
});

/** An ID of Aisle from the metadata; null if another program wrote it. */
export const ownId = (text: string | undefined): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '') ? (text ?? null) : null;

const meanings: Record<string, PaymentReport['status']> = {
  requires_payment_method: 'waiting',
  requires_confirmation: 'waiting',
  requires_action: 'waiting',
  processing: 'waiting',
  requires_capture: 'held',
  succeeded: 'charged',
  canceled: 'ended',
} satisfies Partial<Record<Stripe.PaymentIntent.Status, PaymentReport['status']>>;

async function readPayment(stripe: Stripe, ref: string): Promise<PaymentReport> {
  const id = ref.startsWith('ch_') ? idOf((await stripe.charges.retrieve(ref)).payment_intent) : ref;
  const intent = await stripe.paymentIntents.retrieve(id ?? ref, { expand: ['latest_charge'] });
  const { status, metadata, amount_capturable, amount_received, cancellation_reason } = intent;
  return {
    ...factsOf(intent, { isOffSession: false }),
    paymentRef: intent.id,
    paymentId: ownId(metadata.payment),
    orderId: ownId(metadata.order),
    status: meanings[status] ?? null,
    amount: status === 'succeeded' ? amount_received : amount_capturable,
    providerStatus: status,
    isExpired: cancellation_reason === 'automatic',
  };
}

const refundMeanings: Record<string, RefundReport['status']> = {
  pending: 'waiting',
  requires_action: 'waiting',
  succeeded: 'refunded',
  failed: 'failed',
  canceled: 'failed',
};

async function readRefund(stripe: Stripe, ref: string): Promise<RefundReport> {
  const refund = await stripe.refunds.retrieve(ref, { expand: ['balance_transaction'] });
  const {
    id,
    payment_intent,
    metadata,
    status,
    amount,
    failure_reason,
    balance_transaction: booked,
  } = refund;
  const category = booked && typeof booked !== 'string' ? booked.reporting_category : null;
  return {
    refundRef: id,
    paymentRef: idOf(payment_intent),
    operationId: ownId(metadata?.operation),
    status: refundMeanings[status ?? ''] ?? null,
    amount,
    providerStatus: status ?? 'none',
    problem: failure_reason ? failure_reason.replaceAll('_', ' ') : null,
    isRelease: category === null || category === 'partial_capture_reversal',
  };
}
