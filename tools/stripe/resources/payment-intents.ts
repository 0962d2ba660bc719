import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage, mustBeChargeable, mustBeUsd } from '../api.ts';
import { declineMessage, type TestCard } from '../cards.ts';
import { ApiProblem, invalidParameter } from '../errors.ts';
import { mergeMetadata, type Params } from '../form.ts';
import { newId, type World } from '../world.ts';
import { addCharge, captureCharge } from './charges.ts';
import { readCustomer } from './customers.ts';
import { attach, mustBeUsable, paymentMethodOf } from './payment-methods.ts';
import { releaseUncaptured } from './refunds.ts';

const openStatuses = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const cancelable = [...openStatuses, 'requires_capture'];

interface Confirmation {
  offSession: boolean;
  returnUrl: string | null;
}

/** A step that the state of a PaymentIntent forbids. */
const unexpectedState = (intent: Stripe.PaymentIntent, message: string) =>
  new ApiProblem(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  });

export function readOptions(params: Params) {
  const card = params.child('payment_method_options')?.child('card');
  return {
    incremental: card?.choice('request_incremental_authorization', ['if_available', 'never']),
    threeDSecure: card?.choice('request_three_d_secure', ['any', 'automatic', 'challenge']),
    setupFutureUsage: card?.choice('setup_future_usage', ['none', 'off_session', 'on_session']),
  };
}

/** Reads the parameters that a payment and the `payment_intent_data` of a Checkout Session share. */
export function readPayment(params: Params) {
  return {
    description: params.unsettable('description') ?? null,
    transferGroup: params.text('transfer_group') ?? null,
    setupFutureUsage: params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null,
    captureMethod:
      params.choice('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    metadata: params.metadata(),
  };
}

export interface NewPayment extends ReturnType<typeof readPayment> {
  amount: number;
  customer: string | null;
  options: ReturnType<typeof readOptions>;
}

export function addPaymentIntent(world: World, payment: NewPayment): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: payment.captureMethod,
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: world.clock.now(),
    currency: 'usd',
    customer: payment.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: world.livemode,
    managed_payments: null,
    metadata: mergeMetadata({}, payment.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_incremental_authorization:
          payment.options.incremental === 'if_available' ? 'if_available' : undefined,
        request_three_d_secure: payment.options.threeDSecure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: payment.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: payment.transferGroup,
  };
  world.paymentIntents.add(intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

function readConfirmation(params: Params): Confirmation {
  params.flag('use_stripe_sdk');
  params.flag('error_on_requires_action');
  const offSession = params.flag('off_session') ?? false;
  return { offSession, returnUrl: params.text('return_url') ?? null };
}

export function mustBeCards(params: Params): void {
  const types = params.texts('allowed_payment_method_types');
  if (types.some((type) => type !== 'card')) {
    throw invalidParameter('allowed_payment_method_types', 'The stand-in knows cards only');
  }
  const automatic = params.child('automatic_payment_methods');
  automatic?.flag('enabled');
  automatic?.choice('allow_redirects', ['always', 'never']);
}

function createPaymentIntent(call: Call): Stripe.PaymentIntent {
  const { world, params } = call;
  const amount = params.requiredInteger('amount');
  mustBeUsd(params.requiredText('currency'));
  mustBeChargeable(amount);
  mustBeCards(params);
  const customer = readCustomer(call);
  const payment = { ...readPayment(params), amount, customer, options: readOptions(params) };
  const confirm = params.flag('confirm') ?? false;
  const cardId = params.text('payment_method');
  if (!confirm && params.text('off_session') !== undefined) {
    throw invalidParameter('off_session', 'You can only set off_session when confirm is true.');
  }
  const confirmation = readConfirmation(params);
  params.ignore('receipt_email', 'statement_descriptor_suffix', 'confirmation_method');
  const paymentMethod = cardId === undefined ? null : paymentMethodOf(world, cardId, 'payment_method');
  if (paymentMethod) mustFit(world, paymentMethod, payment.customer);
  params.end();
  const intent = addPaymentIntent(world, payment);
  if (paymentMethod) setPaymentMethod(intent, paymentMethod);
  return confirm ? confirmIntent(world, intent, confirmation) : intent;
}

/** A card that is attached to a customer pays only for that customer. */
function mustFit(
  world: World,
  paymentMethod: Stripe.PaymentMethod,
  customer: string | null,
  intent?: string,
): void {
  mustBeUsable(world, paymentMethod, intent);
  const owner = paymentMethod.customer;
  if (owner === null || owner === customer) return;
  const message = customer
    ? `The customer does not have a payment method with the ID ${paymentMethod.id}. The payment method must be attached to the customer.`
    : `The provided PaymentMethod belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`;
  throw new ApiProblem(message, { code: 'resource_missing', param: 'payment_method' });
}

function setPaymentMethod(intent: Stripe.PaymentIntent, paymentMethod: Stripe.PaymentMethod): void {
  intent.payment_method = paymentMethod.id;
  intent.status = 'requires_confirmation';
}

/** Whether the bank asks the shopper to authenticate this payment. */
export function needsAuthentication(
  card: TestCard,
  { offSession, setUp, requested }: { offSession: boolean; setUp: boolean; requested?: string | null },
): boolean {
  if (!offSession && (requested === 'any' || requested === 'challenge')) return true;
  if (card.authentication === 'onSession') return !offSession;
  if (card.authentication === 'unlessSetUp') return !(offSession && setUp);
  return card.authentication === 'always';
}

function confirmIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  { offSession, returnUrl }: Confirmation,
): Stripe.PaymentIntent {
  if (typeof intent.payment_method !== 'string') {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    );
  }
  const paymentMethod = world.paymentMethods.get(intent.payment_method);
  const customer = typeof intent.customer === 'string' ? intent.customer : null;
  mustFit(world, paymentMethod, customer, intent.id);
  if (paymentMethod.customer === null) world.spentCards.set(paymentMethod.id, intent.id);
  const card = world.cardOf(paymentMethod.id);
  const requested = intent.payment_method_options?.card?.request_three_d_secure;
  const setUp = world.setUpCards.has(paymentMethod.id);
  if (!needsAuthentication(card, { offSession, setUp, requested })) {
    return authorize(world, intent, { offSession, authenticated: false });
  }
  if (offSession) {
    const message = 'Your card was declined. This transaction requires authentication.';
    return decline(world, intent, {
      code: 'authentication_required',
      reason: 'authentication_required',
      message,
    });
  }
  intent.status = 'requires_action';
  intent.next_action = nextAction(world, intent.id, returnUrl);
  world.emit('payment_intent.requires_action', intent);
  return intent;
}

