import type { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const transferPages = [
  page({
    path: '/inventory/transfers',
    title: 'Transfers',
    permission: 'inventory_list',
    search: listSearch<typeof transferRoutes.list>(),
    screen: () => import('./transfer-list.tsx').then(({ TransferList }) => TransferList),
  }),
  page({
    path: '/inventory/transfers/add',
    title: 'New transfer',
    permission: 'inventory_edit',
    screen: () => import('./form/transfer-add.tsx').then(({ TransferAdd }) => TransferAdd),
  }),
  page({
    path: '/inventory/transfers/edit/$id',
    title: 'Edit transfer',
    permission: 'inventory_edit',
    screen: () => import('./form/transfer-edit.tsx').then(({ TransferEdit }) => TransferEdit),
  }),
  page({
    path: '/inventory/transfers/receive/$id',
    title: 'Receive transfer',
    permission: 'inventory_add',
    screen: () => import('./receipt/transfer-receive.tsx').then(({ TransferReceive }) => TransferReceive),
  }),
  page({
    path: '/inventory/transfers/$id',
    title: 'Transfer',
    permission: 'inventory_view',
    screen: () => import('./transfer-view.tsx').then(({ TransferView }) => TransferView),
  }),
] as const;
