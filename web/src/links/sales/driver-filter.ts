import { driverRoutes } from '@aisle/contract/sales/drivers';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `driverId` of a list. */
export const driverFilter = lookup({
  name: 'driverId',
  label: 'Driver',
  route: driverRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('driver_list'),
});
