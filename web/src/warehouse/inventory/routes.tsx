import type { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

type Routes = typeof inventoryRoutes;
/** The lists of the tabs. */
type InventoryLists = Routes['list'] | Routes['levels'] | Routes['movements'] | Routes['asOf'];

export const inventoryPages = [
  page({
    path: '/inventory',
    title: 'Inventory',
    permission: 'inventory_list',
    search: listSearch<InventoryLists, { tab?: string }>(),
    screen: () => import('./inventory-list.tsx').then(({ Inventory }) => Inventory),
  }),
  page({
    path: '/inventory/$id',
    title: 'Inventory',
    permission: 'inventory_list',
    search: listSearch<InventoryLists, { tab?: string }>(),
    screen: () => import('./inventory-list.tsx').then(({ InventoryOfOne }) => InventoryOfOne),
  }),
  page({
    path: '/inventory/add',
    title: 'Receive stock',
    permission: 'inventory_add',
    search: textSearch('productId', 'locationId'),
    screen: () => import('./receipt/receive.tsx').then(({ Receive }) => Receive),
  }),
  page({
    path: '/inventory/why/$location/$id',
    title: 'Explain a stock level',
    permission: 'inventory_view',
    screen: () => import('./why.tsx').then(({ WhyScreen }) => WhyScreen),
  }),
  page({
    path: '/inventory/view/$id',
    title: 'Lot',
    permission: 'inventory_view',
    screen: () => import('./lot-view.tsx').then(({ LotScreen }) => LotScreen),
  }),
] as const;
