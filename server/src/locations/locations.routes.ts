import type { locationRoutes } from '@aisle/contract/locations';
import { type ConstraintProblems, taken } from '../core/database-problems.ts';
import type { Handlers } from '../core/serve.ts';
import { assign, assignByFilter, productTree } from './assignment.service.ts';
import {
  deliveriesOf,
  pageOfLocations,
  slotsOf,
  stockHealth,
  viewLocation,
} from './location-view.service.ts';
import { locationChoices } from './locations.queries.ts';
import {
  addLocation,
  changeLocation,
  cloneLocation,
  removeLocation,
  switchLocation,
} from './locations.service.ts';

export const locationHandlers: Handlers<typeof locationRoutes> = {
  list: ({ tx, body, services }) => pageOfLocations(tx, services.storage, body),
  create: ({ tx, actor, body, uploads, services }) => addLocation(tx, actor, services.storage, body, uploads),
  clone: ({ tx, actor, params, body, services }) =>
    cloneLocation(tx, actor, services.storage, params.id, body),
  edit: ({ tx, actor, params, body, uploads, services }) =>
    changeLocation(tx, actor, services.storage, params.id, body, uploads),
  remove: ({ tx, actor, params, services }) => removeLocation(tx, actor, services.storage, params.id),
  view: ({ tx, params, services }) => viewLocation(tx, services.storage, params.id),
  stockHealth: ({ tx, params }) => stockHealth(tx, params.id),
  deliveries: ({ tx, params }) => deliveriesOf(tx, params.id),
  slots: ({ tx, params, query, services }) => slotsOf(tx, services.storage, params.id, query.days),
  dropdown: ({ tx, query }) => locationChoices(tx, query.search),
  assign: ({ tx, actor, body }) => assign(tx, actor, body.locationId, body.subProducts),
  assignByFilter: ({ tx, actor, body }) => assignByFilter(tx, actor, body),
  productTree: ({ tx, actor, params, query }) => productTree(tx, actor, params.id, query),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchLocation(tx, actor, services.storage, params.id, body.status),
};

export const locationConstraints: ConstraintProblems = {
  locations_code: () => taken('code', 'This code'),
};
