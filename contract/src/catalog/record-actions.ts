import { deleteAction, switchActions } from '../system/bulk-actions.ts';
import { type Brand, brandRoutes } from './brands.ts';
import { type Tax, taxRoutes } from './taxes.ts';
import { type Vendor, vendorRoutes } from './vendors.ts';

const brandsInBulk = {
  list: brandRoutes.list,
  one: 'brand',
  many: 'brands',
  nameOf: ({ name }: Brand) => name,
};
export const brandActions = {
  ...switchActions({ ...brandsInBulk, route: brandRoutes.updateStatus }),
  delete: deleteAction({
    ...brandsInBulk,
    route: brandRoutes.remove,
    restore: brandRoutes.restore,
    refusal: ({ productCount }) => (productCount > 0 ? 'Products use it' : undefined),
  }),
};

const taxesInBulk = {
  list: taxRoutes.list,
  one: 'tax',
  many: 'taxes',
  nameOf: ({ name }: Tax) => name,
};
export const taxActions = {
  ...switchActions({ ...taxesInBulk, route: taxRoutes.updateStatus }),
  delete: deleteAction({
    ...taxesInBulk,
    route: taxRoutes.remove,
    restore: taxRoutes.restore,
    refusal: ({ categoryCount, productCount }) =>
      categoryCount + productCount > 0 ? 'Categories or products use it' : undefined,
  }),
};

const vendorsInBulk = {
  list: vendorRoutes.list,
  one: 'vendor',
  many: 'vendors',
  nameOf: ({ name }: Vendor) => name,
};
export const vendorActions = {
  ...switchActions({ ...vendorsInBulk, route: vendorRoutes.updateStatus }),
  delete: deleteAction({ ...vendorsInBulk, route: vendorRoutes.remove, restore: vendorRoutes.restore }),
};
