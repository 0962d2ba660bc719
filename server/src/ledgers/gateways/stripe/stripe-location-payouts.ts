import Stripe from 'stripe';
import { NoResponse } from '../gateway.ts';
import {
  type ConnectedAccount,
  type LocationPayouts,
  type Transfer,
  TransferRefused,
} from '../location-payouts.ts';
import { idOf, instantOf } from './stripe-transactions.ts';

/** Stripe keeps idempotency keys for at least 24 hours. */
const keyLifeMs = 23 * 3600 * 1000;

/** Express accounts that receive transfers. */
export const stripeLocationPayouts = (stripe: Stripe): LocationPayouts => ({
  openAccount: async ({ id, name }) => {
    const { id: account } = await stripe.accounts.create({
      type: 'express',
      country: 'US',
      capabilities: { transfers: { requested: true } },
      business_profile: { name },
      metadata: { location: id },
    });
    return account;
  },
  onboardingLink: async (account, returnUrl) => {
    const { url, expires_at } = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: returnUrl,
      return_url: returnUrl,
    });
    return { url, expiresAt: instantOf(expires_at) };
  },
  readAccount: async (account) => toAccount(await stripe.accounts.retrieve(account)),
  transfer: (transfer) => sendTransfer(stripe, transfer),
  reverse: async (transferRef) => {
    try {
      // Stripe takes back what is left, so a repetition can't take back more.
      await stripe.transfers.createReversal(transferRef);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // The answer to an earlier attempt may have been lost.
      if (!(await stripe.transfers.retrieve(transferRef)).reversed) throw refused(error);
    }
  },
  readPayout: (payoutId, account) => readPayout(stripe, payoutId, account),
});

function toAccount({
  capabilities,
  payouts_enabled,
  details_submitted,
  requirements,
}: Stripe.Account): ConnectedAccount {
  const missing = requirements?.currently_due ?? [];
  if (capabilities?.transfers === 'active' && payouts_enabled) return { state: 'active', missing };
  return { state: details_submitted ? 'restricted' : 'incomplete', missing };
}

async function sendTransfer(
  stripe: Stripe,
  { reference, amount, account, group, key, keySince, mustLook, replaceKey }: Transfer,
): Promise<string> {
  let idempotencyKey = key;
  if (mustLook || Date.now() - Date.parse(keySince) > keyLifeMs) {
    for await (const sent of stripe.transfers.list({ transfer_group: group, limit: 100 })) {
      if (sent.metadata.payout === reference) return sent.id;
    }
    idempotencyKey = await replaceKey();
  }
  try {
    const { id } = await stripe.transfers.create(
      {
        amount,
        currency: 'usd',
        destination: account,
        transfer_group: group,
        metadata: { payout: reference },
      },
      { idempotencyKey },
    );
    return id;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw refused(error);
    // Stripe repeats its own failures for the same key.
    const failed = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
    throw new NoResponse("The card provider doesn't respond", { mustLook: failed, cause: error });
  }
}

function refused(error: Stripe.errors.StripeInvalidRequestError): TransferRefused {
  if (error.code === 'balance_insufficient') return new TransferRefused(error.message, 'balanceTooLow');
  if (error.code === 'insufficient_capabilities_for_transfer') {
    return new TransferRefused(error.message, 'accountNotReady');
  }
  return new TransferRefused(error.message);
}

/** In the connected account, each transfer is a payment that names it. */
async function readPayout(stripe: Stripe, id: string, stripeAccount: string) {
  const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount });
  const isPaid = payout.status === 'paid';
  const transfers: string[] = [];
  if (payout.reconciliation_status !== 'completed') return { isPaid, transfers };
  const rows = stripe.balanceTransactions.list(
    { payout: id, limit: 100, expand: ['data.source'] },
    { stripeAccount },
  );
  for await (const { source } of rows) {
    if (!source || typeof source === 'string' || source.object !== 'charge') continue;
    const transfer = idOf(source.source_transfer);
    if (transfer) transfers.push(transfer);
  }
  return { isPaid, transfers };
}
