import type { productRoutes } from '@aisle/contract/catalog/products';
import type { Handlers } from '../../core/http/serve.ts';
import { withoutCost } from '../sub-products/sub-products.service.ts';
import { switchProducts } from './bulk/product-status.service.ts';
import { duplicateProduct } from './copy/product-copy.service.ts';
import { productLocations, productSales } from './product-figures.queries.ts';
import { listProducts } from './product-list.queries.ts';
import { getProduct, productHistory } from './product-view.queries.ts';
import { productChoices } from './products.queries.ts';
import {
  addProduct,
  addProductImages,
  changeProduct,
  removeProduct,
  removeProductImage,
  switchProduct,
} from './products.service.ts';

export const productHandlers: Handlers<typeof productRoutes> = {
  list: ({ tx, actor, body, services }) => listProducts(tx, { actor, storage: services.storage }, body),
  create: (call) => addProduct(call, call.body, call.uploads),
  edit: (call) => changeProduct(call, call.params.id, call.body, call.uploads),
  duplicate: (call) => duplicateProduct(call, call.params.id),
  sales: ({ tx, params, query }) => productSales(tx, params.id, query.locationId),
  places: ({ tx, params, query }) => productLocations(tx, params.id, query.subProductId),
  history: ({ tx, params, body }) => productHistory(tx, params.id, body),
  show: async ({ tx, actor, params, services }) => {
    const product = await getProduct(tx, services.storage, params.id);
    return { ...product, subProducts: withoutCost(actor, product.subProducts) };
  },
  remove: (call) => removeProduct(call, call.params.id),
  deleteImage: (call) => removeProductImage(call, call.params.id, call.params.imageId),
  addImages: (call) => addProductImages(call, call.params.id, call.uploads),
  dropdown: ({ tx, query }) => productChoices(tx, query.search),
  updateStatus: (call) => switchProduct(call, call.params.id, call.body.status),
  switchMany: ({ tx, actor, body }) => switchProducts(tx, actor, body),
};
