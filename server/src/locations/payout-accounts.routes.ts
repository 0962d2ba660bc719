import type { payoutAccountRoutes } from '@aisle/contract/payout-accounts';
import type { Handlers } from '../core/serve.ts';
import {
  changePayoutAccount,
  removePayoutAccount,
  revealPayoutAccount,
  showPayoutAccount,
} from './payout-accounts.service.ts';

export const payoutAccountHandlers: Handlers<typeof payoutAccountRoutes> = {
  get: ({ tx, params }) => showPayoutAccount(tx, params.id),
  save: ({ tx, actor, params, body, services }) =>
    changePayoutAccount(tx, actor, services.seals, params.id, body),
  reveal: ({ tx, actor, params, services }) => revealPayoutAccount(tx, actor, services.seals, params.id),
  remove: ({ tx, actor, params }) => removePayoutAccount(tx, actor, params.id),
};
