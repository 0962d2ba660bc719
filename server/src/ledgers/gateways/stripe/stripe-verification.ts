import type Stripe from 'stripe';
import type { GatewayRequest, GatewayResponse } from '../gateway.ts';
import { declined } from './stripe-declines.ts';
import { cardOf } from './stripe-reports.ts';

/** Whether the payment of a request is known by the verification of its card. */
export const isVerification = (paymentRef: string | null): boolean =>
  paymentRef?.startsWith('seti_') ?? false;

const expand = ['payment_method'];

/** The SetupIntent of a request that was sent before. Looks through those of the customers, if the gateway failed. */
export async function findVerification(
  stripe: Stripe,
  { paymentRef, reference, createdAt }: GatewayRequest,
  customers: readonly string[],
): Promise<Stripe.SetupIntent | undefined> {
  const isSent = ({ metadata }: Stripe.SetupIntent) => metadata?.operation === reference;
  if (paymentRef && isVerification(paymentRef)) {
    const known = await stripe.setupIntents.retrieve(paymentRef, { expand });
    if (isSent(known)) return known;
  }
  const created = { gte: Math.floor(Date.parse(createdAt) / 1000) - 3600 };
  for (const customer of customers) {
    const all = stripe.setupIntents.list({ customer, created, limit: 100, expand: ['data.payment_method'] });
    for await (const setup of all) if (isSent(setup)) return setup;
  }
  return undefined;
}

interface NewVerification {
  customer: string;
  metadata: Stripe.MetadataParam;
  idempotencyKey: string;
}
/** Asks the bank for its consent to charge the card when the shopper isn't there, and attaches the card to the customer. */
export const createVerification = (
  stripe: Stripe,
  { token }: GatewayRequest,
  { customer, metadata, idempotencyKey }: NewVerification,
): Promise<Stripe.SetupIntent> =>
  stripe.setupIntents.create(
    {
      customer,
      payment_method: token,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      use_stripe_sdk: true,
      confirm: true,
      metadata,
      expand,
    },
    { idempotencyKey },
  );

export async function outcomeOfVerification(
  stripe: Stripe,
  { isWanted }: GatewayRequest,
  { setup, publishableKey }: { setup: Stripe.SetupIntent; publishableKey: string | null },
): Promise<GatewayResponse> {
  const { id: paymentRef, status, payment_method: method, client_secret: clientSecret } = setup;
  const card = method && typeof method !== 'string' ? method.card : null;
  const facts = { paymentRef, ...(card && { card: cardOf(card) }) };
  switch (status) {
    case 'succeeded':
      return { accepted: true, ...facts };
    case 'canceled':
      return { accepted: false, problem: 'The verification was canceled', final: false, ...facts };
    case 'requires_payment_method':
      return { ...declined(setup.last_setup_error ?? {}), ...facts };
    case 'requires_action':
    case 'requires_confirmation':
    case 'processing':
      if (!isWanted) {
        await stripe.setupIntents.cancel(paymentRef);
        return { accepted: false, problem: 'Not confirmed in time', final: false, ...facts };
      }
      return { pending: true, ...(clientSecret && { clientSecret, publishableKey }), ...facts };
    default:
      return { pending: true, problem: `Stripe reports the unknown status ${status}`, ...facts };
  }
}
