import type { driverRoutes } from '@aisle/contract/sales/drivers';
import type { Handlers } from '../../core/http/serve.ts';
import { driverChoices, listDrivers } from './drivers.queries.ts';
import { addDriver, changeDriver, removeDriver, switchDriver, viewDriver } from './drivers.service.ts';

export const driverHandlers: Handlers<typeof driverRoutes> = {
  list: ({ tx, body, services }) => listDrivers(tx, services.storage, body),
  create: (call) => addDriver(call, call.body, call.uploads),
  edit: (call) => changeDriver(call, call.params.id, call.body, call.uploads),
  remove: (call) => removeDriver(call, call.params.id),
  view: ({ tx, params, services }) => viewDriver(tx, services.storage, params.id),
  dropdown: ({ tx, query }) => driverChoices(tx, query.search, query.locationId),
  updateStatus: (call) => switchDriver(call, call.params.id, call.body.status),
};
