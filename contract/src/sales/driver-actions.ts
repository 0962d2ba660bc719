import { switchActions } from '../system/bulk-actions.ts';
import { type DriverRow, driverRoutes } from './drivers.ts';

export const driverActions = switchActions({
  list: driverRoutes.list,
  route: driverRoutes.updateStatus,
  one: 'driver',
  many: 'drivers',
  nameOf: ({ name }: DriverRow) => name,
});
