import type { locationRoutes } from '@aisle/contract/locations/locations';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { assign, assignByFilter, productTree } from './assignment.service.ts';
import {
  deliveriesOf,
  listWithMissing,
  slotsOf,
  stockHealth,
  viewLocation,
} from './location-view.service.ts';
import { findAisles, locationChoices } from './locations.queries.ts';
import {
  addLocation,
  changeLocation,
  cloneLocation,
  removeLocation,
  switchLocation,
} from './locations.service.ts';

export const locationHandlers: Handlers<typeof locationRoutes> = {
  list: ({ tx, body, services }) => listWithMissing(tx, services.storage, body),
  create: (call) => addLocation(call, call.body, call.uploads),
  clone: (call) => cloneLocation(call, call.params.id, call.body),
  edit: (call) => changeLocation(call, call.params.id, call.body, call.uploads),
  remove: (call) => removeLocation(call, call.params.id),
  view: ({ tx, params, services }) => viewLocation(tx, services.storage, params.id),
  aisles: ({ tx, params }) => findAisles(tx, params.id),
  stockHealth: ({ tx, params }) => stockHealth(tx, params.id),
  deliveries: ({ tx, params }) => deliveriesOf(tx, params.id),
  slots: ({ tx, params, query, services }) => slotsOf(tx, services.storage, params.id, query.days),
  holidays: async ({ tx }) => (await getSettings(tx)).holidays,
  dropdown: ({ tx, query }) => locationChoices(tx, query.search),
  assign: ({ tx, actor, body }) => assign(tx, actor, body.locationId, body.subProducts),
  assignByFilter: ({ tx, actor, body }) => assignByFilter(tx, actor, body),
  productTree: ({ tx, actor, params, query }) => productTree(tx, actor, params.id, query),
  updateStatus: (call) => switchLocation(call, call.params.id, call.body.status),
};

export const locationConstraints: ConstraintProblems = {
  locations_code: () => taken('code', 'This code'),
};
