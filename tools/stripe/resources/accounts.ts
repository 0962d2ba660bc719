import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { invalidParameter, missingParameter } from '../errors.ts';
import { mergeMetadata } from '../form.ts';
import { newId, type World } from '../world.ts';

/** What an Express account for transfers has to provide at its onboarding. */
const requiredDetails = [
  'business_type',
  'external_account',
  'representative.first_name',
  'tos_acceptance.date',
];
const linkSeconds = 300;

function requirements(due: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  };
}

/** Reads `capabilities[transfers][requested]`, the only capability that Aisle asks for. */
function readCapabilities({ params }: Call): boolean | undefined {
  return params.child('capabilities')?.child('transfers')?.flag('requested');
}

function createAccount(call: Call): Stripe.Account {
  const { world, params } = call;
  if (!params.choice('type', ['express'])) throw missingParameter('type');
  const country = params.text('country') ?? 'US';
  const email = params.text('email') ?? null;
  const businessType = params.choice('business_type', ['company', 'individual']) ?? null;
  const profile = params.child('business_profile');
  const name = profile?.text('name') ?? null;
  profile?.ignore('mcc', 'product_description', 'url');
  const transfers = readCapabilities(call) ?? false;
  const metadata = params.metadata();
  params.end();
  const account: Stripe.Account = world.accounts.add({
    id: newId('acct', 16),
    object: 'account',
    business_profile: { ...emptyProfile, name },
    business_type: businessType,
    capabilities: transfers ? { transfers: 'inactive' } : {},
    charges_enabled: false,
    country,
    created: world.clock.now(),
    default_currency: 'usd',
    details_submitted: false,
    email,
    future_requirements: requirements([]),
    metadata: mergeMetadata({}, metadata),
    payouts_enabled: false,
    requirements: requirements(requiredDetails),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'express',
  });
  world.books(account.id);
  return account;
}

const emptyProfile: Stripe.Account.BusinessProfile = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
};

function updateAccount(call: Call, id: string): Stripe.Account {
  const { world, params } = call;
  const account = world.accounts.get(id);
  const metadata = params.metadata();
  const email = params.text('email');
  const transfers = readCapabilities(call);
  params.end();
  account.metadata = mergeMetadata(account.metadata ?? {}, metadata);
  if (email !== undefined) account.email = email;
  if (transfers && !account.capabilities?.transfers) account.capabilities = { transfers: 'inactive' };
  announce(world, account);
  return account;
}

const announce = (world: World, account: Stripe.Account) =>
  world.emit('account.updated', account, { account: account.id });

/** A link to the onboarding page: it works once, for a few minutes. */
function createAccountLink({ world, params }: Call): Stripe.AccountLink {
  const account = world.accounts.get(params.requiredText('account'), 'account');
  if (params.choice('type', ['account_onboarding', 'account_update']) === undefined)
    throw missingParameter('type');
  const refreshUrl = params.requiredText('refresh_url');
  const returnUrl = params.requiredText('return_url');
  for (const [name, url] of Object.entries({ refresh_url: refreshUrl, return_url: returnUrl })) {
    if (!URL.canParse(url)) throw invalidParameter(name, `Not a valid URL: ${url}`);
  }
  params.choice('collect', ['currently_due', 'eventually_due']);
  params.end();
  const token = randomBytes(24).toString('base64url');
  const expiresAt = world.clock.now() + linkSeconds;
  world.accountLinks.set(token, { account: account.id, expiresAt, refreshUrl, returnUrl, opened: false });
  return {
    object: 'account_link',
    created: world.clock.now(),
    expires_at: expiresAt,
    url: `${world.url}/onboarding/${token}`,
  };
}

/** Sets what is missing in a connected account; without anything it may receive transfers and payouts. */
export function setMissing(world: World, id: string, missing: string[]): Stripe.Account {
  const account = world.accounts.get(id);
  const complete = missing.length === 0;
  account.details_submitted ||= complete;
  account.payouts_enabled = complete;
  account.requirements = requirements(missing);
  if (account.capabilities?.transfers) account.capabilities.transfers = complete ? 'active' : 'inactive';
  if (complete) account.tos_acceptance = { date: world.clock.now(), ip: '127.0.0.1', user_agent: null };
  announce(world, account);
  return account;
}

/** The owner disconnects the account from the platform. */
export function deauthorize(world: World, id: string): object {
  const account = world.accounts.get(id);
  if (account.capabilities) account.capabilities.transfers = 'inactive';
  const application = { id: newId('ca'), object: 'application', name: 'Aisle' };
  world.emit('account.application.deauthorized', application, { account: id });
  return application;
}

/** The platform's own account. */
function platformAccount({ world, account }: Call): object {
  if (account !== null) return world.accounts.get(account);
  const { automatic } = world.books(null);
  return {
    id: world.accountId,
    object: 'account',
    business_profile: { ...emptyProfile, name: 'Aisle' },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@aisle.example',
    metadata: {},
    payouts_enabled: true,
    settings: {
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: automatic ? 'daily' : 'manual' },
        statement_descriptor: null,
      },
    },
    type: 'standard',
  };
}

const balanceSettings = ({ world, account }: Call): Stripe.BalanceSettings => ({
  object: 'balance_settings',
  payments: {
    debit_negative_balances: true,
    payouts: {
      automatic_transfer_rules_by_currency: null,
      minimum_balance_by_currency: null,
      schedule: { interval: world.books(account).automatic ? 'daily' : 'manual' },
      statement_descriptor: null,
      status: 'enabled',
    },
    settlement_timing: { delay_days: 2, start_of_day: null },
  },
});

export const accountRoutes: ApiRoute[] = [
  { method: 'GET', path: '/v1/account', handle: platformAccount },
  { method: 'GET', path: '/v1/balance_settings', handle: balanceSettings },
  { method: 'POST', path: '/v1/accounts', handle: createAccount },
  {
    method: 'GET',
    path: '/v1/accounts',
    handle: (call) => listPage(call, { rows: call.world.accounts.newestFirst(), url: '/v1/accounts' }),
  },
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    handle: (call, id) => (id === call.world.accountId ? platformAccount(call) : call.world.accounts.get(id)),
  },
  { method: 'POST', path: '/v1/accounts/:id', handle: updateAccount },
  { method: 'POST', path: '/v1/account_links', handle: createAccountLink },
];
