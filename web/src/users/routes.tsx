import { pages } from '../core/pages.ts';

export const userPages = pages(
  {
    path: '/users',
    title: 'Users',
    permission: 'user_list',
    list: true,
    screen: () => import('./user-list.tsx').then(({ UserList }) => UserList),
  },
  {
    path: '/users/role/$id',
    title: 'Assign Role',
    userType: 'admin',
    screen: () => import('./assign-role.tsx').then(({ AssignRole }) => AssignRole),
  },
);
