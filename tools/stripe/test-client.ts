import Stripe from 'stripe';
import type { StandIn } from './server.ts';

/** Stripe's own package, pointed at a stand-in. */
export function clientOf(standIn: Pick<StandIn, 'secretKey' | 'url'>): Stripe {
  const { hostname, port } = new URL(standIn.url);
  return new Stripe(standIn.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

/** The error that a call is answered with. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('The call was not refused');
  return error;
}

/** Sends a control to the stand-in, as a test in another process does. */
export async function control(standIn: StandIn, name: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${standIn.url}/_stand-in/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
