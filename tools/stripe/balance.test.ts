import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf, control, errorOf } from './test-client.ts';

let standIn: StandIn;
let stripe: Stripe;
const day = 24 * 3600;

beforeEach(async () => {
  standIn = await startStandIn();
  stripe = clientOf(standIn);
});
afterEach(() => standIn.close());

/** A captured payment. */
function pay(amount = 10_000, payment_method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({ amount, currency: 'usd', confirm: true, payment_method });
}
const availableBalance = async () => (await stripe.balance.retrieve()).available[0]?.amount;
const eventTypes = () => standIn.world.events.newestFirst().map(({ type }) => type);

/** Money that can be paid out or transferred at once. */
const payAvailable = (amount = 10_000) => pay(amount, 'pm_card_bypassPending');

describe('payouts', () => {
  test('pay out each day what became available, and list it after the reconciliation', async () => {
    const { id } = await pay();
    await stripe.refunds.create({ payment_intent: id, amount: 1000 });
    expect(await stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: -1000 }],
      pending: [{ amount: 9680 }],
    });

    standIn.advance(3 * day);
    const [payout] = (await stripe.payouts.list()).data;
    expect(payout).toMatchObject({ amount: 8680, automatic: true });
    expect(await availableBalance()).toBe(0);
    standIn.advance(2 * day);

    expect(await stripe.payouts.retrieve(payout!.id)).toMatchObject({
      status: 'paid',
      reconciliation_status: 'completed',
    });
    const { data } = await stripe.balanceTransactions.list({ payout: payout!.id });
    expect(data.map(({ reporting_category, net }) => [reporting_category, net])).toEqual([
      ['payout', -8680],
      ['refund', -1000],
      ['charge', 9680],
    ]);
    const order = eventTypes().filter((type) => type.startsWith('payout'));
    expect(order).toEqual(['payout.reconciliation_completed', 'payout.paid', 'payout.created']);
  });

  test('return to the balance when the bank refuses them', async () => {
    await payAvailable();
    const payout = (await control(standIn, 'payouts')) as Stripe.Payout;
    expect(await errorOf(stripe.balanceTransactions.list({ payout: payout.id }))).toMatchObject({
      code: 'payout_reconciliation_not_ready',
    });

    await control(standIn, 'payouts/fail', { payout: payout.id });

    expect(await availableBalance()).toBe(9680);
    expect((await stripe.balanceTransactions.list({ limit: 1 })).data[0]).toMatchObject({
      reporting_category: 'payout_reversal',
      amount: 9680,
    });
  });

  test('made by hand never list their transactions', async () => {
    await payAvailable();
    const payout = await stripe.payouts.create({ amount: 5000, currency: 'usd' });

    expect((await errorOf(stripe.balanceTransactions.list({ payout: payout.id }))).message).toMatch(
      'not manual',
    );
    expect(await errorOf(stripe.payouts.create({ amount: 4681, currency: 'usd' }))).toMatchObject({
      code: 'balance_insufficient',
    });
    expect(await stripe.payouts.cancel(payout.id)).toMatchObject({ status: 'canceled' });
    expect(await availableBalance()).toBe(9680);
  });
});

