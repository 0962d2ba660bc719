import { type Tax, taxRoutes } from '@aisle/contract/catalog/taxes';
import { number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const taxExports = {
  taxes: exportOf<Tax>({ title: 'Taxes', route: taxRoutes.list, withoutCustomers: true }, [
    text('Name', (tax) => tax.name),
    number('Rate %', (tax) => tax.rate),
    text('Description', (tax) => tax.description),
    number('Categories', (tax) => tax.categoryCount),
    number('Products', (tax) => tax.productCount),
    yesNo('Active', (tax) => tax.status),
  ]),
};
