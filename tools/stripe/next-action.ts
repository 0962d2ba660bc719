import { ApiProblem } from './errors.ts';
import { completeSession } from './resources/checkout-sessions.ts';
import { finishAuthentication } from './resources/payment-intents.ts';
import { finishSetup } from './resources/setup-intents.ts';
import type { World } from './world.ts';

/** Finishes what Stripe.js does with `handleNextAction`: the shopper authenticates, or fails to. */
export function handleNextAction(world: World, clientSecret: string, succeeds = true) {
  const intent = world.paymentIntents.newestFirst().find((row) => row.client_secret === clientSecret);
  if (intent) {
    finishAuthentication(world, intent, succeeds);
    completeSession(world, intent);
    return intent;
  }
  const setup = world.setupIntents.newestFirst().find((row) => row.client_secret === clientSecret);
  if (!setup) throw new ApiProblem('No intent has this client secret', { status: 404 });
  finishSetup(world, setup, succeeds);
  return setup;
}
