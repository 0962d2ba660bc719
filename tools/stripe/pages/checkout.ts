import type Stripe from 'stripe';
import { money } from '../api.ts';
import { testCards } from '../cards.ts';
import type { Form } from '../form.ts';
import { paySession } from '../resources/checkout-sessions.ts';
import { addTypedCard, type Expiry } from '../resources/payment-methods.ts';
import type { World } from '../world.ts';
import { escapeHtml, field, type PageAnswer, type PageRequest, page, redirect, textOf } from './page.ts';

type Errors = Partial<Record<'cardNumber' | 'expiry' | 'cvc', string>>;

/** Reads "12 / 30" or "12/2030". */
function readExpiry(text: string): Expiry | null {
  const [, month, year] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return {
    month: Number(month),
    year: Number(year) % 100 === Number(year) ? 2000 + Number(year) : Number(year),
  };
}

function isPast({ month, year }: Expiry, world: World): boolean {
  const now = new Date(world.clock.now() * 1000);
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

function readCard(world: World, form: Form): { errors: Errors; paymentMethod?: Stripe.PaymentMethod } {
  const errors: Errors = {};
  const number = textOf(form, 'cardNumber').replaceAll(/[\s-]/g, '');
  const expiry = readExpiry(textOf(form, 'expiry'));
  if (!testCards.some((card) => card.number === number)) {
    errors.cardNumber = /^\d{12,19}$/.test(number)
      ? 'Your card was declined. Use one of the test cards below.'
      : 'Your card number is invalid.';
  }
  if (!expiry) errors.expiry = "Your card's expiration date is incomplete.";
  else if (isPast(expiry, world)) errors.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(textOf(form, 'cvc'))) errors.cvc = "Your card's security code is incomplete.";
  if (Object.keys(errors).length > 0 || !expiry) return { errors };
  return { errors, paymentMethod: addTypedCard(world, number, expiry) };
}

const successUrlOf = (session: Stripe.Checkout.Session): string =>
  String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);

/** The test cards that lead to different outcomes, one of each number. */
function testCardTable(): string {
  const outcomes: [string, string][] = [
    ['4242424242424242', 'Succeeds'],
    ['4000002760003184', 'Asks for 3-D Secure'],
    ['4000000000000002', 'Declined'],
    ['4000000000009995', 'Declined: insufficient funds'],
    ['4000000000000259', 'Disputed after the payment'],
  ];
  const rows = outcomes.map(
    ([number, outcome]) =>
      `<tr><td><code>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${outcome}</td></tr>`,
  );
  return `<section><h2 class="quiet">Test cards</h2><table>${rows.join('')}</table>
<p class="quiet">With any future date and any security code.</p></section>`;
}

function form(
  world: World,
  session: Stripe.Checkout.Session,
  { values = {}, errors = {}, problem }: FormState,
): string {
  const amount = money(session.amount_total ?? 0);
  const items = (world.lineItems.get(session.id) ?? []).map(
    (item) =>
      `<tr><td>${escapeHtml(item.description ?? '')}${item.quantity === 1 ? '' : ` × ${item.quantity}`}</td><td>${money(item.amount_total)}</td></tr>`,
  );
  const value = (name: string) => textOf(values, name);
  const digits = 'inputmode="numeric" required';
  return `<section><h1>Pay</h1><p class="amount">${amount}</p><table>${items.join('')}</table></section>
<section>
${problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" novalidate>
${field({ name: 'cardNumber', label: 'Card number', value: value('cardNumber'), error: errors.cardNumber, attributes: `autocomplete="cc-number" placeholder="1234 1234 1234 1234" ${digits}` })}
<div class="pair">
${field({ name: 'expiry', label: 'Expiration date', value: value('expiry'), error: errors.expiry, attributes: `autocomplete="cc-exp" placeholder="MM / YY" ${digits}` })}
${field({ name: 'cvc', label: 'Security code', value: '', error: errors.cvc, attributes: `autocomplete="cc-csc" placeholder="CVC" ${digits}` })}
</div>
<button type="submit">Pay ${amount}</button>
</form>
${session.cancel_url ? `<a class="button secondary" href="${escapeHtml(session.cancel_url)}">Cancel</a>` : ''}
</section>
${testCardTable()}`;
}

interface FormState {
  values?: Form;
  errors?: Errors;
  problem?: string | undefined;
}

const formPage = (
  world: World,
  session: Stripe.Checkout.Session,
  state: FormState,
  status = 200,
): PageAnswer => page(`Pay ${money(session.amount_total ?? 0)}`, form(world, session, state), status);

function intentOf(world: World, session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof session.payment_intent === 'string'
    ? world.paymentIntents.get(session.payment_intent)
    : undefined;
}

/** The hosted page of a Checkout Session: `GET` shows the card form, `POST` pays. */
export function checkoutPage({ world, method, id, form: values }: PageRequest): PageAnswer {
  const session = world.sessions.find(id);
  if (session?.status === 'complete') return redirect(successUrlOf(session));
  if (session?.status !== 'open') {
    return page(
      'Session expired',
      '<section><h1>This checkout session has expired</h1><p>Ask the store for a new link.</p></section>',
      404,
    );
  }
  if (method === 'GET') {
    return formPage(world, session, { problem: intentOf(world, session)?.last_payment_error?.message });
  }
  const { errors, paymentMethod } = readCard(world, values);
  if (!paymentMethod) return formPage(world, session, { values, errors }, 422);
  const intent = paySession(world, session, paymentMethod);
  const bank = intent.next_action?.redirect_to_url?.url;
  if (bank) return redirect(bank);
  if (intent.status === 'requires_payment_method') {
    return formPage(world, session, { values, problem: intent.last_payment_error?.message }, 422);
  }
  return redirect(successUrlOf(session));
}
