import type { searchRoutes } from '@aisle/contract/search';
import type { Handlers } from '../core/serve.ts';
import { findBrands, findCustomers, findOrders, findProducts, findSubProducts } from './search.queries.ts';

export const searchHandlers: Handlers<typeof searchRoutes> = {
  find: async ({ tx, actor, query: { q } }) => {
    const may = (permission: Parameters<typeof actor.permissions.has>[0]) =>
      actor.permissions.has(permission);
    return {
      orders: may('order_list') ? await findOrders(tx, q) : [],
      customers: may('customer_list') ? await findCustomers(tx, actor, q) : [],
      products: may('product_list') ? await findProducts(tx, q) : [],
      subProducts: may('sub_product_list') ? await findSubProducts(tx, q) : [],
      brands: may('brand_list') ? await findBrands(tx, q) : [],
    };
  },
};
