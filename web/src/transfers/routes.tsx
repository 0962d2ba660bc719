import { pages } from '../core/pages.ts';

export const transferPages = pages(
  {
    path: '/inventory/transfers',
    title: 'Transfers',
    permission: 'inventory_list',
    list: true,
    screen: () => import('./transfer-list.tsx').then(({ TransferList }) => TransferList),
  },
  {
    path: '/inventory/transfers/add',
    title: 'New transfer',
    permission: 'inventory_edit',
    screen: () => import('./transfer-add.tsx').then(({ TransferAdd }) => TransferAdd),
  },
  {
    path: '/inventory/transfers/edit/$id',
    title: 'Edit transfer',
    permission: 'inventory_edit',
    screen: () => import('./transfer-edit.tsx').then(({ TransferEdit }) => TransferEdit),
  },
  {
    path: '/inventory/transfers/receive/$id',
    title: 'Receive transfer',
    permission: 'inventory_add',
    screen: () => import('./transfer-receive.tsx').then(({ TransferReceive }) => TransferReceive),
  },
  {
    path: '/inventory/transfers/$id',
    title: 'Transfer',
    permission: 'inventory_view',
    screen: () => import('./transfer-view.tsx').then(({ TransferView }) => TransferView),
  },
);
