import type { documentRoutes } from '@aisle/contract/documents';
import type { Handlers } from '../core/serve.ts';
import { printOrders } from './documents.service.ts';

export const documentHandlers: Handlers<typeof documentRoutes> = {
  create: ({ tx, actor, body, services }) => printOrders(tx, actor, services, body),
};
