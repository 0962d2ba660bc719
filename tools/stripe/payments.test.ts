import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handleNextAction } from './next-action.ts';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf, control, errorOf } from './test-client.ts';

let standIn: StandIn;
let stripe: Stripe;

beforeEach(async () => {
  standIn = await startStandIn();
  stripe = clientOf(standIn);
});
afterEach(() => standIn.close());

const hold: Stripe.PaymentIntentCreateParams = {
  amount: 2000,
  currency: 'usd',
  capture_method: 'manual',
  confirm: true,
  payment_method: 'pm_card_visa',
  allowed_payment_method_types: ['card'],
  use_stripe_sdk: true,
  metadata: { operation: 'op1' },
};
const day = 24 * 3600;

const eventTypes = () => standIn.world.events.newestFirst().map(({ type }) => type);

describe('authorization', () => {
  test('holds the amount until it is captured', async () => {
    const intent = await stripe.paymentIntents.create({ ...hold, expand: ['latest_charge'] });

    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    expect(intent.latest_charge).toMatchObject({ captured: false, balance_transaction: null });
    expect(eventTypes()).toEqual([
      'payment_intent.amount_capturable_updated',
      'charge.succeeded',
      'payment_intent.created',
    ]);
  });

  test.each([
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_chargeDeclined', 'generic_decline'],
  ])('declines %s with its reason', async (payment_method, reason) => {
    const error = await errorOf(stripe.paymentIntents.create({ ...hold, payment_method }));

    expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', decline_code: reason });
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent!.id);
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(intent.last_payment_error).toMatchObject({ decline_code: reason });
  });

  test('asks for authentication and holds the amount after it', async () => {
    const intent = await stripe.paymentIntents.create({
      ...hold,
      payment_method: 'pm_card_authenticationRequired',
    });
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });

    handleNextAction(standIn.world, intent.client_secret!);

    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_capture' });
  });

  test('refuses an off-session payment that needs authentication', async () => {
    const { id: customer } = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });

    const error = await errorOf(
      stripe.paymentIntents.create({ ...hold, customer, payment_method: saved.id, off_session: true }),
    );

    expect(error).toMatchObject({ code: 'authentication_required', statusCode: 402 });
  });

  test('refuses a card that was used without a customer', async () => {
    const { payment_method } = await stripe.paymentIntents.create(hold);

    const error = await errorOf(
      stripe.paymentIntents.create({ ...hold, payment_method: String(payment_method) }),
    );

    expect(error.message).toMatch('It may not be used again');
  });

  test('ends after seven days, or after 4 days 18 hours off session', async () => {
    const { id: customer } = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const shopper = await stripe.paymentIntents.create(hold);
    const later = await stripe.paymentIntents.create({
      ...hold,
      customer,
      payment_method: saved.id,
      off_session: true,
    });

    standIn.advance(5 * day);
    expect(await stripe.paymentIntents.retrieve(later.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    });
    expect(await stripe.paymentIntents.retrieve(shopper.id)).toMatchObject({ status: 'requires_capture' });

    standIn.advance(2 * day);
    expect(await stripe.paymentIntents.retrieve(shopper.id)).toMatchObject({ status: 'canceled' });
    expect(eventTypes()).toContain('charge.expired');
  });

  test.each([
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ payment_method: 'pm_unknown' }, 'resource_missing'],
    [{ customer: 'cus_unknown' }, 'resource_missing'],
    [{ unknown: 1 }, 'parameter_unknown'],
    // This version of the API removed it in favor of `allowed_payment_method_types`.
    [{ payment_method_types: ['card'] }, 'parameter_unknown'],
  ])('refuses %o', async (wrong, code) => {
    expect(await errorOf(stripe.paymentIntents.create({ ...hold, ...wrong }))).toMatchObject({ code });
    expect(standIn.world.paymentIntents.newestFirst()).toEqual([]);
  });
});

