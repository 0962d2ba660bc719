import type { driverRoutes } from '@aisle/contract/sales/drivers';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const driverPages = [
  page({
    path: '/driver',
    title: 'Drivers',
    permission: 'driver_list',
    search: listSearch<typeof driverRoutes.list>(),
    screen: () => import('./driver-list.tsx').then(({ DriverList }) => DriverList),
  }),
  page({
    path: '/driver/view/$id',
    title: 'Driver',
    permission: 'driver_view',
    screen: () => import('./driver-view.tsx').then(({ DriverScreen }) => DriverScreen),
  }),
] as const;
