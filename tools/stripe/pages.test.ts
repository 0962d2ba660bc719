import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf, errorOf } from './test-client.ts';

let standIn: StandIn;
let stripe: Stripe;

beforeEach(async () => {
  standIn = await startStandIn();
  stripe = clientOf(standIn);
});
afterEach(() => standIn.close());

const minute = 60;
const shop = 'http://localhost:1/pay';

const checkout = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 4250, product_data: { name: 'Order 1' } } },
    ],
    payment_intent_data: { capture_method: 'manual', metadata: { payment: 'p1' } },
    success_url: `${shop}?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
    ...changes,
  });

/** Opens a page, or sends its form, without following where it leads. */
async function browse(address: string, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form);
  const response = await fetch(address, { method: form ? 'POST' : 'GET', body, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  };
}

const card = (cardNumber: string) => ({ cardNumber, expiry: '12 / 40', cvc: '123' });
const visa = card('4242 4242 4242 4242');
const secured = card('4000 0027 6000 3184');
const eventTypes = () => standIn.world.events.newestFirst().map(({ type }) => type);

describe('Checkout Sessions', () => {
  test('hold a card that is typed into the page', async () => {
    const session = await checkout();
    expect(session).toMatchObject({ status: 'open', payment_intent: null, amount_total: 4250 });
    expect((await browse(session.url!)).text).toContain('$42.50');

    const paid = await browse(session.url!, visa);

    expect(paid).toMatchObject({ status: 303, location: `${shop}?paid=${session.id}` });
    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(after).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      url: null,
      payment_intent: { status: 'requires_capture', amount_capturable: 4250, metadata: { payment: 'p1' } },
    });
    expect(eventTypes().slice(0, 2)).toEqual([
      'checkout.session.completed',
      'payment_intent.amount_capturable_updated',
    ]);
  });

  test('take the money at once without manual capture', async () => {
    const session = await checkout({ payment_intent_data: {} });

    await browse(session.url!, visa);

    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('ask the bank and complete after the shopper confirmed', async () => {
    const session = await checkout();

    const { location } = await browse(session.url!, secured);
    expect((await browse(location!)).text).toContain('$42.50');
    const back = await browse(location!, { result: 'complete' });

    expect(back.location).toContain('redirect_status=succeeded');
    expect(await browse(back.location!)).toMatchObject({ location: `${shop}?paid=${session.id}` });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete' });
  });

  test('accept another card after a decline and after a failed authentication', async () => {
    const session = await checkout();

    const declined = await browse(session.url!, card('4000000000009995'));
    expect(declined).toMatchObject({ status: 422, location: null });
    expect(declined.text).toContain('Your card has insufficient funds.');
    const { location } = await browse(session.url!, secured);
    const failed = await browse(location!, { result: 'fail' });
    expect((await browse(failed.location!)).text).toContain('unable to authenticate your payment method');
    await browse(session.url!, visa);

    const intents = await stripe.paymentIntents.list();
    expect(intents.data).toMatchObject([{ status: 'requires_capture' }]);
  });

  test.each([
    [{ ...visa, cardNumber: '4242' }, 'card number is invalid'],
    [{ ...visa, cardNumber: '4111111111111111' }, 'Use one of the test cards'],
    [{ ...visa, expiry: '12 / 20' }, 'expiration date is in the past'],
    [{ ...visa, expiry: 'soon' }, 'expiration date is incomplete'],
    [{ ...visa, cvc: '1' }, 'security code is incomplete'],
  ])('refuse the input %o', async (form, message) => {
    const session = await checkout();

    const answer = await browse(session.url!, form);

    expect(answer.status).toBe(422);
    expect(answer.text.replaceAll('&#39;', "'")).toContain(message);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_intent: null });
  });

  test('expire on request and by themselves, and cancel the payment that was begun', async () => {
    const begun = await checkout();
    await browse(begun.url!, secured);
    const forgotten = await checkout({ expires_at: standIn.world.clock.now() + 31 * minute });

    await stripe.checkout.sessions.expire(begun.id);
    standIn.advance(32 * minute);

    const rows = await stripe.checkout.sessions.list({ status: 'expired' });
    expect(rows.data.map(({ id }) => id)).toEqual([forgotten.id, begun.id]);
    expect((await stripe.paymentIntents.list()).data).toMatchObject([{ status: 'canceled' }]);
    expect(await browse(begun.url!, visa)).toMatchObject({ status: 404 });
    expect(eventTypes().filter((type) => type === 'checkout.session.expired')).toHaveLength(2);
  });

  test('cannot expire after they are complete', async () => {
    const session = await checkout();
    await browse(session.url!, visa);

    const error = await errorOf(stripe.checkout.sessions.expire(session.id));

    expect(error.message).toContain('status of `complete`');
  });

  test('keep their payment to themselves while they are open', async () => {
    const session = await checkout();
    await browse(session.url!, secured);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);

    const error = await errorOf(stripe.paymentIntents.cancel(String(payment_intent)));

    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('save the card of a customer for later', async () => {
    const { id: customer } = await stripe.customers.create();
    const session = await checkout({
      customer,
      payment_intent_data: { setup_future_usage: 'off_session' },
    });

    await browse(session.url!, visa);

    const saved = await stripe.paymentMethods.list({ customer });
    expect(saved.data).toMatchObject([{ card: { last4: '4242', exp_year: 2040 } }]);
  });

  test.each([
    [{ expires_at: 60 }, 'expires_at'],
    [{ expires_at: 90_000 }, 'expires_at'],
    [{ line_items: [] }, 'line_items'],
    [{ success_url: undefined }, 'success_url'],
    [{ cancel_url: 'nowhere' }, 'cancel_url'],
  ])('refuse the parameters %o', async (wrong, param) => {
    const now = standIn.world.clock.now();
    const changes = 'expires_at' in wrong ? { expires_at: now + wrong.expires_at } : wrong;

    expect(await errorOf(checkout(changes))).toMatchObject({ statusCode: 400, param });
  });
});

describe('the page of the bank', () => {
  test('returns to the address of a payment by the API', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: shop,
    });

    const { location } = await browse(intent.next_action!.redirect_to_url!.url!, { result: 'complete' });

    expect(location).toMatch(`${shop}?payment_intent=${intent.id}`);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('tells that the bank declined after the shopper confirmed', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      return_url: shop,
    });

    const { location } = await browse(intent.next_action!.redirect_to_url!.url!, { result: 'complete' });

    expect(location).toContain('redirect_status=failed');
  });
});

describe('the onboarding page', () => {
  const details = { name: 'Ada Market', routing: '110000000', account: '000123456789' };

  async function onboard() {
    const account = await stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    });
    const link = () =>
      stripe.accountLinks.create({
        account: account.id,
        type: 'account_onboarding',
        refresh_url: `${shop}?refresh`,
        return_url: `${shop}?return`,
      });
    return { account, link };
  }

  test('completes an account, or leaves it for later', async () => {
    const { account, link } = await onboard();
    const first = await link();
    await browse(first.url);
    expect(await browse(first.url, { result: 'later' })).toMatchObject({ location: `${shop}?return` });
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      payouts_enabled: false,
      requirements: { currently_due: ['external_account'] },
    });

    const second = await link();
    await browse(second.url);
    await browse(second.url, { ...details, result: 'complete' });

    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    });
    expect(eventTypes().filter((type) => type === 'account.updated')).toHaveLength(2);
  });

  test('names what is wrong', async () => {
    const { link } = await onboard();
    const { url } = await link();
    await browse(url);

    const answer = await browse(url, { ...details, routing: '12', result: 'complete' });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Routing numbers have 9 digits.');
  });

  test('opens once and for five minutes', async () => {
    const { link } = await onboard();
    const used = await link();
    await browse(used.url);
    const late = await link();
    standIn.advance(6 * minute);

    expect(await browse(used.url)).toMatchObject({ status: 303, location: `${shop}?refresh` });
    expect(await browse(late.url)).toMatchObject({ status: 303, location: `${shop}?refresh` });
  });
});
