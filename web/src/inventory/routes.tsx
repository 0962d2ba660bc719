import { pages } from '../core/pages.ts';

export const inventoryPages = pages(
  {
    path: '/inventory',
    title: 'Inventory',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./inventory-list.tsx').then(({ Inventory }) => Inventory),
  },
  {
    path: '/inventory/$id',
    title: 'Inventory',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./inventory-list.tsx').then(({ InventoryOfOne }) => InventoryOfOne),
  },
  {
    path: '/inventory/add',
    title: 'Receive stock',
    permission: 'inventory_add',
    screen: () => import('./receive.tsx').then(({ Receive }) => Receive),
  },
  {
    path: '/inventory/why/$location/$id',
    title: 'How a figure came about',
    permission: 'inventory_view',
    screen: () => import('./why.tsx').then(({ WhyScreen }) => WhyScreen),
  },
  {
    path: '/inventory/view/$id',
    title: 'Lot',
    permission: 'inventory_view',
    screen: () => import('./lot-view.tsx').then(({ LotScreen }) => LotScreen),
  },
);
