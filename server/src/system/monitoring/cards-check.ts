import { pluralize } from '@aisle/contract/core/pluralize';
import { type StripeSettings, wrongKeyMode } from '../../core/settings.ts';
import { connected } from './connected.ts';
import { waitingGateways } from './doctor.queries.ts';
import { type Check, failure, ok, warning } from './doctor.ts';

interface Account {
  default_currency?: string;
  settings?: { payouts?: { schedule?: { interval?: string } } };
}

/** The events that Aisle handles, which the webhook endpoints have to send. */
export const handledEvents = {
  platform: [
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'payment_intent.requires_action',
    'charge.expired',
    'setup_intent.succeeded',
    'setup_intent.setup_failed',
    'checkout.session.completed',
    'checkout.session.expired',
    'payment_method.automatically_updated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'payout.paid',
    'payout.failed',
    'payout.canceled',
    'payout.reconciliation_completed',
  ],
  /** Of connected accounts, besides their payouts. */
  connect: ['account.updated', 'account.application.deauthorized'],
} as const;

/** Asks the account once whether it answers, and whether it would report to this installation. */
export const cards: Check = async ({ settings }) => {
  const { stripe, cardGateway, publicUrl, demo } = settings;
  if (!stripe) return [ok(`Cards are not charged through Stripe: CARD_GATEWAY is ${cardGateway}`)];
  const wrongMode = wrongKeyMode(settings);
  const found = wrongMode ? [demo ? failure(wrongMode) : warning(wrongMode)] : [];
  const account = await read<Account>(stripe, '/v1/account');
  if ('problem' in account) return [...found, failure(account.problem)];
  if (account.default_currency && account.default_currency !== 'usd') {
    found.push(failure('The account at Stripe does not settle in US dollars.'));
  }
  if (account.settings?.payouts?.schedule?.interval === 'manual') {
    found.push(
      warning(
        'Stripe pays out to the bank by hand only and then does not tell what a payout contains. Choose an automatic schedule.',
      ),
    );
  }
  return [...found, await endpointOf(stripe, `${publicUrl}/webhooks/stripe`)];
};

interface Endpoints {
  data: { url: string; status: string; enabled_events: string[] }[];
}
async function endpointOf(stripe: StripeSettings, url: string) {
  const endpoints = await read<Endpoints>(stripe, '/v1/webhook_endpoints?limit=100');
  if ('problem' in endpoints) return failure(endpoints.problem);
  const ours = endpoints.data.filter((endpoint) => endpoint.url === url && endpoint.status === 'enabled');
  if (ours.length === 0)
    return warning(`Stripe has no webhook endpoint ${url}. Add it, so that payments are confirmed at once.`);
  const sent = new Set(ours.flatMap((endpoint) => endpoint.enabled_events));
  // The second secret is that of the endpoint for connected accounts.
  const needed = [
    ...handledEvents.platform,
    ...(stripe.webhookSecrets.length > 1 ? handledEvents.connect : []),
  ];
  const missing = sent.has('*') ? [] : needed.filter((type) => !sent.has(type));
  return missing.length === 0
    ? ok('Stripe answers, and reports to this installation')
    : warning(`Stripe doesn't report ${missing.join(', ')}. Add these events to the webhook endpoint.`);
}

const patienceMs = 10_000;
async function read<Data>(
  { apiUrl, secretKey }: StripeSettings,
  path: string,
): Promise<Data | { problem: string }> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const response = await fetch(new URL(path, apiUrl), {
    headers,
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null);
  if (!response) return { problem: `${apiUrl} does not answer. Check the network and STRIPE_API_URL.` };
  if (response.status === 401) return { problem: 'Stripe rejects STRIPE_SECRET_KEY.' };
  if (!response.ok)
    return { problem: `Stripe answers ${path.split('?')[0]} with the status ${response.status}.` };
  return (await response.json()) as Data;
}

/** Payments wait for the keys of the gateway that took them. */
export const gateways: Check = async (examined) => {
  const waiting = await waitingGateways(connected(examined));
  const stuck = waiting.filter(({ provider }) => provider === 'stripe' && !examined.settings.stripe);
  if (stuck.length === 0) return [ok('No payment waits for keys of its card gateway')];
  return stuck.map(({ provider, count }) =>
    failure(
      `${pluralize(count, 'request')} to ${provider} can't be sent without its keys. Set STRIPE_SECRET_KEY.`,
    ),
  );
};
