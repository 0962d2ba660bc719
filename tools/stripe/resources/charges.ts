import type Stripe from 'stripe';
import { type ApiRoute, listPage } from '../api.ts';
import { cardFee, post, settlementSeconds } from '../books.ts';
import { declineMessage, holdSeconds } from '../cards.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';
import { disputeCharge } from './disputes.ts';
import { releaseUncaptured } from './refunds.ts';

interface ChargeOptions {
  paymentMethod: Stripe.PaymentMethod;
  offSession: boolean;
  authenticated: boolean;
  /** The reason for which the bank declines it. */
  declineCode: string | null;
  incrementRequested: boolean;
}

function cardDetails(
  world: World,
  amount: number,
  { paymentMethod, offSession, authenticated, incrementRequested }: ChargeOptions,
): Stripe.Charge.PaymentMethodDetails.Card {
  const testCard = world.cardOf(paymentMethod.id);
  const { card } = paymentMethod;
  const canIncrement = incrementRequested && world.canIncrement && testCard.brand !== 'amex';
  return {
    amount_authorized: amount,
    authorization_code: '123456',
    brand: testCard.brand,
    capture_before: world.clock.now() + holdSeconds(testCard, offSession),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 12,
    exp_year: card?.exp_year ?? 2030,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: 'credit',
    incremental_authorization: { status: canIncrement ? 'available' : 'unavailable' },
    installments: null,
    last4: testCard.number.slice(-4),
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: testCard.brand,
    network_token: { used: false },
    network_transaction_id: newId('', 15).slice(1),
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('', 36).slice(1),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** The charge of one attempt to pay a PaymentIntent: declined, or an authorization that is captured later. */
export function addCharge(world: World, intent: Stripe.PaymentIntent, options: ChargeOptions): Stripe.Charge {
  const { paymentMethod, declineCode } = options;
  const { decline } = world.cardOf(paymentMethod.id);
  const blocked = declineCode === 'fraudulent';
  return world.charges.add({
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: 'AISLE',
    captured: false,
    created: world.clock.now(),
    currency: 'usd',
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declineCode === null ? null : (decline?.code ?? 'card_declined'),
    failure_message: declineCode === null || !decline ? null : declineMessage(decline),
    fraud_details: {},
    livemode: world.livemode,
    metadata: mergeMetadata({}, intent.metadata),
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: declineCode === null ? 'approved_by_network' : 'declined_by_network',
      reason: declineCode,
      risk_level: blocked ? 'highest' : 'normal',
      risk_score: blocked ? 90 : 20,
      seller_message: declineCode === null ? 'Payment complete.' : 'The bank declined the payment.',
      type: declineCode === null ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
    },
    paid: declineCode === null,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { card: cardDetails(world, intent.amount, options), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: declineCode === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  });
}

/** Takes the money of an authorization, once. The rest is released to the card. */
export function captureCharge(world: World, charge: Stripe.Charge, amount: number): void {
  charge.captured = true;
  charge.amount_captured = amount;
  const card = charge.payment_method ? world.cardOf(charge.payment_method) : undefined;
  charge.balance_transaction = post(world, {
    amount: charge.amount,
    fee: cardFee(charge.amount),
    type: 'charge',
    reportingCategory: 'charge',
    source: charge.id,
    availableOn: card?.availableAtOnce ? world.clock.now() : world.clock.now() + settlementSeconds,
  }).id;
  const fee = cardFee(charge.amount) - cardFee(amount);
  releaseUncaptured(world, charge, { amount: charge.amount - amount, fee });
  if (card?.dispute) disputeCharge(world, charge, { reason: card.dispute });
}

export const chargeRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    handle: (call) => {
      const customer = call.params.text('customer');
      const intent = call.params.text('payment_intent');
      const group = call.params.text('transfer_group');
      const rows = call.world.charges
        .newestFirst()
        .filter(
          (row) =>
            (!customer || row.customer === customer) &&
            (!intent || row.payment_intent === intent) &&
            (!group || row.transfer_group === group),
        );
      return listPage(call, { rows, url: '/v1/charges' });
    },
  },
  { method: 'GET', path: '/v1/charges/:id', handle: ({ world }, id) => world.charges.get(id) },
];
