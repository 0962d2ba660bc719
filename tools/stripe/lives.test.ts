import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { closeDispute, disputeCharge } from './resources/disputes.ts';
import { cancelPayout, failPayout } from './resources/payouts.ts';
import { failRefund } from './resources/refunds.ts';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf } from './test-client.ts';

// Random lives of payments. Whatever happens in whatever order, the balance is the sum of what each payment did.

interface Step {
  action: keyof typeof actions;
  /** Chooses one of the objects. */
  pick: number;
  /** A part of 100. */
  share: number;
}

interface Life {
  standIn: StandIn;
  stripe: Stripe;
}

const cards = [
  'pm_card_visa',
  'pm_card_amex',
  'pm_card_chargeDeclined',
  'pm_card_createDispute',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_card_bypassPending',
];
const disputeFee = 1500;
const hour = 3600;

const chosen = <T>(rows: readonly T[], pick: number): T | undefined => rows[pick % Math.max(1, rows.length)];
const part = (amount: number, share: number) => Math.ceil((amount * share) / 100);
const intentOf = ({ standIn }: Life, pick: number) =>
  chosen(standIn.world.paymentIntents.newestFirst(), pick);

/** The platform's payouts. */
const payoutsOf = ({ standIn }: Life) => standIn.world.books(null).payouts.newestFirst();

const actions = {
  authorize: ({ stripe }: Life, { pick, share }: Step) =>
    stripe.paymentIntents.create({
      amount: 50 + share * 97,
      currency: 'usd',
      capture_method: 'manual',
      confirm: true,
      payment_method: chosen(cards, pick)!,
    }),
  capture: async (life: Life, { pick, share }: Step) => {
    const intent = intentOf(life, pick);
    if (intent) {
      await life.stripe.paymentIntents.capture(intent.id, { amount_to_capture: part(intent.amount, share) });
    }
  },
  cancel: async (life: Life, { pick }: Step) => {
    const intent = intentOf(life, pick);
    if (intent) await life.stripe.paymentIntents.cancel(intent.id);
  },
  refund: async (life: Life, { pick, share }: Step) => {
    const intent = intentOf(life, pick);
    if (!intent) return;
    await life.stripe.refunds.create({
      payment_intent: intent.id,
      amount: part(intent.amount, share),
      metadata: { operation: 'refund' },
    });
  },
  failRefund: async ({ standIn }: Life, { pick }: Step) => {
    const refund = chosen(standIn.world.refunds.newestFirst().filter(isOrdered), pick);
    if (refund?.status === 'succeeded') failRefund(standIn.world, refund.id);
  },
  dispute: async (life: Life, { pick }: Step) => {
    const charge = chosen(life.standIn.world.charges.newestFirst(), pick);
    if (charge?.captured && !charge.disputed) {
      disputeCharge(life.standIn.world, charge, { reason: pick % 3 === 0 ? 'inquiry' : 'fraudulent' });
    }
  },
  closeDispute: async ({ standIn }: Life, { pick, share }: Step) => {
    const dispute = chosen(standIn.world.disputes.newestFirst(), pick);
    if (dispute?.status === 'needs_response') {
      closeDispute(standIn.world, dispute.id, share > 50 ? 'won' : 'lost');
    }
  },
  failPayout: async (life: Life, { pick }: Step) => {
    const payout = chosen(payoutsOf(life), pick);
    if (payout?.status === 'paid') failPayout(life.standIn.world, payout.id);
    else if (payout?.status === 'pending') cancelPayout(life.standIn.world, payout.id);
  },
  wait: async ({ standIn }: Life, { share }: Step) => standIn.advance(share * hour),
};

/** Releasing an authorization is also a refund, without a request for one. */
const isOrdered = (refund: Stripe.Refund) => refund.metadata?.operation === 'refund';

const sum = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((total, row) => total + value(row), 0);

/** The fee of a US card, computed independently of the stand-in. */
const feeOf = (amount: number) => Math.round(amount * 0.029 + 1e-9) + 30;

function expectedBalance(life: Life): number {
  const { paymentIntents, refunds, disputes } = life.standIn.world;
  const captured = paymentIntents.newestFirst().filter(({ status }) => status === 'succeeded');
  const refunded = refunds.newestFirst().filter((row) => isOrdered(row) && row.status !== 'failed');
  const disputed = disputes.newestFirst().filter(({ status }) => !status.startsWith('warning'));
  const paidOut = payoutsOf(life).filter(({ status }) => status === 'paid' || status === 'pending');
  return (
    sum(captured, (row) => row.amount_received - feeOf(row.amount_received)) -
    sum(refunded, (row) => row.amount) -
    sum(disputed, (row) => disputeFee + (row.status === 'won' ? 0 : row.amount)) -
    sum(paidOut, (row) => row.amount)
  );
}

async function checkPayouts({ standIn, stripe }: Life): Promise<void> {
  for (const payout of standIn.world.books(null).payouts.newestFirst()) {
    if (payout.reconciliation_status !== 'completed') continue;
    const { data } = await stripe.balanceTransactions.list({ payout: payout.id, limit: 100 });
    expect(sum(data, ({ type, net }) => (type === 'payout' ? 0 : net))).toBe(payout.amount);
  }
}

async function live(steps: Step[]): Promise<void> {
  const standIn = await startStandIn();
  const life = { standIn, stripe: clientOf(standIn) };
  try {
    for (const step of steps) {
      // A step that the state does not allow is refused and changes nothing.
      await actions[step.action](life, step).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        expect(error.statusCode).toBeLessThan(500);
      });
    }
    const { available, pending } = await life.stripe.balance.retrieve();
    expect(available[0]!.amount + pending[0]!.amount).toBe(expectedBalance(life));
    for (const charge of standIn.world.charges.newestFirst()) {
      expect(charge.amount_captured).toBeLessThanOrEqual(charge.amount);
      expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount);
    }
    await checkPayouts(life);
  } finally {
    await standIn.close();
  }
}

test('keeps the balance equal to what all payments did', async () => {
  const names = Object.keys(actions) as Step['action'][];
  const step: fc.Arbitrary<Step> = fc.record({
    action: fc.constantFrom(...names, 'authorize', 'capture', 'capture', 'refund'),
    pick: fc.nat(20),
    share: fc.integer({ min: 1, max: 100 }),
  });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), live), {
    numRuns: 20,
    endOnFailure: true,
  });
}, 60_000);
