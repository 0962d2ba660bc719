import type { productStoreRoutes } from '@aisle/contract/catalog/product-stores';
import type { Handlers } from '../../core/http/serve.ts';
import { storesOf } from './product-stores.queries.ts';
import { sellAtStores } from './product-stores.service.ts';

export const productStoreHandlers: Handlers<typeof productStoreRoutes> = {
  list: async ({ tx, params }) => ({ stores: await storesOf(tx, params.id) }),
  save: async ({ tx, actor, params, body }) => ({ stores: await sellAtStores(tx, actor, params.id, body) }),
};
