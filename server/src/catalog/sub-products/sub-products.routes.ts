import type { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { withTotalDocs } from '@aisle/contract/core/page';
import { type ConstraintProblems, valueIn } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { listSubProducts, stockByLocation, subProductChoices } from './sub-products.queries.ts';
import {
  addSubProductImages,
  changeSubProduct,
  removeSubProduct,
  switchSubProduct,
  withoutCost,
} from './sub-products.service.ts';
import { saveVariants } from './variants.service.ts';

export const subProductHandlers: Handlers<typeof subProductRoutes> = {
  list: ({ tx, actor, body, services }) =>
    listSubProducts(tx, { actor, storage: services.storage }, body).map((page) =>
      withTotalDocs({ ...page, records: withoutCost(actor, page.records) }),
    ),
  saveEdit: (call) => saveVariants(call, call.body),
  edit: (call) => changeSubProduct(call, call.params.id, call.body),
  remove: (call) => removeSubProduct(call, call.params.id),
  dropdown: ({ tx, actor, query }) => subProductChoices(tx, actor, query),
  showInventory: ({ tx, params }) => stockByLocation(tx, params.id),
  updateStatus: (call) => switchSubProduct(call, call.params.id, call.body.status),
  addImages: (call) => addSubProductImages(call, call.params.id, call.uploads),
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
