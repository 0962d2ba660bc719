import type { productRoutes } from '@aisle/contract/products';
import type { Handlers } from '../core/serve.ts';
import { withoutCost } from '../sub-products/sub-products.service.ts';
import { duplicateProduct } from './product-copy.service.ts';
import { productPlaces, productSales } from './product-figures.queries.ts';
import { productHistory } from './product-history.queries.ts';
import { getProduct, listProducts, productChoices } from './products.queries.ts';
import {
  addProduct,
  addProductImages,
  changeProduct,
  removeProduct,
  removeProductImage,
  switchProduct,
  switchProducts,
} from './products.service.ts';

export const productHandlers: Handlers<typeof productRoutes> = {
  list: ({ tx, body, services }) => listProducts(tx, services.storage, body),
  create: ({ tx, actor, body, uploads, services }) => addProduct(tx, actor, services.storage, body, uploads),
  edit: ({ tx, actor, params, body, uploads, services }) =>
    changeProduct(tx, actor, services.storage, params.id, body, uploads),
  duplicate: ({ tx, actor, params, services }) => duplicateProduct(tx, actor, services.storage, params.id),
  sales: ({ tx, params, query }) => productSales(tx, params.id, query.locationId),
  places: ({ tx, params, query }) => productPlaces(tx, params.id, query.subProductId),
  history: ({ tx, params, body }) => productHistory(tx, params.id, body),
  show: async ({ tx, actor, params, services }) => {
    const product = await getProduct(tx, services.storage, params.id);
    return { ...product, subProducts: withoutCost(actor, product.subProducts) };
  },
  remove: ({ tx, actor, params, services }) => removeProduct(tx, actor, services.storage, params.id),
  deleteImage: ({ tx, actor, params, services }) =>
    removeProductImage(tx, actor, services.storage, params.id, params.imageId),
  addImages: ({ tx, actor, params, uploads, services }) =>
    addProductImages(tx, actor, services.storage, params.id, uploads),
  dropdown: ({ tx, query }) => productChoices(tx, query.search),
  updateStatus: ({ tx, actor, params, body, services }) =>
    switchProduct(tx, actor, services.storage, params.id, body.status),
  switchMany: ({ tx, actor, body }) => switchProducts(tx, actor, body),
};