describe('capture', () => {
  test('takes a part once and reverses the rest', async () => {
    const { id } = await stripe.paymentIntents.create(hold);

    const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 1500 }, {
      expand: ['latest_charge.balance_transaction'],
    } as Stripe.RequestOptions);

    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1500, amount_capturable: 0 });
    const refunds = await stripe.refunds.list({ payment_intent: id, expand: ['data.balance_transaction'] });
    expect(refunds.data).toMatchObject([
      {
        amount: 500,
        balance_transaction: { amount: -500, reporting_category: 'partial_capture_reversal' },
        metadata: {},
      },
    ]);
    expect(await errorOf(stripe.paymentIntents.capture(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('refuses more than was authorized', async () => {
    const { id } = await stripe.paymentIntents.create(hold);

    expect(await errorOf(stripe.paymentIntents.capture(id, { amount_to_capture: 2001 }))).toMatchObject({
      code: 'amount_too_large',
    });
  });

  test('charges 2.9% and 30 cents of what was captured', async () => {
    const { id } = await stripe.paymentIntents.create(hold);
    await stripe.paymentIntents.capture(id, { amount_to_capture: 1501 });

    const { data } = await stripe.balanceTransactions.list();

    expect(data.map(({ amount, fee }) => ({ amount, fee }))).toEqual([
      { amount: -499, fee: -14 },
      { amount: 2000, fee: 88 },
    ]);
    expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(1501 - 74);
  });

  test('raises a hold only where the account may', async () => {
    const options = {
      payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
    };
    const fixed = await stripe.paymentIntents.create({
      ...hold,
      ...options,
    } as Stripe.PaymentIntentCreateParams);
    standIn.world.canIncrement = true;
    const open = await stripe.paymentIntents.create({
      ...hold,
      ...options,
    } as Stripe.PaymentIntentCreateParams);

    expect(
      await errorOf(stripe.paymentIntents.incrementAuthorization(fixed.id, { amount: 2500 })),
    ).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await stripe.paymentIntents.incrementAuthorization(open.id, { amount: 2500 })).toMatchObject({
      amount_capturable: 2500,
    });
  });
});

describe('cancel and refund', () => {
  test('releases a canceled hold and refuses to capture it', async () => {
    const { id } = await stripe.paymentIntents.create(hold);

    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
    });

    expect(await errorOf(stripe.paymentIntents.capture(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await errorOf(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('refunds up to the captured amount', async () => {
    const { id } = await stripe.paymentIntents.create(hold);
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).message).toMatch(
      'does not have a successful charge',
    );
    await stripe.paymentIntents.capture(id, { amount_to_capture: 1500 });

    await stripe.refunds.create({ payment_intent: id, amount: 1000 });

    expect((await errorOf(stripe.refunds.create({ payment_intent: id, amount: 501 }))).message).toMatch(
      'greater than unrefunded amount',
    );
    await stripe.refunds.create({ payment_intent: id });
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  test('refunds in the dashboard, without metadata and up to the captured amount', async () => {
    const { id } = await stripe.paymentIntents.create(hold);
    await expect(control(standIn, 'refunds', { paymentIntent: id })).rejects.toThrow();
    await stripe.paymentIntents.capture(id, { amount_to_capture: 1500 });

    const part = await control(standIn, 'refunds', { paymentIntent: id, amount: 400 });
    expect(part).toMatchObject({ amount: 400, metadata: {}, status: 'succeeded', payment_intent: id });
    await expect(control(standIn, 'refunds', { paymentIntent: id, amount: 1101 })).rejects.toThrow();
    expect(await control(standIn, 'refunds', { paymentIntent: id })).toMatchObject({ amount: 1100 });
  });

  test('returns a refund that fails later to the balance', async () => {
    const { id } = await stripe.paymentIntents.create({ ...hold, payment_method: 'pm_card_refundFail' });
    await stripe.paymentIntents.capture(id);
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 700 });
    expect(refund.status).toBe('succeeded');

    standIn.advance(3600);

    expect(
      await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] }),
    ).toMatchObject({
      status: 'failed',
      failure_balance_transaction: { amount: 700, reporting_category: 'refund_failure' },
    });
    expect(eventTypes()).toContain('refund.failed');
  });
});

