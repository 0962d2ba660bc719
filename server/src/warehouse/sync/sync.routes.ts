import { syncNames, type syncRoutes } from '@aisle/contract/warehouse/sync';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { customerSync } from './records/sync-customers.ts';
import { productSync } from './records/sync-products.ts';
import { priceSync } from './stock/sync-prices.ts';
import { saleSync } from './stock/sync-sales.ts';
import { stockSync } from './stock/sync-stock.ts';
import { runSync } from './sync-call.ts';

export const syncHandlers: Handlers<typeof syncRoutes> = {
  products: (call) => runSync(call, productSync, call.body),
  prices: (call) => runSync(call, priceSync, call.body),
  stock: (call) => runSync(call, stockSync, call.body),
  customers: (call) => runSync(call, customerSync, call.body),
  sales: (call) => runSync(call, saleSync, call.body),
  other: () => {
    throw wrongField('name', `Use one of these names: ${syncNames.join(', ')}`);
  },
};
