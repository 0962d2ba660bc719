import { pages } from '../core/pages.ts';

export const driverPages = pages(
  {
    path: '/driver',
    title: 'Drivers',
    permission: 'driver_list',
    list: true,
    screen: () => import('./driver-list.tsx').then(({ DriverList }) => DriverList),
  },
  {
    path: '/driver/view/$id',
    title: 'Driver',
    permission: 'driver_view',
    screen: () => import('./driver-view.tsx').then(({ DriverScreen }) => DriverScreen),
  },
);
