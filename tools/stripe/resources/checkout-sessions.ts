import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage, mustBeChargeable, mustBeUsd } from '../api.ts';
import { ApiProblem, invalidParameter, missingParameter } from '../errors.ts';
import { mergeMetadata, Params } from '../form.ts';
import { newId, type World } from '../world.ts';
import { readCustomer } from './customers.ts';
import {
  addPaymentIntent,
  cancelIntent,
  mustBeCards,
  payIntent,
  readOptions,
  readPayment,
} from './payment-intents.ts';

const minute = 60;
const minSeconds = 30 * minute;
const maxSeconds = 24 * 60 * minute;

/** A session lives from 30 minutes to 24 hours: https://docs.stripe.com/payments/checkout/managing-limited-inventory */
function readExpiry({ world, params }: Call): number {
  const now = world.clock.now();
  const expiresAt = params.integer('expires_at') ?? now + maxSeconds;
  if (expiresAt < now + minSeconds) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (expiresAt > now + maxSeconds) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return expiresAt;
}

function readUrl(params: Params, name: string): string | null {
  const url = params.text(name);
  if (url === undefined) return null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ApiProblem('Not a valid URL', { code: 'url_invalid', param: name });
  }
  return url;
}

/** Items with prices of their own, because Aisle keeps no prices at Stripe. */
function readLineItem(world: World, item: Params): Stripe.LineItem {
  const quantity = item.integer('quantity') ?? 1;
  const price = item.child('price_data');
  if (!price) throw missingParameter('line_items[0][price_data]');
  mustBeUsd(price.requiredText('currency'));
  const amount = price.requiredInteger('unit_amount');
  const product = price.child('product_data');
  if (!product) throw missingParameter('line_items[0][price_data][product_data]');
  const description = product.requiredText('name');
  product.ignore('description', 'images');
  const total = amount * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: 'usd',
    description,
    metadata: {},
    price: priceOf(world, amount),
    quantity,
  };
}

const priceOf = (world: World, amount: number): Stripe.Price => ({
  id: newId('price'),
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  created: world.clock.now(),
  currency: 'usd',
  custom_unit_amount: null,
  livemode: world.livemode,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: newId('prod', 14),
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount: amount,
  unit_amount_decimal: null,
});

function createSession(call: Call): Stripe.Checkout.Session {
  const { world, params } = call;
  if (!params.choice('mode', ['payment'])) throw missingParameter('mode');
  params.choice('ui_mode', ['hosted_page']);
  mustBeCards(params);
  const items = params.children('line_items').map((item) => readLineItem(world, item));
  if (items.length === 0) throw missingParameter('line_items');
  const amount = items.reduce((sum, item) => sum + item.amount_total, 0);
  mustBeChargeable(amount, 'line_items');
  const customer = readCustomer(call);
  const email = params.text('customer_email') ?? null;
  if (customer !== null && email !== null) {
    throw new ApiProblem('You may only specify one of these parameters: customer, customer_email.');
  }
  const successUrl = readUrl(params, 'success_url');
  if (successUrl === null) throw missingParameter('success_url');
  const cancelUrl = readUrl(params, 'cancel_url');
  const reference = params.text('client_reference_id') ?? null;
  const metadata = params.metadata();
  const expiresAt = readExpiry(call);
  const payment = readPayment(params.child('payment_intent_data') ?? new Params({}));
  const options = readOptions(params);
  params.ignore('locale', 'submit_type');
  params.end();
  const session: Stripe.Checkout.Session = world.sessions.add<Stripe.Checkout.Session>({
    ...emptySession,
    id: newId(world.livemode ? 'cs_live' : 'cs_test', 58),
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: cancelUrl,
    client_reference_id: reference,
    created: world.clock.now(),
    customer,
    customer_creation: customer === null ? 'if_required' : null,
    customer_email: email,
    expires_at: expiresAt,
    livemode: world.livemode,
    metadata: mergeMetadata({}, metadata),
    success_url: successUrl,
  });
  session.url = `${world.url}/c/pay/${session.id}`;
  world.lineItems.set(session.id, items);
  world.checkoutPayments.set(session.id, { ...payment, amount, customer, options });
  world.clock.at(expiresAt, () => expire(world, session));
  return session;
}

/** The fields of a session that Aisle does not use. */
const emptySession = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: ['card'],
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

/** Ends an open session; a payment that the shopper began is canceled. */
function expire(world: World, session: Stripe.Checkout.Session): void {
  if (session.status !== 'open') return;
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<Stripe.Checkout.Session>);
  if (typeof session.payment_intent === 'string') {
    cancelIntent(world, world.paymentIntents.get(session.payment_intent), null);
  }
  world.emit('checkout.session.expired', session);
}

function expireRoute({ world, params }: Call, id: string): Stripe.Checkout.Session {
  const session = world.sessions.get(id);
  params.end();
  if (session.status !== 'open') {
    throw new ApiProblem(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  expire(world, session);
  return session;
}

/** The shopper sends the card form. The PaymentIntent begins here, and another card uses the same one. */
export function paySession(
  world: World,
  session: Stripe.Checkout.Session,
  paymentMethod: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const payment = world.checkoutPayments.get(session.id);
  if (!payment) throw new Error('Every session has its payment');
  const intent =
    typeof session.payment_intent === 'string'
      ? world.paymentIntents.get(session.payment_intent)
      : addPaymentIntent(world, payment);
  session.payment_intent = intent.id;
  payIntent(world, intent, { paymentMethod, returnUrl: `${world.url}/c/pay/${session.id}` });
  completeSession(world, intent);
  return intent;
}

/** Completes the session of a payment that succeeded. A payment that awaits its capture counts as unpaid until then. */
export function completeSession(world: World, intent: Stripe.PaymentIntent): void {
  const session = world.sessionOf(intent.id);
  if (session?.status !== 'open' || !['requires_capture', 'succeeded'].includes(intent.status)) return;
  Object.assign(session, {
    payment_status: intent.status === 'succeeded' ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  } satisfies Partial<Stripe.Checkout.Session>);
  world.emit('checkout.session.completed', session);
}

export const checkoutSessionRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/checkout/sessions', handle: createSession },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    handle: (call) => {
      const customer = call.params.text('customer');
      const intent = call.params.text('payment_intent');
      const status = call.params.choice('status', ['complete', 'expired', 'open']);
      const rows = call.world.sessions
        .newestFirst()
        .filter(
          (row) =>
            (!customer || row.customer === customer) &&
            (!intent || row.payment_intent === intent) &&
            (!status || row.status === status),
        );
      return listPage(call, { rows, url: '/v1/checkout/sessions' });
    },
  },
  { method: 'GET', path: '/v1/checkout/sessions/:id', handle: ({ world }, id) => world.sessions.get(id) },
  { method: 'POST', path: '/v1/checkout/sessions/:id/expire', handle: expireRoute },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    handle: (call, id) =>
      listPage(call, {
        rows: call.world.lineItems.get(call.world.sessions.get(id).id) ?? [],
        url: `/v1/checkout/sessions/${id}/line_items`,
      }),
  },
];
