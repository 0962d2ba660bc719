import { type Category, categoryRoutes } from '@aisle/contract/catalog/categories';
import { number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const categoryExports = {
  categories: exportOf<Category>(
    { title: 'Categories', route: categoryRoutes.list, withoutCustomers: true },
    [
      text('Name', (category) => category.name),
      text('Parent', (category) => category.path.map(({ name }) => name).join(' > ')),
      number('Level', (category) => category.level),
      text('Description', (category) => category.description),
      number('Subcategories', (category) => category.childCount),
      number('Products', (category) => category.productCount),
      yesNo('Active', (category) => category.status),
    ],
  ),
};
