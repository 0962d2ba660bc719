import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { balanceOf, post } from '../books.ts';
import { ApiProblem } from '../errors.ts';
import { newId, type World } from '../world.ts';

function retrieveBalance({ world, account }: Call): Stripe.Balance {
  const part = (status: 'available' | 'pending') => {
    const amount = balanceOf(world, account, status);
    return [{ amount, currency: 'usd', source_types: { card: amount } }];
  };
  return {
    object: 'balance',
    available: part('available'),
    livemode: world.livemode,
    pending: part('pending'),
  };
}

/** The transactions of a payout are known for automatic payouts only, and once its reconciliation is completed. */
function transactionsOf({ world, account }: Call, payoutId: string): Stripe.BalanceTransaction[] {
  const books = world.books(account);
  const payout = books.payouts.get(payoutId, 'payout');
  if (!payout.automatic) {
    throw new ApiProblem(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
      {
        param: 'payout',
      },
    );
  }
  if (payout.reconciliation_status !== 'completed') {
    throw new ApiProblem('The reconciliation of this payout is not ready yet.', {
      code: 'payout_reconciliation_not_ready',
      param: 'payout',
    });
  }
  return books.transactions.newestFirst().filter(({ id }) => books.paidOutBy.get(id) === payoutId);
}

function listTransactions(call: Call) {
  const { world, params, account } = call;
  const payout = params.text('payout');
  const type = params.text('type');
  const source = params.text('source');
  params.text('currency');
  const rows = payout ? transactionsOf(call, payout) : world.books(account).transactions.newestFirst();
  const kept = rows.filter((row) => (!type || row.type === type) && (!source || row.source === source));
  return listPage(call, { rows: kept, url: '/v1/balance_transactions' });
}

/** Anything else that Stripe books, such as a monthly fee, or a category that it adds in the future. */
export function addTransaction(
  world: World,
  { amount, category }: { amount: number; category: string },
): Stripe.BalanceTransaction {
  const type = category === 'fee' ? 'stripe_fee' : 'adjustment';
  return post(world, { amount, type, reportingCategory: category, source: newId('other') });
}

export const balanceRoutes: ApiRoute[] = [
  { method: 'GET', path: '/v1/balance', handle: retrieveBalance },
  { method: 'GET', path: '/v1/balance_transactions', handle: listTransactions },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    handle: ({ world, account }, id) => world.books(account).transactions.get(id),
  },
];
