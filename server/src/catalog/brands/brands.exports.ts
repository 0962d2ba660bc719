import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const brandExports = {
  brands: exportOf<Brand>({ title: 'Brands', route: brandRoutes.list, withoutCustomers: true }, [
    text('Name', (brand) => brand.name),
    number('Products', (brand) => brand.productCount),
    yesNo('Active', (brand) => brand.status),
    instant('Changed', (brand) => brand.updatedAt),
  ]),
};