/** With a return address the shopper is sent to a page of the bank; without one Stripe.js asks in place. */
export function nextAction(world: World, intent: string, returnUrl: string | null) {
  const url = `${world.url}/3d-secure/${intent}`;
  if (returnUrl === null)
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

interface Decline {
  code: string;
  reason: string;
  message: string;
}

/** Throws, because Stripe answers 402; the PaymentIntent stays and can be paid with another card. */
function decline(world: World, intent: Stripe.PaymentIntent, { code, reason, message }: Decline): never {
  recordDecline(world, intent, { code, reason, message });
  const { charge, payment_method } = intent.last_payment_error ?? {};
  throw new ApiProblem(message, {
    status: 402,
    type: 'card_error',
    code,
    decline_code: reason,
    charge,
    payment_intent: structuredClone(intent),
    payment_method,
  });
}

function recordDecline(world: World, intent: Stripe.PaymentIntent, { code, reason, message }: Decline): void {
  const paymentMethod = world.paymentMethods.get(String(intent.payment_method));
  const charge = addCharge(world, intent, {
    paymentMethod,
    offSession: false,
    authenticated: false,
    declineCode: reason,
    incrementRequested: false,
  });
  failIntent(intent, {
    type: 'card_error',
    charge: charge.id,
    code,
    decline_code: reason,
    message,
    payment_method: structuredClone(paymentMethod),
  });
  intent.latest_charge = charge.id;
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
}

function failIntent(intent: Stripe.PaymentIntent, error: Stripe.PaymentIntent.LastPaymentError): void {
  Object.assign(intent, {
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  } satisfies Partial<Stripe.PaymentIntent>);
}

interface Attempt {
  offSession: boolean;
  authenticated: boolean;
}

/** Asks the bank, and captures at once if the PaymentIntent says so. */
function authorize(world: World, intent: Stripe.PaymentIntent, attempt: Attempt): Stripe.PaymentIntent {
  const paymentMethod = world.paymentMethods.get(String(intent.payment_method));
  const card = world.cardOf(paymentMethod.id);
  if (card.decline) {
    return decline(world, intent, {
      code: card.decline.code,
      reason: card.decline.reason,
      message: declineMessage(card.decline),
    });
  }
  const charge = addCharge(world, intent, {
    paymentMethod,
    ...attempt,
    declineCode: null,
    incrementRequested:
      intent.payment_method_options?.card?.request_incremental_authorization === 'if_available',
  });
  Object.assign(intent, { latest_charge: charge.id, last_payment_error: null, next_action: null });
  if (intent.setup_future_usage && typeof intent.customer === 'string') {
    attach(world, paymentMethod, intent.customer, intent.id);
    world.setUpCards.add(paymentMethod.id);
  }
  if (intent.capture_method !== 'manual') {
    captureCharge(world, charge, intent.amount);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    world.emit('charge.succeeded', charge);
    world.emit('payment_intent.succeeded', intent);
    return intent;
  }
  Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount });
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.amount_capturable_updated', intent);
  const deadline = charge.payment_method_details?.card?.capture_before ?? world.clock.now();
  world.clock.at(deadline, () => expire(world, intent, charge));
  return intent;
}

