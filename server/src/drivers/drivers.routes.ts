import type { driverRoutes } from '@aisle/contract/drivers';
import type { Handlers } from '../core/serve.ts';
import { driverChoices, listDrivers } from './drivers.queries.ts';
import { addDriver, changeDriver, removeDriver, switchDriver, viewDriver } from './drivers.service.ts';

export const driverHandlers: Handlers<typeof driverRoutes> = {
  list: ({ tx, body, services }) => listDrivers(tx, services.storage, body),
  create: ({ tx, actor, body, uploads, services }) => addDriver(tx, actor, services.storage, body, uploads),
  edit: ({ tx, actor, params, body, uploads, services }) =>
    changeDriver(tx, actor, services.storage, params.id, body, uploads),
  remove: ({ tx, actor, params, services }) => removeDriver(tx, actor, services.storage, params.id),
  view: ({ tx, params, services }) => viewDriver(tx, services.storage, params.id),
  dropdown: ({ tx, query }) => driverChoices(tx, query.search, query.locationId),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchDriver(tx, actor, services.storage, params.id, body.status),
};
