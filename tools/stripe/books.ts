import type Stripe from 'stripe';
import { newId, type World } from './world.ts';

interface Entry {
  amount: number;
  fee?: number;
  type: Stripe.BalanceTransaction.Type;
  reportingCategory: string;
  source: string;
  description?: string;
  /** When the amount can be paid out; at once if missing. */
  availableOn?: number;
}

/** US cards settle after two business days; the stand-in counts every day as one. */
export const settlementSeconds = 2 * 24 * 3600;

/** The fee of a US card: 2.9% and 30 cents, rounded half-up. */
export const cardFee = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30;

/** Adds a transaction to the balance of the platform or of a connected account. */
export function post(world: World, entry: Entry, account: string | null = null): Stripe.BalanceTransaction {
  const { amount, fee = 0, type, reportingCategory, source, description, availableOn } = entry;
  const now = world.clock.now();
  const row: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn ?? now,
    balance_type: 'payments',
    created: now,
    currency: 'usd',
    description: description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: 'usd',
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: reportingCategory,
    source,
    status: availableOn !== undefined && availableOn > now ? 'pending' : 'available',
    type,
  };
  if (row.status === 'pending')
    world.clock.at(row.available_on, () => Object.assign(row, { status: 'available' }));
  return world.books(account).transactions.add(row);
}

/** The sum of the transactions in a status. A payout is a transaction, so what it paid out is gone. */
export function balanceOf(world: World, account: string | null, status: 'available' | 'pending'): number {
  return world
    .books(account)
    .transactions.newestFirst()
    .reduce((sum, row) => (row.status === status ? sum + row.net : sum), 0);
}
