import type { documentRoutes } from '@aisle/contract/sales/documents';
import type { Handlers } from '../../core/http/serve.ts';
import { printOrders } from './documents.service.ts';

export const documentHandlers: Handlers<typeof documentRoutes> = {
  create: (call) => printOrders(call, call.body),
};
