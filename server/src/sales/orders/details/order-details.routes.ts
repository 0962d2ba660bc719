import type { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { Handlers } from '../../../core/http/serve.ts';
import { editDetails, orderAgain, planDetails } from './order-details.service.ts';

export const orderDetailHandlers: Handlers<typeof orderDetailRoutes> = {
  edit: ({ tx, actor, params, body }) => editDetails(tx, actor, params.id, body),
  plan: ({ tx, params, body }) => planDetails(tx, params.id, body),
  again: ({ tx, params }) => orderAgain(tx, params.id),
};
