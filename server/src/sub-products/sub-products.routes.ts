import type { subProductRoutes } from '@aisle/contract/sub-products';
import { type ConstraintProblems, valueIn } from '../core/database-problems.ts';
import { problem } from '../core/problem.ts';
import type { Handlers } from '../core/serve.ts';
import { listSubProducts, stockByLocation, subProductChoices } from './sub-products.queries.ts';
import {
  addSubProductImages,
  changeSubProduct,
  removeSubProduct,
  saveVariants,
  switchSubProduct,
  withoutCost,
} from './sub-products.service.ts';

export const subProductHandlers: Handlers<typeof subProductRoutes> = {
  list: async ({ tx, actor, body, services }) => {
    const { totalRecords, records, ...page } = await listSubProducts(tx, services.storage, body);
    return { ...page, records: withoutCost(actor, records), totalDocs: totalRecords };
  },
  saveEdit: ({ tx, actor, body, services }) => saveVariants(tx, actor, services.storage, body),
  edit: ({ tx, actor, params, body, services }) =>
    changeSubProduct(tx, actor, services.storage, params.id, body),
  remove: ({ tx, actor, params, services }) => removeSubProduct(tx, actor, services.storage, params.id),
  dropdown: ({ tx, query }) => subProductChoices(tx, query),
  showInventory: ({ tx, params }) => stockByLocation(tx, params.id),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchSubProduct(tx, actor, services.storage, params.id, body.status),
  addImages: ({ tx, actor, params, uploads, services }) =>
    addSubProductImages(tx, actor, services.storage, params.id, uploads),
};

export const subProductConstraints: ConstraintProblems = {
  sub_products_sku: (detail) =>
    problem(
      'subProducts.sku-taken',
      { sku: valueIn(detail) },
      { fields: [{ path: 'sku', message: 'This SKU is already taken' }] },
    ),
  sub_products_barcode: (detail) =>
    problem(
      'subProducts.barcode-taken',
      { barcode: valueIn(detail) },
      { fields: [{ path: 'barcode', message: 'This barcode is already taken' }] },
    ),
};
