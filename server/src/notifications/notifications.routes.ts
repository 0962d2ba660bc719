import type { notificationRoutes } from '@aisle/contract/notifications';
import type { Handlers } from '../core/serve.ts';
import { outOfStock } from './notifications.queries.ts';

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  get: ({ tx }) => outOfStock(tx),
};
