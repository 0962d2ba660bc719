import type { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import type { Handlers } from '../../core/http/serve.ts';
import {
  changePayoutAccount,
  removePayoutAccount,
  revealPayoutAccount,
  showPayoutAccount,
} from './payout-accounts.service.ts';
import { showOnboarding, startOnboarding } from './payout-onboarding.service.ts';

export const payoutAccountHandlers: Handlers<typeof payoutAccountRoutes> = {
  get: ({ tx, params }) => showPayoutAccount(tx, params.id),
  save: (call) => changePayoutAccount(call, call.params.id, call.body),
  onboarding: ({ tx, services, params }) => showOnboarding(tx, services.settings, params.id),
  startOnboarding: (call) => startOnboarding(call, call.params.id),
  reveal: (call) => revealPayoutAccount(call, call.params.id),
  remove: ({ tx, actor, params }) => removePayoutAccount(tx, actor, params.id),
};
