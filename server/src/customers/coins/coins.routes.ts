import type { coinRoutes } from '@aisle/contract/customers/coins';
import type { Handlers } from '../../core/http/serve.ts';
import { adjustCoins, coinHistory, explainCoins } from './coins.service.ts';

export const coinHandlers: Handlers<typeof coinRoutes> = {
  history: ({ tx, actor, body }) => coinHistory(tx, actor, body),
  explain: ({ tx, body }) => explainCoins(tx, body.customerId),
  adjust: ({ tx, actor, body }) => adjustCoins(tx, actor, body),
};