describe('idempotency', () => {
  const idempotencyKey = 'key-1';

  test('repeats the saved answer under the same key', async () => {
    const first = await stripe.paymentIntents.create(hold, { idempotencyKey });
    const second = await stripe.paymentIntents.create(hold, { idempotencyKey });

    expect(second.id).toBe(first.id);
    expect(standIn.world.paymentIntents.newestFirst()).toHaveLength(1);
  });

  test('refuses other parameters under the same key', async () => {
    await stripe.paymentIntents.create(hold, { idempotencyKey });

    const error = await errorOf(stripe.paymentIntents.create({ ...hold, amount: 2100 }, { idempotencyKey }));

    expect(error).toMatchObject({ type: 'StripeIdempotencyError', rawType: 'idempotency_error' });
  });

  test.each(['error500', 'error500AfterEffect'] as const)('saves the answer of %s', async (kind) => {
    standIn.fault({ kind, times: 1 });

    const first = await errorOf(stripe.paymentIntents.create(hold, { idempotencyKey }));
    const second = await errorOf(stripe.paymentIntents.create(hold, { idempotencyKey }));

    expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
    const made = standIn.world.paymentIntents.newestFirst().length;
    expect(made).toBe(kind === 'error500' ? 0 : 1);
  });

  test.each(['connectionLost', 'answerLost'] as const)('repeats safely after %s', async (kind) => {
    // The package itself repeats a request once whose connection was closed.
    standIn.fault({ kind, times: 2 });
    expect(await errorOf(stripe.paymentIntents.create(hold, { idempotencyKey }))).toMatchObject({
      type: 'StripeConnectionError',
    });

    await stripe.paymentIntents.create(hold, { idempotencyKey });

    expect(standIn.world.paymentIntents.newestFirst()).toHaveLength(1);
  });

  test('does not save what failed its validation', async () => {
    await errorOf(stripe.paymentIntents.create({ ...hold, amount: 1 }, { idempotencyKey }));

    expect(await stripe.paymentIntents.create(hold, { idempotencyKey })).toMatchObject({ amount: 2000 });
  });

  test('saves a declined payment', async () => {
    const declined = { ...hold, payment_method: 'pm_card_chargeDeclined' };
    await errorOf(stripe.paymentIntents.create(declined, { idempotencyKey }));
    await errorOf(stripe.paymentIntents.create(declined, { idempotencyKey }));

    expect(standIn.world.paymentIntents.newestFirst()).toHaveLength(1);
  });

  test('reports a key whose first request is still running', async () => {
    standIn.fault({ kind: 'delay', times: 1, milliseconds: 500 });
    const running = stripe.paymentIntents.create(hold, { idempotencyKey });
    await expect.poll(() => standIn.world.requests.length).toBe(1);

    const error = await errorOf(stripe.paymentIntents.create(hold, { idempotencyKey }));

    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    await running;
  });

  test('forgets a key after 24 hours', async () => {
    await stripe.paymentIntents.create(hold, { idempotencyKey });
    standIn.advance(day);
    await stripe.paymentIntents.create(hold, { idempotencyKey });

    expect(standIn.world.paymentIntents.newestFirst()).toHaveLength(2);
  });
});

describe('saved cards', () => {
  test('verifies a card and lets it pay off session', async () => {
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      use_stripe_sdk: true,
      allowed_payment_method_types: ['card'],
    });
    expect(setup.status).toBe('requires_action');
    handleNextAction(standIn.world, setup.client_secret!);
    const { payment_method } = await stripe.setupIntents.retrieve(setup.id);

    const intent = await stripe.paymentIntents.create({
      ...hold,
      customer,
      payment_method: String(payment_method),
      off_session: true,
    });

    expect(intent.status).toBe('requires_capture');
  });

  test('declines a bad card at its verification', async () => {
    const error = await errorOf(
      stripe.setupIntents.create({
        payment_method: 'pm_card_visa_chargeDeclinedLostCard',
        confirm: true,
        allowed_payment_method_types: ['card'],
      }),
    );

    expect(error).toMatchObject({ statusCode: 402, decline_code: 'lost_card' });
    expect(eventTypes()[0]).toBe('setup_intent.setup_failed');
  });

  test('deletes a customer together with the use of its cards', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ann@example.com' });
    await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);

    await stripe.customers.del(customer);

    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await errorOf(stripe.paymentMethods.list({ customer }))).toMatchObject({
      code: 'resource_missing',
    });
  });

  test('pages the payments of a customer', async () => {
    const { id: customer } = await stripe.customers.create();
    for (let index = 0; index < 3; index += 1) await stripe.paymentIntents.create({ ...hold, customer });
    await stripe.paymentIntents.create(hold);

    const pages: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 2 })) pages.push(intent.id);

    expect(new Set(pages).size).toBe(3);
  });
});
