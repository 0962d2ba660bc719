import { ApiProblem } from './errors.ts';
import { type FaultRule, faultKinds } from './faults.ts';
import { finishAuthentication } from './resources/payment-intents.ts';
import { renewCard } from './resources/payment-methods.ts';
import { failRefund } from './resources/refunds.ts';
import { finishSetup } from './resources/setup-intents.ts';
import type { World } from './world.ts';

type Body = Record<string, unknown>;

const textIn = (body: Body, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string') throw new ApiProblem(`${name} is missing`);
  return value;
};
const numberIn = (body: Body, name: string): number => {
  const value = body[name];
  if (typeof value !== 'number') throw new ApiProblem(`${name} is not a number`);
  return value;
};

/** Finishes what Stripe.js does with `handleNextAction`: the shopper authenticates, or fails to. */
export function handleNextAction(world: World, clientSecret: string, succeeds = true) {
  const intent = world.paymentIntents.newestFirst().find((row) => row.client_secret === clientSecret);
  if (intent) {
    finishAuthentication(world, intent, succeeds);
    return intent;
  }
  const setup = world.setupIntents.newestFirst().find((row) => row.client_secret === clientSecret);
  if (!setup) throw new ApiProblem('No intent has this client secret', { status: 404 });
  finishSetup(world, setup, succeeds);
  return setup;
}

function faultIn(body: Body): FaultRule {
  const kind = faultKinds.find((known) => known === body.kind);
  if (!kind) throw new ApiProblem(`kind is one of ${faultKinds.join(', ')}`);
  return { ...body, kind };
}

/** What tests and people do to the stand-in besides calling the API. Bodies are JSON. */
const controls: Record<string, (world: World, body: Body) => unknown> = {
  'GET /_stand-in/clock': (world) => ({ now: world.clock.now() }),
  'POST /_stand-in/clock': (world, body) => {
    world.clock.advance(numberIn(body, 'advanceSeconds'));
    return { now: world.clock.now() };
  },
  'POST /_stand-in/faults': (world, body) => {
    world.faults.add(faultIn(body));
    return {};
  },
  'DELETE /_stand-in/faults': (world) => {
    world.faults.clear();
    return {};
  },
  'POST /_stand-in/webhooks': (world, body) => {
    world.webhooks.rules = body;
    return {};
  },
  'POST /_stand-in/webhooks/release': (world, body) => {
    world.webhooks.release({ reverse: body.reverse === true });
    return {};
  },
  'POST /_stand-in/webhooks/redeliver': (world, body) => {
    world.webhooks.redeliver(textIn(body, 'event'));
    return {};
  },
  'GET /_stand-in/webhooks': (world) => world.webhooks.log,
  'GET /_stand-in/requests': (world) => world.requests,
  'GET /_stand-in/events': (world) => world.events.newestFirst(),
  'POST /_stand-in/handle-next-action': (world, body) =>
    handleNextAction(world, textIn(body, 'clientSecret'), body.succeeds !== false),
  'POST /_stand-in/fail-refund': (world, body) => failRefund(world, textIn(body, 'refund')),
  'POST /_stand-in/renew-card': (world, body) =>
    renewCard(world, textIn(body, 'paymentMethod'), {
      month: numberIn(body, 'month'),
      year: numberIn(body, 'year'),
    }),
  'POST /_stand-in/account': (world, body) => {
    world.canIncrement = body.canIncrement === true;
    return {};
  },
};

export async function runControl(
  world: World,
  name: string,
  body: string,
): Promise<{ status: number; data: unknown }> {
  const control = controls[name];
  if (!control) return { status: 404, data: { error: 'Unknown', controls: Object.keys(controls) } };
  try {
    const parsed: Body = body ? JSON.parse(body) : {};
    return { status: 200, data: control(world, parsed) };
  } catch (error) {
    if (error instanceof ApiProblem) return { status: error.status, data: error.body() };
    if (error instanceof SyntaxError) return { status: 400, data: { error: { message: 'Send JSON' } } };
    throw error;
  }
}
