import type { priceRoutes } from '@aisle/contract/prices';
import type { Handlers } from '../core/serve.ts';
import { priceGrid, savePrices } from './prices.service.ts';

export const priceHandlers: Handlers<typeof priceRoutes> = {
  grid: ({ tx, body }) => priceGrid(tx, body),
  save: ({ tx, actor, body }) => savePrices(tx, actor, body),
};
