import type { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { getMainOrder, listMainOrders } from './main-orders.queries.ts';
import { placeMainOrder, quote } from './main-orders.service.ts';
import { propose } from './proposal.ts';

export const mainOrderHandlers: Handlers<typeof mainOrderRoutes> = {
  list: ({ tx, actor, body }) => listMainOrders(tx, actor, body),
  view: ({ tx, actor, params }) => getMainOrder(tx, actor, params.id),
  propose: ({ tx, body }) => propose(tx, body),
  quote: (call) => quote(call, call.body),
  create: (call) => placeMainOrder(call, call.body),
};

export const mainOrderConstraints: ConstraintProblems = {
  main_orders_external: () => taken('externalId', 'This externalId'),
};
