import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage, mustBeChargeable, mustBeUsd } from '../api.ts';
import { balanceOf, post } from '../books.ts';
import { ApiProblem } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { type Books, newId, type World } from '../world.ts';

const hour = 3600;
const day = 24 * hour;

/** Pays out every account each day at midnight UTC, as the schedule "daily" does. */
export function schedulePayouts(world: World): void {
  const midnight = (Math.floor(world.clock.now() / day) + 1) * day;
  world.clock.at(midnight, () => {
    for (const [account, books] of world.allBooks()) if (books.automatic) payOut(world, account);
    schedulePayouts(world);
  });
}

/** Pays out what is available. Nothing leaves an account whose balance is negative. */
export function payOut(world: World, accountId: string): Stripe.Payout | null {
  const account = accountId === world.accountId ? null : accountId;
  const books = world.books(account);
  const open = books.transactions
    .newestFirst()
    .filter((row) => row.status === 'available' && !books.paidOutBy.has(row.id));
  const amount = open.reduce((sum, row) => sum + row.net, 0);
  if (amount <= 0) return null;
  const payout = addPayout(world, account, { amount, automatic: true, metadata: {} });
  for (const { id } of open) books.paidOutBy.set(id, payout.id);
  books.paidOutBy.set(String(payout.balance_transaction), payout.id);
  return payout;
}

interface PayoutDraft {
  amount: number;
  automatic: boolean;
  metadata: Record<string, string>;
}

function addPayout(world: World, account: string | null, draft: PayoutDraft): Stripe.Payout {
  const books = world.books(account);
  const now = world.clock.now();
  const payout: Stripe.Payout = books.payouts.add({
    id: newId('po'),
    object: 'payout',
    amount: draft.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + day,
    automatic: draft.automatic,
    balance_transaction: null,
    created: now,
    currency: 'usd',
    description: draft.automatic ? 'STRIPE PAYOUT' : null,
    destination: newId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: world.livemode,
    metadata: mergeMetadata({}, draft.metadata),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: draft.automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  });
  const entry = {
    amount: -draft.amount,
    type: 'payout',
    reportingCategory: 'payout',
    source: payout.id,
  } as const;
  payout.balance_transaction = post(world, entry, account).id;
  world.emit('payout.created', payout, { account });
  world.clock.at(now + day, () => arrive(world, account, payout));
  if (draft.automatic) world.clock.at(now + day + 6 * hour, () => reconcile(world, account, payout));
  return payout;
}

function arrive(world: World, account: string | null, payout: Stripe.Payout): void {
  if (payout.status !== 'pending') return;
  payout.status = 'paid';
  world.emit('payout.paid', payout, { account });
}

/** The transactions of a payout are complete only now, some hours after it was paid. */
function reconcile(world: World, account: string | null, payout: Stripe.Payout): void {
  payout.reconciliation_status = 'completed';
  world.emit('payout.reconciliation_completed', payout, { account });
}

function findPayout(world: World, id: string): { account: string | null; payout: Stripe.Payout } {
  for (const [owner, books] of world.allBooks()) {
    const payout = books.payouts.find(id);
    if (payout) return { account: owner === world.accountId ? null : owner, payout };
  }
  throw new ApiProblem(`No such payout: '${id}'`, { status: 404, code: 'resource_missing' });
}

/** The bank refuses the money, also after it seemed paid. It returns to the balance and leaves with a later payout. */
export function failPayout(world: World, id: string): Stripe.Payout {
  const { account, payout } = findPayout(world, id);
  if (payout.status === 'failed' || payout.status === 'canceled')
    throw new ApiProblem('This payout has ended.');
  payout.failure_code = 'account_closed';
  payout.failure_message = 'The bank account has been closed';
  return giveBack(world, { account, payout, status: 'failed' });
}

function giveBack(
  world: World,
  {
    account,
    payout,
    status,
  }: { account: string | null; payout: Stripe.Payout; status: 'canceled' | 'failed' },
): Stripe.Payout {
  payout.status = status;
  const entry = {
    amount: payout.amount,
    type: status === 'failed' ? 'payout_failure' : 'payout_cancel',
    reportingCategory: 'payout_reversal',
    source: payout.id,
  } as const;
  payout.failure_balance_transaction = post(world, entry, account).id;
  world.emit(`payout.${status}`, payout, { account });
  return payout;
}

function createPayout({ world, params, account }: Call): Stripe.Payout {
  const amount = params.requiredInteger('amount');
  mustBeUsd(params.requiredText('currency'));
  mustBeChargeable(amount);
  const metadata = params.metadata();
  params.ignore('description', 'statement_descriptor');
  params.end();
  if (amount > balanceOf(world, account, 'available')) {
    throw new ApiProblem('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    });
  }
  return addPayout(world, account, { amount, automatic: false, metadata });
}

export function cancelPayout(world: World, id: string): Stripe.Payout {
  const { account, payout } = findPayout(world, id);
  if (payout.status !== 'pending')
    throw new ApiProblem('Payouts can be canceled only while they are pending.');
  return giveBack(world, { account, payout, status: 'canceled' });
}

const rowsOf = ({ payouts }: Books, status: string | undefined) =>
  payouts.newestFirst().filter((row) => !status || row.status === status);

export const payoutRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/payouts', handle: createPayout },
  {
    method: 'GET',
    path: '/v1/payouts',
    handle: (call) => {
      const status = call.params.text('status');
      return listPage(call, { rows: rowsOf(call.world.books(call.account), status), url: '/v1/payouts' });
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts/:id',
    handle: ({ world, account }, id) => world.books(account).payouts.get(id),
  },
  {
    method: 'POST',
    path: '/v1/payouts/:id/cancel',
    handle: ({ world, params }, id) => {
      params.end();
      return cancelPayout(world, id);
    },
  },
];
