import type { userRoutes } from '@aisle/contract/system/users/users';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const userPages = [
  page({
    path: '/users',
    title: 'Users',
    permission: 'user_list',
    search: listSearch<typeof userRoutes.list>(),
    screen: () => import('./user-list.tsx').then(({ UserList }) => UserList),
  }),
  page({
    path: '/users/role/$id',
    title: 'Assign Role',
    userType: 'admin',
    screen: () => import('./assign-role.tsx').then(({ AssignRole }) => AssignRole),
  }),
] as const;
