import type { creditRoutes } from '@aisle/contract/customers/credits';
import type { Handlers } from '../../core/http/serve.ts';
import { adjustCredit, creditHistory } from './credits.service.ts';

export const creditHandlers: Handlers<typeof creditRoutes> = {
  history: ({ tx, body }) => creditHistory(tx, body),
  adjust: ({ tx, actor, body }) => adjustCredit(tx, actor, body),
};
