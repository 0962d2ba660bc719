import type Stripe from 'stripe';
import type { PageReport, PaymentPages } from '../reports.ts';
import { ownId } from './stripe-reports.ts';
import { instantOf } from './stripe-transactions.ts';

const minute = 60;
/** A page lives from 30 minutes to 24 hours. The minute is for the clocks of the two servers. */
const minSeconds = 31 * minute;
const maxSeconds = 24 * 60 * minute - minute;

/** The token of a payment that was made on a page is the page's ID. */
export const isPage = (token: string): boolean => token.startsWith('cs_');

interface Needs {
  installation: string;
  apiUrl: string | undefined;
  /** Stripe's ID of a customer. */
  customerOf: (customerId: string) => Promise<string>;
}

/** Checkout Sessions: pages of Stripe for one payment each. */
export const stripePages = (stripe: Stripe, { installation, apiUrl, customerOf }: Needs): PaymentPages => ({
  // Accounts can have pages under a domain of their own. A stand-in has them where its API is.
  sources: apiUrl ? ['https:', new URL(apiUrl).origin] : ['https:'],
  open: async (page) => {
    const { reference, paymentId, orderId, checkoutId, customerId, amount, description } = page;
    const metadata = {
      installation,
      payment: paymentId,
      ...(orderId && { order: orderId }),
      ...(checkoutId && { checkout: checkoutId }),
      ...(page.savesCard && { saveCard: 'true' }),
    };
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        customer: await customerOf(customerId),
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: amount, product_data: { name: description } },
          },
        ],
        metadata,
        payment_intent_data: {
          capture_method: page.isCharge ? 'automatic' : 'manual',
          ...(page.savesCard && { setup_future_usage: 'off_session' }),
          metadata,
        },
        expires_at: endOf(page),
        success_url: page.paidUrl,
        cancel_url: page.backUrl,
      },
      { idempotencyKey: reference },
    );
    if (!session.url) throw new Error('Stripe opened no page');
    return { ref: session.id, url: session.url, endsAt: instantOf(session.expires_at) };
  },
  read: async (ref) => toReport(await stripe.checkout.sessions.retrieve(ref)),
  close: async (ref) => {
    const session = await stripe.checkout.sessions.retrieve(ref);
    if (session.status !== 'open') return toReport(session);
    return toReport(await stripe.checkout.sessions.expire(ref));
  },
});

function endOf({ requestedAt, endsAt }: { requestedAt: string; endsAt: string }): number {
  const [now, wished] = [requestedAt, endsAt].map((instant) => Math.floor(Date.parse(instant) / 1000));
  return Math.max(now! + minSeconds, Math.min(wished!, now! + maxSeconds));
}

const statuses: Record<string, PageReport['status']> = { open: 'open', complete: 'paid', expired: 'ended' };

function toReport({ id, status, metadata, amount_total }: Stripe.Checkout.Session): PageReport {
  return {
    ref: id,
    status: statuses[status ?? ''] ?? 'open',
    paymentId: ownId(metadata?.payment),
    orderId: ownId(metadata?.order),
    amount: amount_total ?? 0,
    savesCard: metadata?.saveCard === 'true',
  };
}
