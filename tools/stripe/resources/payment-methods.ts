import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { declineMessage, type TestCard, testCards } from '../cards.ts';
import { ApiProblem, noSuch } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';
import { customerOf } from './customers.ts';

export interface Expiry {
  month: number;
  year: number;
}

function addPaymentMethod(world: World, card: TestCard, expiry?: Expiry): Stripe.PaymentMethod {
  const { month, year } = expiry ?? {
    month: 12,
    year: new Date(world.clock.now() * 1000).getUTCFullYear() + 3,
  };
  const paymentMethod: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: month,
      exp_year: year,
      fingerprint: `print${card.number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: world.livemode,
    metadata: {},
    type: 'card',
  };
  world.rememberCard(paymentMethod.id, card);
  return world.paymentMethods.add(paymentMethod);
}

/** The card that a shopper types into a page. Only test cards are accepted, as in Stripe's test mode. */
export function addTypedCard(world: World, number: string, expiry: Expiry): Stripe.PaymentMethod | undefined {
  const card = testCards.find((known) => known.number === number);
  return card && addPaymentMethod(world, card, expiry);
}

/** Finds a PaymentMethod. A test token makes a new one at each use. */
export function paymentMethodOf(world: World, id: string, param: string): Stripe.PaymentMethod {
  const card = testCards.find(({ token }) => token === id);
  if (card && world.livemode) throw noSuch('PaymentMethod', id, param);
  return card ? addPaymentMethod(world, card) : world.paymentMethods.get(id, param);
}

/** A PaymentMethod can be attached once, also by the intent that uses it; after it was detached it cannot be used again. */
export function attach(
  world: World,
  paymentMethod: Stripe.PaymentMethod,
  customer: string,
  intent?: string,
): void {
  if (paymentMethod.customer === customer) return;
  const card = world.cardOf(paymentMethod.id);
  if (paymentMethod.customer !== null) {
    throw new ApiProblem('The payment method you provided has already been attached to a customer.');
  }
  mustBeUsable(world, paymentMethod, intent);
  if (card.decline && !card.attachable) {
    throw new ApiProblem(declineMessage(card.decline), {
      status: 402,
      type: 'card_error',
      code: card.decline.code,
      decline_code: card.decline.reason,
      payment_method: structuredClone(paymentMethod),
    });
  }
  paymentMethod.customer = customer;
  world.emit('payment_method.attached', paymentMethod);
}

/** Refuses a card that was used without a customer or detached from one. */
export function mustBeUsable(world: World, paymentMethod: Stripe.PaymentMethod, intent?: string): void {
  const usedBy = world.spentCards.get(paymentMethod.id);
  if (usedBy === undefined || usedBy === intent || paymentMethod.customer !== null) return;
  throw new ApiProblem(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  );
}

function attachRoute({ world, params }: Call, id: string): Stripe.PaymentMethod {
  const paymentMethod = paymentMethodOf(world, id, 'id');
  const customer = customerOf(world, params.requiredText('customer'), 'customer');
  params.end();
  attach(world, paymentMethod, customer.id);
  return paymentMethod;
}

function detach({ world, params }: Call, id: string): Stripe.PaymentMethod {
  const paymentMethod = world.paymentMethods.get(id);
  params.end();
  const { customer } = paymentMethod;
  if (customer === null) {
    throw new ApiProblem(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  paymentMethod.customer = null;
  world.spentCards.set(id, 'detached');
  world.emit('payment_method.detached', paymentMethod, { previous: { customer } });
  return paymentMethod;
}

function updatePaymentMethod({ world, params }: Call, id: string): Stripe.PaymentMethod {
  const paymentMethod = world.paymentMethods.get(id);
  const metadata = params.metadata();
  params.end();
  paymentMethod.metadata = mergeMetadata(paymentMethod.metadata, metadata);
  return paymentMethod;
}

/** The bank issues a new card of the same account: Stripe updates the expiration date by itself. */
export function renewCard(world: World, id: string, { month, year }: Expiry): Stripe.PaymentMethod {
  const paymentMethod = world.paymentMethods.get(id);
  const { card } = paymentMethod;
  if (!card) throw new Error('Every PaymentMethod here is a card');
  const previous = { card: { exp_month: card.exp_month, exp_year: card.exp_year } };
  card.exp_month = month;
  card.exp_year = year;
  world.emit('payment_method.automatically_updated', paymentMethod, { previous });
  return paymentMethod;
}

export const paymentMethodRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handle: (call) => {
      const { world, params } = call;
      const customer = customerOf(world, params.requiredText('customer'), 'customer').id;
      params.choice('type', ['card']);
      const rows = world.paymentMethods.newestFirst().filter((row) => row.customer === customer);
      return listPage(call, { rows, url: '/v1/payment_methods' });
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: ({ world }, id) => paymentMethodOf(world, id, 'id'),
  },
  { method: 'POST', path: '/v1/payment_methods/:id', handle: updatePaymentMethod },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', handle: attachRoute },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', handle: detach },
];
