import type { categoryRoutes } from '@aisle/contract/catalog/categories';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { getCategory, listCategories } from './categories.queries.ts';
import {
  addCategory,
  changeCategory,
  changeTaxes,
  removeCategory,
  restoreCategory,
  sortCategories,
  switchCategory,
} from './categories.service.ts';
import { getTaxFlow } from './category-taxes.queries.ts';
import { impactOf } from './impact/category-impact.service.ts';
import { mergeCategory } from './impact/category-merge.service.ts';
import { listSpecifications, specificationsOf } from './specifications/specifications.queries.ts';
import { categoryProductBranch } from './tree/category-products.service.ts';
import { categoryTree } from './tree/category-tree.queries.ts';

export const categoryHandlers: Handlers<typeof categoryRoutes> = {
  list: ({ tx, body, services }) => listCategories(tx, services.storage, body),
  create: (call) => addCategory(call, call.body, call.uploads),
  edit: (call) => changeCategory(call, call.params.id, call.body, call.uploads),
  merge: (call) => mergeCategory(call, call.params.id, call.body.intoId),
  remove: (call) => removeCategory(call, call.params.id),
  restore: (call) => restoreCategory(call, call.params.id),
  tree: ({ tx, query, services }) => categoryTree(tx, services.storage, query),
  updateStatus: (call) => switchCategory(call, call.params.id, call.body.status),
  get: ({ tx, params, services }) => getCategory(tx, services.storage, params.id),
  specificationList: ({ tx, body }) => listSpecifications(tx, body),
  specificationsOf: ({ tx, params }) => specificationsOf(tx, params.id),
  taxFlow: ({ tx, params }) => getTaxFlow(tx, params.id),
  impact: ({ tx, params, body }) => impactOf(tx, params.id, body),
  editTax: (call) => changeTaxes(call, call.params.id, call.body),
  sort: ({ tx, actor, body }) => sortCategories(tx, actor, body),
  productTree: (call) => categoryProductBranch(call, call.query),
};

export const categoryConstraints: ConstraintProblems = {
  categories_name: () => taken('name', 'This name'),
};
