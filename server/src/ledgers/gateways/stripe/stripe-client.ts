import Stripe from 'stripe';
import type { StripeSettings } from '../../../core/settings.ts';

/** Requests are repeated by the queue, which knows when to ask for the outcome first. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 20_000,
  });
}
