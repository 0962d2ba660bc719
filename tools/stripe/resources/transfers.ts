import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage, mustBeUsd } from '../api.ts';
import { balanceOf, post } from '../books.ts';
import { ApiProblem, invalidParameter } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';

const insufficient = (message: string) => new ApiProblem(message, { code: 'balance_insufficient' });

/** Moves available balance of the platform to a connected account that may receive transfers. */
function createTransfer({ world, params }: Call): Stripe.Transfer {
  const amount = params.requiredInteger('amount');
  mustBeUsd(params.requiredText('currency'));
  const destination = world.accounts.get(params.requiredText('destination'), 'destination');
  const group = params.text('transfer_group') ?? null;
  const description = params.text('description') ?? null;
  const metadata = params.metadata();
  if (amount < 1) throw invalidParameter('amount', 'This value must be greater than or equal to 1.');
  params.end();
  if (destination.capabilities?.transfers !== 'active') {
    throw new ApiProblem(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
  if (amount > balanceOf(world, null, 'available')) {
    throw insufficient('You have insufficient available funds in your Stripe account.');
  }
  const id = newId('tr');
  const payment = addDestinationPayment(world, { amount, account: destination.id, transfer: id });
  const transfer: Stripe.Transfer = world.transfers.add({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: post(world, {
      amount: -amount,
      type: 'transfer',
      reportingCategory: 'transfer',
      source: id,
    }).id,
    created: world.clock.now(),
    currency: 'usd',
    description,
    destination: destination.id,
    destination_payment: payment.id,
    livemode: world.livemode,
    metadata: mergeMetadata({}, metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: group,
  });
  world.emit('transfer.created', transfer);
  return transfer;
}

/** The other side: a payment in the connected account that names its transfer. */
function addDestinationPayment(
  world: World,
  { amount, account, transfer }: { amount: number; account: string; transfer: string },
): Stripe.Charge {
  const id = newId('py');
  const row = post(world, { amount, type: 'payment', reportingCategory: 'charge', source: id }, account);
  return world.charges.add({
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: row.id,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: world.clock.now(),
    currency: 'usd',
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: world.livemode,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { stripe_account: {}, type: 'stripe_account' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  });
}

/** Takes a transfer back, which needs enough available balance in the connected account. */
function reverseTransfer({ world, params }: Call, id: string): Stripe.TransferReversal {
  const transfer = world.transfers.get(id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = params.integer('amount') ?? left;
  const metadata = params.metadata();
  params.ignore('description');
  params.end();
  if (left === 0) throw new ApiProblem('This transfer has already been reversed.');
  if (amount < 1 || amount > left) {
    throw invalidParameter('amount', `Transfer reversal amount (${amount}) is greater than ${left}.`);
  }
  const account = String(transfer.destination);
  if (amount > balanceOf(world, account, 'available')) {
    throw insufficient('The connected account has insufficient available funds for this reversal.');
  }
  const reversalId = newId('trr');
  const entry = {
    amount,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    source: reversalId,
  } as const;
  const refund = newId('pyr');
  post(
    world,
    { amount: -amount, type: 'payment_refund', reportingCategory: 'refund', source: refund },
    account,
  );
  const reversal: Stripe.TransferReversal = {
    id: reversalId,
    object: 'transfer_reversal',
    amount,
    balance_transaction: post(world, entry).id,
    created: world.clock.now(),
    currency: 'usd',
    destination_payment_refund: refund,
    metadata: mergeMetadata({}, metadata),
    source_refund: null,
    transfer: id,
  };
  transfer.reversals.data.unshift(reversal);
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  world.emit('transfer.reversed', transfer);
  return reversal;
}

export const transferRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/transfers', handle: createTransfer },
  {
    method: 'GET',
    path: '/v1/transfers',
    handle: (call) => {
      const destination = call.params.text('destination');
      const group = call.params.text('transfer_group');
      const rows = call.world.transfers
        .newestFirst()
        .filter(
          (row) =>
            (!destination || row.destination === destination) && (!group || row.transfer_group === group),
        );
      return listPage(call, { rows, url: '/v1/transfers' });
    },
  },
  { method: 'GET', path: '/v1/transfers/:id', handle: ({ world }, id) => world.transfers.get(id) },
  { method: 'POST', path: '/v1/transfers/:id/reversals', handle: reverseTransfer },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    handle: (call, id) =>
      listPage(call, {
        rows: call.world.transfers.get(id).reversals.data,
        url: `/v1/transfers/${id}/reversals`,
      }),
  },
];
