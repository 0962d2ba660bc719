import type { brandRoutes } from '@aisle/contract/catalog/brands';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { brandChoices, listBrands } from './brands.queries.ts';
import { addBrand, changeBrand, removeBrand, restoreBrand, switchBrand } from './brands.service.ts';

export const brandHandlers: Handlers<typeof brandRoutes> = {
  list: ({ tx, body, services }) => listBrands(tx, services.storage, body),
  create: (call) => addBrand(call, call.body, call.uploads),
  edit: (call) => changeBrand(call, call.params.id, call.body, call.uploads),
  remove: (call) => removeBrand(call, call.params.id),
  restore: (call) => restoreBrand(call, call.params.id),
  dropdown: ({ tx, query }) => brandChoices(tx, query.search),
  updateStatus: (call) => switchBrand(call, call.params.id, call.body.status),
};

export const brandConstraints: ConstraintProblems = {
  brands_name: () => taken('name', 'This name'),
};