describe('disputes', () => {
  async function dispute(card = 'pm_card_createDispute') {
    const intent = await pay(10_000, card);
    const [row] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    return { intent, row: row! };
  }

  test('take the amount and a fee, and block refunds', async () => {
    const { intent, row } = await dispute();

    expect(row).toMatchObject({ status: 'needs_response', is_charge_refundable: false, amount: 10_000 });
    expect(row.balance_transactions).toMatchObject([
      { amount: -10_000, fee: 1500, net: -11_500, reporting_category: 'dispute' },
    ]);
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('are answered once, with the staged evidence', async () => {
    const { row } = await dispute();
    const file = await stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data: Buffer.from('%PDF'), name: 'receipt.pdf', type: 'application/pdf' },
    });
    await stripe.disputes.update(row.id, { evidence: { receipt: file.id }, submit: false });

    const submitted = await stripe.disputes.update(row.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    });

    expect(submitted).toMatchObject({
      status: 'won',
      evidence: { receipt: file.id },
      evidence_details: { submission_count: 1 },
    });
    expect(submitted.balance_transactions.map(({ amount }) => amount)).toEqual([-10_000, 10_000]);
    expect((await errorOf(stripe.disputes.update(row.id, { submit: true }))).statusCode).toBe(400);
  });

  test('are lost without an answer, and can be won on appeal', async () => {
    const { row } = await dispute();
    standIn.advance(10 * day);
    expect(await stripe.disputes.retrieve(row.id)).toMatchObject({
      status: 'lost',
      evidence_details: { past_due: true },
    });

    await control(standIn, 'disputes/appeal', { dispute: row.id });
    await stripe.disputes.update(row.id, { evidence: { uncategorized_text: 'Delivered' } });
    expect(await stripe.disputes.retrieve(row.id)).toMatchObject({ status: 'appeal_under_review' });
    await control(standIn, 'disputes/close', { dispute: row.id, status: 'won' });

    expect(eventTypes().slice(0, 2)).toEqual(['charge.dispute.closed', 'charge.dispute.funds_reinstated']);
  });

  test('begin as an inquiry that moves no money', async () => {
    const { intent, row } = await dispute('pm_card_createDisputeInquiry');
    expect(row).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });

    await control(standIn, 'disputes/escalate', { dispute: row.id });

    expect(await stripe.disputes.retrieve(row.id)).toMatchObject({
      status: 'needs_response',
      is_charge_refundable: false,
    });
  });

  test('refuse too much text and unknown evidence', async () => {
    const { row } = await dispute();
    const long = 'a'.repeat(150_001);

    expect(
      (await errorOf(stripe.disputes.update(row.id, { evidence: { uncategorized_text: long } }))).message,
    ).toMatch('150,000');
    expect(
      await errorOf(
        stripe.disputes.update(row.id, {
          evidence: { other: 'text' } as Stripe.DisputeUpdateParams.Evidence,
        }),
      ),
    ).toMatchObject({ code: 'parameter_unknown', param: 'evidence[other]' });
  });
});

describe('connected accounts', () => {
  async function onboarded(): Promise<Stripe.Account> {
    const account = await stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    });
    await control(standIn, 'accounts/missing', { account: account.id, missing: [] });
    return account;
  }

  test('get no transfer before they are onboarded', async () => {
    await payAvailable();
    const { id } = await stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    });

    const transfer = () => stripe.transfers.create({ amount: 100, currency: 'usd', destination: id });

    expect(await errorOf(transfer())).toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
    await control(standIn, 'accounts/missing', { account: id, missing: [] });
    expect(await transfer()).toMatchObject({ amount: 100, destination: id });
    const updated = standIn.world.events.newestFirst().find(({ type }) => type === 'account.updated');
    expect(updated?.account).toBe(id);
  });

  test('get transfers within the available balance and pay them out', async () => {
    await payAvailable();
    const { id: destination } = await onboarded();
    expect(
      await errorOf(stripe.transfers.create({ amount: 9681, currency: 'usd', destination })),
    ).toMatchObject({ code: 'balance_insufficient' });
    const transfer = await stripe.transfers.create({
      amount: 6000,
      currency: 'usd',
      destination,
      transfer_group: 'run1',
    });
    expect((await stripe.transfers.list({ transfer_group: 'run1' })).data).toHaveLength(1);

    standIn.advance(3 * day);

    const connected = { stripeAccount: destination };
    const [payout] = (await stripe.payouts.list({}, connected)).data;
    expect(payout).toMatchObject({ amount: 6000 });
    const { data } = await stripe.balanceTransactions.list(
      { payout: payout!.id, expand: ['data.source'] },
      connected,
    );
    expect(data).toContainEqual(
      expect.objectContaining({ source: expect.objectContaining({ source_transfer: transfer.id }) }),
    );
    expect(await errorOf(stripe.transfers.createReversal(transfer.id))).toMatchObject({
      code: 'balance_insufficient',
    });
  });

  test('give a transfer back while they have the money', async () => {
    await payAvailable();
    const { id: destination } = await onboarded();
    const transfer = await stripe.transfers.create({ amount: 6000, currency: 'usd', destination });

    await stripe.transfers.createReversal(transfer.id, { amount: 2000 });

    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 2000,
      reversed: false,
    });
    expect(await availableBalance()).toBe(9680 - 4000);
    expect(eventTypes()[0]).toBe('transfer.reversed');
  });
});
