import { createEmulator, type Emulator } from 'emulate';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf, errorOf } from './test-client.ts';

// Compares the stand-in with `emulate` for the calls that both know. Every difference is listed here and in
// docs/stripe-stand-in.md; there, Stripe's API reference is right.

let standIn: StandIn;
let emulator: Emulator;
let both: { standIn: Stripe; emulate: Stripe };

beforeAll(async () => {
  standIn = await startStandIn();
  emulator = await createEmulator({ service: 'stripe', port: 0 });
  both = {
    standIn: clientOf(standIn),
    emulate: clientOf({ url: emulator.url, secretKey: 'sk_test_emulate' }),
  };
});
afterAll(async () => {
  await standIn.close();
  await emulator.close();
});

const generated = /^(cus|pi|cs)_/;

/** IDs, times and addresses differ from call to call: of an ID the prefix counts, of the others that they are there. */
function comparable(name: string, value: unknown): unknown {
  if (value !== null && (name === 'created' || name === 'url')) return typeof value;
  return typeof value === 'string' && generated.test(value) ? generated.exec(value)?.[1] : value;
}

/** The fields of `emulate` that the stand-in answers in another way. */
async function differences(call: (stripe: Stripe) => Promise<object>): Promise<string[]> {
  const ours = new Map<string, unknown>(Object.entries(await call(both.standIn)));
  const theirs = Object.entries(await call(both.emulate)).filter(([name]) => name !== 'lastResponse');
  expect(theirs.length).toBeGreaterThan(0);
  return theirs
    .filter(([name, value]) => {
      const pair = [ours.get(name), value].map((item) => JSON.stringify(comparable(name, item)));
      return pair[0] !== pair[1];
    })
    .map(([name]) => name)
    .sort();
}

async function errors(call: (stripe: Stripe) => Promise<unknown>) {
  const [ours, theirs] = [await errorOf(call(both.standIn)), await errorOf(call(both.emulate))];
  const shape = ({ type, code, statusCode }: Stripe.errors.StripeError) => ({ type, code, statusCode });
  return { ours: shape(ours), theirs: shape(theirs) };
}

describe('the stand-in agrees with emulate on', () => {
  const customer = { email: 'ada@example.com', name: 'Ada', metadata: { aisle: '1' } };

  test('customers', async () => {
    expect(await differences((stripe) => stripe.customers.create(customer))).toEqual([]);
    expect(
      await differences(async (stripe) =>
        stripe.customers.update((await stripe.customers.create(customer)).id, { name: 'Ada L' }),
      ),
    ).toEqual([]);
    expect(
      await differences(async (stripe) => stripe.customers.del((await stripe.customers.create()).id)),
    ).toEqual([]);
  });

  test('unknown customers', async () => {
    const { ours, theirs } = await errors((stripe) => stripe.customers.retrieve('cus_unknown'));

    expect(ours).toEqual(theirs);
  });

  const payment = { amount: 1250, currency: 'usd', metadata: { order: '1' } };

  test('a new PaymentIntent, read again', async () => {
    expect(
      await differences(async (stripe) =>
        stripe.paymentIntents.retrieve((await stripe.paymentIntents.create(payment)).id),
      ),
    ).toEqual([]);
  });

  test('a canceled PaymentIntent, which is canceled once', async () => {
    const canceled = async (stripe: Stripe) =>
      stripe.paymentIntents.cancel((await stripe.paymentIntents.create(payment)).id);
    expect(await differences(canceled)).toEqual([]);

    const { ours, theirs } = await errors(async (stripe) =>
      stripe.paymentIntents.cancel((await canceled(stripe)).id),
    );
    expect(ours).toEqual(theirs);
  });

  test('an expired Checkout Session, which expires once', async () => {
    const expired = async (stripe: Stripe) => stripe.checkout.sessions.expire((await session(stripe)).id);
    expect(await differences(session)).toEqual([]);
    expect(await differences(expired)).toEqual([]);

    const { ours, theirs } = await errors(async (stripe) =>
      stripe.checkout.sessions.expire((await expired(stripe)).id),
    );
    // Only the code differs: the reference of this call describes none.
    expect(theirs).toEqual({ ...ours, code: 'checkout_session_not_open' });
  });
});

/** `emulate` knows items by saved prices only, and needs none. */
const session = (stripe: Stripe) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.example/paid',
    cancel_url: 'https://shop.example/pay',
    ...(stripe === both.standIn && {
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Order' } } },
      ],
    }),
  });