/** The bank ends an authorization that nobody captured: the PaymentIntent is canceled. */
function expire(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  if (intent.status !== 'requires_capture') return;
  Object.assign(intent, {
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: world.clock.now(),
    cancellation_reason: 'automatic',
  } satisfies Partial<Stripe.PaymentIntent>);
  releaseUncaptured(world, charge, { amount: charge.amount, expired: true });
  world.emit('charge.expired', charge);
  world.emit('payment_intent.canceled', intent);
}

function confirmRoute({ world, params }: Call, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.get(id);
  const cardId = params.text('payment_method');
  const setupFutureUsage = params.choice('setup_future_usage', ['off_session', 'on_session']);
  const confirmation = readConfirmation(params);
  mustBeCards(params);
  params.end();
  mustNotBeCheckout(world, intent);
  if (!openStatuses.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's confirmation is not allowed because it has a status of ${intent.status}.`,
    );
  }
  if (setupFutureUsage) intent.setup_future_usage = setupFutureUsage;
  if (cardId !== undefined) setPaymentMethod(intent, paymentMethodOf(world, cardId, 'payment_method'));
  return confirmIntent(world, intent, confirmation);
}

function updatePaymentIntent({ world, params }: Call, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.get(id);
  const metadata = params.metadata();
  const amount = params.integer('amount');
  const cardId = params.text('payment_method');
  const description = params.unsettable('description');
  if (amount !== undefined) mustBeChargeable(amount);
  params.end();
  if ((amount !== undefined || cardId !== undefined) && !openStatuses.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    );
  }
  if (amount !== undefined) intent.amount = amount;
  if (cardId !== undefined) setPaymentMethod(intent, paymentMethodOf(world, cardId, 'payment_method'));
  if (description !== undefined) intent.description = description;
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  return intent;
}

/** Captures once, all or a part; the rest is released. */
function capture({ world, params }: Call, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.get(id);
  const amount = params.integer('amount_to_capture') ?? intent.amount_capturable;
  const metadata = params.metadata();
  params.choice('final_capture', ['true']);
  if (amount < 1 && intent.status === 'requires_capture') {
    throw new ApiProblem('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_to_capture',
    });
  }
  params.end();
  if (intent.status !== 'requires_capture' || typeof intent.latest_charge !== 'string') {
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    );
  }
  if (amount > intent.amount_capturable) {
    throw new ApiProblem('The amount to capture must be less than or equal to the amount authorized.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  }
  const charge = world.charges.get(intent.latest_charge);
  captureCharge(world, charge, amount);
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount });
  world.emit('charge.captured', charge);
  world.emit('payment_intent.succeeded', intent);
  return intent;
}

function cancel({ world, params }: Call, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.get(id);
  const reason = params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ]);
  params.end();
  mustNotBeCheckout(world, intent);
  return cancelIntent(world, intent, reason ?? null);
}

