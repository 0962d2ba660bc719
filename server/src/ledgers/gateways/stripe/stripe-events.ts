import Stripe from 'stripe';
import type { EventSource, GatewayEvent } from '../gateway-events.ts';
import { instantOf } from './stripe-transactions.ts';

/** Older messages are refused, so that a recorded one can't be sent again. */
const toleranceSeconds = 300;
/** Stripe lists the events of this many days. */
const listedDays = 30;

/** Each of the endpoints at Stripe signs with its own secret. */
export const stripeEvents = (stripe: Stripe, secrets: readonly string[]): EventSource => ({
  read: (body, signature) => {
    for (const secret of secrets) {
      try {
        return toEvent(stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  },
  undelivered: async function* () {
    const gte = Math.floor(Date.now() / 1000) - listedDays * 24 * 3600;
    const listed = stripe.events.list({ created: { gte }, delivery_success: false, limit: 100 });
    for await (const event of listed) yield toEvent(event);
  },
});

function toEvent({ id, type, data: { object }, account, created }: Stripe.Event): GatewayEvent {
  const objectId = 'id' in object && typeof object.id === 'string' ? object.id : '';
  return { id, type, objectId, account: account ?? null, createdAt: instantOf(created) };
}
