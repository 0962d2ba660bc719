import type { priceRoutes } from '@aisle/contract/warehouse/prices';
import type { Handlers } from '../../core/http/serve.ts';
import { priceGrid, savePrices } from './prices.service.ts';

export const priceHandlers: Handlers<typeof priceRoutes> = {
  grid: ({ tx, body }) => priceGrid(tx, body),
  save: ({ tx, actor, body }) => savePrices(tx, actor, body),
};
