import type { categoryRoutes } from '@aisle/contract/categories';
import { type ConstraintProblems, taken } from '../core/database-problems.ts';
import type { Handlers } from '../core/serve.ts';
import { categoryTree, getCategory, listCategories } from './categories.queries.ts';
import {
  addCategory,
  changeCategory,
  changeTaxes,
  removeCategory,
  sortCategories,
  switchCategory,
} from './categories.service.ts';
import { impactOf } from './category-impact.service.ts';
import { categoryProductBranch } from './category-products.service.ts';
import { getTaxFlow } from './category-taxes.queries.ts';
import { listSpecifications, specificationsOf } from './specifications.queries.ts';

export const categoryHandlers: Handlers<typeof categoryRoutes> = {
  list: ({ tx, body, services }) => listCategories(tx, services.storage, body),
  create: ({ tx, actor, body, uploads, services }) => addCategory(tx, actor, services.storage, body, uploads),
  edit: ({ tx, actor, params, body, uploads, services }) =>
    changeCategory(tx, actor, services.storage, params.id, body, uploads),
  remove: ({ tx, actor, params, services }) => removeCategory(tx, actor, services.storage, params.id),
  tree: ({ tx, services }) => categoryTree(tx, services.storage),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchCategory(tx, actor, services.storage, params.id, body.status),
  get: ({ tx, params, services }) => getCategory(tx, services.storage, params.id),
  specificationList: ({ tx, body }) => listSpecifications(tx, body),
  specificationsOf: ({ tx, params }) => specificationsOf(tx, params.id),
  taxFlow: ({ tx, params }) => getTaxFlow(tx, params.id),
  impact: ({ tx, params, body }) => impactOf(tx, params.id, body),
  editTax: ({ tx, actor, params, body, services }) =>
    changeTaxes(tx, actor, services.storage, params.id, body),
  sort: ({ tx, actor, body }) => sortCategories(tx, actor, body),
  productTree: ({ tx, actor, query, services }) => categoryProductBranch(tx, actor, services.storage, query),
};

export const categoryConstraints: ConstraintProblems = {
  categories_name: () => taken('name', 'This name'),
};
