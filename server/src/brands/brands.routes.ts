import type { brandRoutes } from '@aisle/contract/brands';
import { type ConstraintProblems, taken } from '../core/database-problems.ts';
import type { Handlers } from '../core/serve.ts';
import { brandChoices, listBrands } from './brands.queries.ts';
import { addBrand, changeBrand, removeBrand, switchBrand } from './brands.service.ts';

export const brandHandlers: Handlers<typeof brandRoutes> = {
  list: ({ tx, body, services }) => listBrands(tx, services.storage, body),
  create: ({ tx, actor, body, uploads, services }) => addBrand(tx, actor, services.storage, body, uploads),
  edit: ({ tx, actor, params, body, uploads, services }) =>
    changeBrand(tx, actor, services.storage, params.id, body, uploads),
  remove: ({ tx, actor, params, services }) => removeBrand(tx, actor, services.storage, params.id),
  dropdown: ({ tx, query }) => brandChoices(tx, query.search),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchBrand(tx, actor, services.storage, params.id, body.status),
};

export const brandConstraints: ConstraintProblems = {
  brands_name: () => taken('name', 'This name'),
};
