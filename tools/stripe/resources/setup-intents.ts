import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { declineMessage } from '../cards.ts';
import { ApiProblem } from '../errors.ts';
import { mergeMetadata, type Params } from '../form.ts';
import { newId, type World } from '../world.ts';
import { customerOf } from './customers.ts';
import { needsAuthentication, nextAction } from './payment-intents.ts';
import { attach, mustBeUsable, paymentMethodOf } from './payment-methods.ts';

const openStatuses = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const unexpectedState = (intent: Stripe.SetupIntent) =>
  new ApiProblem(`This SetupIntent has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: structuredClone(intent),
  });

function readConfirmation(params: Params): { returnUrl: string | null } {
  params.flag('use_stripe_sdk');
  const automatic = params.child('automatic_payment_methods');
  automatic?.flag('enabled');
  automatic?.choice('allow_redirects', ['always', 'never']);
  params.texts('allowed_payment_method_types');
  return { returnUrl: params.text('return_url') ?? null };
}

function createSetupIntent({ world, params }: Call): Stripe.SetupIntent {
  const customer = params.text('customer');
  if (customer !== undefined) customerOf(world, customer, 'customer');
  const cardId = params.text('payment_method');
  const usage = params.choice('usage', ['off_session', 'on_session']) ?? 'off_session';
  const description = params.text('description') ?? null;
  const metadata = params.metadata();
  const confirm = params.flag('confirm') ?? false;
  const confirmation = readConfirmation(params);
  const paymentMethod = cardId === undefined ? null : paymentMethodOf(world, cardId, 'payment_method');
  if (paymentMethod) mustBeUsable(world, paymentMethod);
  params.end();
  const id = newId('seti');
  const intent: Stripe.SetupIntent = world.setupIntents.add({
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: world.clock.now(),
    customer: customer ?? null,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: world.livemode,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: paymentMethod?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    usage,
  });
  world.emit('setup_intent.created', intent);
  return confirm ? confirmIntent(world, intent, confirmation) : intent;
}

function confirmIntent(
  world: World,
  intent: Stripe.SetupIntent,
  { returnUrl }: { returnUrl: string | null },
): Stripe.SetupIntent {
  if (typeof intent.payment_method !== 'string') throw unexpectedState(intent);
  const card = world.cardOf(intent.payment_method);
  if (card.authentication !== 'onSession' && needsAuthentication(card, { offSession: false, setUp: false })) {
    intent.status = 'requires_action';
    intent.next_action = nextAction(world, intent.id, returnUrl);
    world.emit('setup_intent.requires_action', intent);
    return intent;
  }
  return verify(world, intent);
}

/** Asks the bank whether the card works, and attaches it to the customer. */
function verify(world: World, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  const paymentMethod = world.paymentMethods.get(String(intent.payment_method));
  const card = world.cardOf(paymentMethod.id);
  if (card.decline && !card.attachable) {
    const message = declineMessage(card.decline);
    const error = { code: card.decline.code, decline_code: card.decline.reason, message };
    fail(world, intent, { type: 'card_error', ...error });
    throw new ApiProblem(message, {
      status: 402,
      type: 'card_error',
      ...error,
      setup_intent: structuredClone(intent),
      payment_method: structuredClone(paymentMethod),
    });
  }
  if (typeof intent.customer === 'string') attach(world, paymentMethod, intent.customer);
  world.setUpCards.add(paymentMethod.id);
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null });
  world.emit('setup_intent.succeeded', intent);
  return intent;
}

function fail(world: World, intent: Stripe.SetupIntent, error: Stripe.SetupIntent.LastSetupError): void {
  const paymentMethod = structuredClone(world.paymentMethods.get(String(intent.payment_method)));
  Object.assign(intent, {
    last_setup_error: { ...error, payment_method: paymentMethod },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  } satisfies Partial<Stripe.SetupIntent>);
  world.emit('setup_intent.setup_failed', intent);
}

/** The shopper authenticates or fails to, as Stripe.js does with `handleNextAction`. */
export function finishSetup(world: World, intent: Stripe.SetupIntent, succeeds: boolean): void {
  if (intent.status !== 'requires_action') throw unexpectedState(intent);
  if (succeeds) {
    try {
      verify(world, intent);
    } catch (error) {
      // A decline is a state of the SetupIntent; the shopper's browser reads it there.
      if (!(error instanceof ApiProblem)) throw error;
    }
    return;
  }
  fail(world, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

function confirmRoute({ world, params }: Call, id: string): Stripe.SetupIntent {
  const intent = world.setupIntents.get(id);
  const cardId = params.text('payment_method');
  const confirmation = readConfirmation(params);
  params.end();
  if (!openStatuses.includes(intent.status)) throw unexpectedState(intent);
  if (cardId !== undefined) intent.payment_method = paymentMethodOf(world, cardId, 'payment_method').id;
  return confirmIntent(world, intent, confirmation);
}

function cancel({ world, params }: Call, id: string): Stripe.SetupIntent {
  const intent = world.setupIntents.get(id);
  const reason = params.choice('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']);
  params.end();
  if (!openStatuses.includes(intent.status)) throw unexpectedState(intent);
  Object.assign(intent, { status: 'canceled', cancellation_reason: reason ?? null, next_action: null });
  world.emit('setup_intent.canceled', intent);
  return intent;
}

export const setupIntentRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/setup_intents', handle: createSetupIntent },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    handle: (call) => {
      const customer = call.params.text('customer');
      const rows = call.world.setupIntents
        .newestFirst()
        .filter((row) => customer === undefined || row.customer === customer);
      return listPage(call, { rows, url: '/v1/setup_intents' });
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    handle: ({ world, params }, id) => {
      params.text('client_secret');
      return world.setupIntents.get(id);
    },
  },
  { method: 'POST', path: '/v1/setup_intents/:id/confirm', handle: confirmRoute },
  { method: 'POST', path: '/v1/setup_intents/:id/cancel', handle: cancel },
];
