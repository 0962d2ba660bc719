import type Stripe from 'stripe';
import type { ProviderTransaction } from '../../provider-transactions/provider-transactions.queries.ts';
import type { BalanceReader, BankPayout } from '../balance.ts';
import { idOf, instantOf, toTransaction } from './stripe-transactions.ts';

const pageSize = 100;

/** The balance of the marketplace's own account. */
export const stripeBalance = (stripe: Stripe): BalanceReader => ({
  transactionsSince: (since) => readTransactions(stripe, { created: { gte: secondsOf(since) } }, null),
  transactionsOf: (payoutId) => readTransactions(stripe, { payout: payoutId }, payoutId),
  payoutsSince: (since) => readPayouts(stripe, since),
});

const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000);

async function* readTransactions(
  stripe: Stripe,
  filter: Stripe.BalanceTransactionListParams,
  payoutId: string | null,
): AsyncGenerator<readonly ProviderTransaction[]> {
  let batch: ProviderTransaction[] = [];
  const all = stripe.balanceTransactions.list({ ...filter, limit: pageSize, expand: ['data.source'] });
  for await (const row of all) {
    const transaction = toTransaction(row, { ...namedBy(row), payoutId });
    // Stripe lists the payout itself among its contents.
    if (payoutId === null || transaction.sourceId !== payoutId) batch.push(transaction);
    if (batch.length < pageSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const idIn = (text: string | undefined): string | null => (text && uuid.test(text) ? text : null);

/** The charge, and the order that Aisle attached. Other programs can use the same account, with metadata of their own. */
function namedBy({ source }: Stripe.BalanceTransaction) {
  if (source === null || typeof source !== 'object') return {};
  const metadata = 'metadata' in source ? source.metadata : null;
  return { chargeId: chargeOf(source), orderId: idIn(metadata?.order) };
}

/** The charge of a payment, refund or dispute, or the transfer of its reversal. */
function chargeOf(source: Stripe.BalanceTransactionSource): string | null {
  if (source.object === 'charge' || source.object === 'transfer') return source.id;
  if (source.object === 'transfer_reversal') return idOf(source.transfer);
  return 'charge' in source ? idOf(source.charge) : null;
}

async function* readPayouts(stripe: Stripe, since: string): AsyncGenerator<BankPayout> {
  const all = stripe.payouts.list({ created: { gte: secondsOf(since) }, limit: pageSize });
  for await (const payout of all) {
    yield {
      id: payout.id,
      amount: payout.amount,
      arrivesOn: instantOf(payout.arrival_date).slice(0, 10),
      providerStatus: payout.status,
      status: statusOf(payout.status),
      isAutomatic: payout.automatic,
      isListed: payout.automatic && payout.reconciliation_status === 'completed',
    };
  }
}

function statusOf(status: string): BankPayout['status'] {
  switch (status) {
    case 'pending':
    case 'in_transit':
      return 'inTransit';
    case 'paid':
    case 'failed':
    case 'canceled':
      return status;
    default:
      return null;
  }
}
