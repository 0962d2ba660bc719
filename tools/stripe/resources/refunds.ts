import type Stripe from 'stripe';
import { type ApiRoute, type Call, existing, listPage, money } from '../api.ts';
import { post } from '../books.ts';
import { ApiProblem, missingParameter } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';

interface Draft {
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
  status: 'pending' | 'succeeded';
}

function addRefund(world: World, charge: Stripe.Charge, draft: Draft): Stripe.Refund {
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount: draft.amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.clock.now(),
    currency: 'usd',
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: charge.captured ? 'refund' : 'reversal' }, type: 'card' },
    metadata: mergeMetadata({}, draft.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: draft.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: draft.status,
    transfer_reversal: null,
  };
  charge.amount_refunded += draft.amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  return world.refunds.add(refund);
}

/**
 * The uncaptured part of an authorization returns to the card as a refund that nobody asked for, so it has no metadata. After a
 * partial capture its balance transaction has the category `partial_capture_reversal`, because the charge is in the balance with its
 * full amount and fee (https://docs.stripe.com/reports/reporting-categories). A canceled or expired hold was never in the balance.
 */
export function releaseUncaptured(
  world: World,
  charge: Stripe.Charge,
  { amount, fee, expired = false }: { amount: number; fee?: number; expired?: boolean },
): void {
  if (amount === 0) return;
  const reason = expired ? 'expired_uncaptured_charge' : null;
  const refund = addRefund(world, charge, { amount, reason, metadata: {}, status: 'succeeded' });
  if (fee !== undefined) {
    refund.balance_transaction = post(world, {
      amount: -amount,
      fee: -fee,
      type: 'refund',
      reportingCategory: 'partial_capture_reversal',
      source: refund.id,
    }).id;
  }
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge);
}

/** Finds what to refund: a captured charge, named itself or by its PaymentIntent. */
function refundableCharge(call: Call): Stripe.Charge {
  const { world } = call;
  const intent = existing(call, world.paymentIntents, 'payment_intent');
  const charge = existing(call, world.charges, 'charge');
  if (!intent && !charge) throw missingParameter('payment_intent');
  const latest =
    typeof intent?.latest_charge === 'string' ? world.charges.find(intent.latest_charge) : charge;
  if (!latest?.captured || latest.status !== 'succeeded') {
    const name = intent ? `This PaymentIntent (${intent.id})` : `Charge ${charge?.id}`;
    throw new ApiProblem(`${name} does not have a successful charge to refund.`, {
      param: intent ? 'payment_intent' : 'charge',
    });
  }
  return latest;
}

function mustBeRefundable(world: World, charge: Stripe.Charge, amount: number): void {
  const dispute = world.disputes.newestFirst().find((row) => row.charge === charge.id);
  if (dispute && !dispute.is_charge_refundable) {
    throw new ApiProblem(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiProblem(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    throw new ApiProblem(
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
      { param: 'amount' },
    );
  }
}

function createRefund(call: Call): Stripe.Refund {
  const { world, params } = call;
  const charge = refundableCharge(call);
  const amount = params.integer('amount') ?? charge.amount - charge.amount_refunded;
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const metadata = params.metadata();
  if (amount < 1 && charge.amount > charge.amount_refunded) {
    throw new ApiProblem('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  params.end();
  return refundCharge(world, charge, { amount, reason, metadata });
}

/** A person refunds a charge in the dashboard: without metadata, and in full unless an amount is given. */
export function refundInDashboard(world: World, paymentIntent: string, amount?: number): Stripe.Refund {
  const { latest_charge: id } = world.paymentIntents.get(paymentIntent);
  const charge = world.charges.get(String(id));
  if (!charge.captured) throw new ApiProblem('Only a captured payment can be refunded.');
  const reason = 'requested_by_customer';
  return refundCharge(world, charge, {
    amount: amount ?? charge.amount - charge.amount_refunded,
    reason,
    metadata: {},
  });
}

function refundCharge(
  world: World,
  charge: Stripe.Charge,
  { amount, reason, metadata }: Omit<Draft, 'status'>,
): Stripe.Refund {
  mustBeRefundable(world, charge, amount);
  const behavior = charge.payment_method ? world.cardOf(charge.payment_method).refund : undefined;
  const status = behavior === 'pending' ? 'pending' : 'succeeded';
  const refund = addRefund(world, charge, { amount, reason, metadata, status });
  refund.balance_transaction = post(world, {
    amount: -amount,
    type: 'refund',
    reportingCategory: 'refund',
    source: refund.id,
  }).id;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge);
  const later = world.clock.now() + 3600;
  if (behavior === 'failsLater') world.clock.at(later, () => failRefund(world, refund.id));
  if (behavior === 'pending') world.clock.at(later, () => settleRefund(world, refund));
  return refund;
}

function settleRefund(world: World, refund: Stripe.Refund): void {
  if (refund.status !== 'pending') return;
  refund.status = 'succeeded';
  world.emit('refund.updated', refund, { previous: { status: 'pending' } });
  world.emit('charge.refund.updated', refund, { previous: { status: 'pending' } });
}

/** The bank returns a refund, often days after it succeeded: the money is back in the balance and can be refunded again. */
export function failRefund(world: World, id: string, failureReason = 'lost_or_stolen_card'): Stripe.Refund {
  const refund = world.refunds.get(id);
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw new ApiProblem('This refund has ended.');
  giveBack(world, refund, { status: 'failed', category: 'refund_failure' });
  refund.failure_reason = failureReason;
  world.emit('refund.failed', refund);
  world.emit('charge.refund.updated', refund);
  return refund;
}

function giveBack(
  world: World,
  refund: Stripe.Refund,
  { status, category }: { status: 'canceled' | 'failed'; category: string },
): void {
  const charge = typeof refund.charge === 'string' ? world.charges.get(refund.charge) : null;
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  refund.status = status;
  refund.failure_balance_transaction = post(world, {
    amount: refund.amount,
    type: 'refund_failure',
    reportingCategory: category,
    source: refund.id,
  }).id;
}

/** Only a refund that waits for the customer can be canceled: https://docs.stripe.com/api/refunds/cancel */
function cancelRefund({ world, params }: Call, id: string): Stripe.Refund {
  const refund = world.refunds.get(id);
  params.end();
  if (refund.status !== 'requires_action') {
    throw new ApiProblem('Only refunds with the status requires_action can be canceled.');
  }
  giveBack(world, refund, { status: 'canceled', category: 'refund_failure' });
  world.emit('refund.updated', refund);
  return refund;
}

function updateRefund({ world, params }: Call, id: string): Stripe.Refund {
  const refund = world.refunds.get(id);
  const metadata = params.metadata();
  params.end();
  refund.metadata = mergeMetadata(refund.metadata, metadata);
  world.emit('refund.updated', refund);
  return refund;
}

export const refundRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/refunds', handle: createRefund },
  {
    method: 'GET',
    path: '/v1/refunds',
    handle: (call) => {
      const charge = call.params.text('charge');
      const intent = call.params.text('payment_intent');
      const rows = call.world.refunds
        .newestFirst()
        .filter((row) => (!charge || row.charge === charge) && (!intent || row.payment_intent === intent));
      return listPage(call, { rows, url: '/v1/refunds' });
    },
  },
  { method: 'GET', path: '/v1/refunds/:id', handle: ({ world }, id) => world.refunds.get(id) },
  { method: 'POST', path: '/v1/refunds/:id', handle: updateRefund },
  { method: 'POST', path: '/v1/refunds/:id/cancel', handle: cancelRefund },
];
