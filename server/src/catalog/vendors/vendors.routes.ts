import type { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { listVendors, vendorChoices, viewVendor } from './vendors.queries.ts';
import { addVendor, changeVendor, removeVendor, restoreVendor, switchVendor } from './vendors.service.ts';

export const vendorHandlers: Handlers<typeof vendorRoutes> = {
  list: ({ tx, body }) => listVendors(tx, body),
  create: ({ tx, actor, body }) => addVendor(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changeVendor(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removeVendor(tx, actor, params.id),
  restore: ({ tx, actor, params }) => restoreVendor(tx, actor, params.id),
  view: ({ tx, params }) => viewVendor(tx, params.id),
  dropdown: ({ tx, query }) => vendorChoices(tx, query.search),
  updateStatus: ({ tx, actor, params, body }) => switchVendor(tx, actor, params.id, body.status),
};

export const vendorConstraints: ConstraintProblems = {
  vendors_name: () => taken('name', 'This name'),
};
