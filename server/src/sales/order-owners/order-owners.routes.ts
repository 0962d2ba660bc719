import type { orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { Handlers } from '../../core/http/serve.ts';
import { findOwners, findTags } from './order-owners.queries.ts';
import { assignOrders } from './order-owners.service.ts';

export const orderOwnerHandlers: Handlers<typeof orderOwnerRoutes> = {
  assign: async ({ tx, actor, body }) => {
    const { changed } = await assignOrders(tx, actor, body);
    return { changed };
  },
  owners: ({ tx, actor, query }) => findOwners(tx, actor, query),
  tags: ({ tx, query }) => findTags(tx, query.search),
};