export function cancelIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    );
  }
  const held = intent.status === 'requires_capture' && typeof intent.latest_charge === 'string';
  Object.assign(intent, {
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: world.clock.now(),
    cancellation_reason: reason,
    next_action: null,
  } satisfies Partial<Stripe.PaymentIntent>);
  if (held) {
    const charge = world.charges.get(String(intent.latest_charge));
    releaseUncaptured(world, charge, { amount: charge.amount });
  }
  world.emit('payment_intent.canceled', intent);
  return intent;
}

const maxIncrements = 10;

/** Raises the amount of an authorization: https://docs.stripe.com/payments/incremental-authorization */
function incrementAuthorization({ world, params }: Call, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.get(id);
  const amount = params.requiredInteger('amount');
  const metadata = params.metadata();
  params.ignore('description');
  mustBeChargeable(amount);
  params.end();
  const charge = typeof intent.latest_charge === 'string' ? world.charges.get(intent.latest_charge) : null;
  const card = charge?.payment_method_details?.card;
  if (intent.status !== 'requires_capture' || !charge || !card) {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`);
  }
  if (card.incremental_authorization?.status !== 'available') {
    throw unexpectedState(intent, 'This payment does not support incremental authorization.');
  }
  const attempts = (world.increments.get(id) ?? 0) + 1;
  if (attempts > maxIncrements)
    throw unexpectedState(intent, 'An authorization can be incremented up to 10 times.');
  if (amount <= intent.amount) {
    throw new ApiProblem('The amount must be greater than the amount authorized.', { param: 'amount' });
  }
  world.increments.set(id, attempts);
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  Object.assign(intent, { amount, amount_capturable: amount });
  Object.assign(charge, { amount });
  card.amount_authorized = amount;
  world.emit('payment_intent.amount_capturable_updated', intent);
  return intent;
}

/** The shopper authenticates or fails to, as Stripe.js does with `handleNextAction`. */
export function finishAuthentication(world: World, intent: Stripe.PaymentIntent, succeeds: boolean): void {
  if (intent.status !== 'requires_action')
    throw unexpectedState(intent, 'This payment needs no authentication.');
  if (succeeds) {
    try {
      authorize(world, intent, { offSession: false, authenticated: true });
    } catch (error) {
      // A decline is a state of the PaymentIntent; the shopper's browser reads it there.
      if (!(error instanceof ApiProblem)) throw error;
    }
    return;
  }
  failIntent(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: structuredClone(world.paymentMethods.get(String(intent.payment_method))),
  });
  world.emit('payment_intent.payment_failed', intent);
}

/** The card form of the Checkout page: the outcome is the state of the PaymentIntent, never an error. */
export function payIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  { paymentMethod, returnUrl }: { paymentMethod: Stripe.PaymentMethod; returnUrl: string },
): void {
  setPaymentMethod(intent, paymentMethod);
  try {
    confirmIntent(world, intent, { offSession: false, returnUrl });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 402) throw error;
  }
}

/** The Checkout page alone confirms and cancels the PaymentIntent of an open session. */
function mustNotBeCheckout(world: World, intent: Stripe.PaymentIntent): void {
  const session = world.sessionOf(intent.id);
  if (session?.status !== 'open') return;
  throw unexpectedState(
    intent,
    `This PaymentIntent belongs to the Checkout Session ${session.id}. Expire the session instead.`,
  );
}

export const paymentIntentRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/payment_intents', handle: createPaymentIntent },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle: (call) => {
      const customer = call.params.text('customer');
      const rows = call.world.paymentIntents
        .newestFirst()
        .filter((row) => customer === undefined || row.customer === customer);
      return listPage(call, { rows, url: '/v1/payment_intents' });
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    handle: ({ world, params }, id) => {
      params.text('client_secret');
      return world.paymentIntents.get(id);
    },
  },
  { method: 'POST', path: '/v1/payment_intents/:id', handle: updatePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', handle: confirmRoute },
  { method: 'POST', path: '/v1/payment_intents/:id/capture', handle: capture },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handle: cancel },
  { method: 'POST', path: '/v1/payment_intents/:id/increment_authorization', handle: incrementAuthorization },
];
