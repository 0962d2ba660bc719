import { customerFileFields } from '@aisle/contract/customers/customer-import-fields';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { addressColumns, exportOf } from '../../system/exports/exportable.ts';
import { type CustomerLine, customerLines } from './customer-import.queries.ts';

const fileColumns = (Object.keys(customerFileFields) as (keyof typeof customerFileFields)[]).map((field) => {
  const { label, shown } = { shown: 'text', ...customerFileFields[field] };
  return (shown === 'yesNo' ? yesNo : text)<CustomerLine>(label, (customer) => customer[field]);
});

export const customerExports = {
  customers: exportOf<CustomerLine>(
    { title: 'Customers', route: customerRoutes.list, lines: customerLines },
    [
      text('First name', (customer) => customer.firstName),
      text('Last name', (customer) => customer.lastName),
      text('Email', (customer) => customer.email),
      text('Phone', (customer) => customer.phone),
      ...addressColumns<CustomerLine>((customer) => customer.address),
      ...fileColumns,
      text('Status', (customer) => customer.status),
      number('Orders', (customer) => customer.orderCount),
      instant('Last order', (customer) => customer.lastOrderAt),
      number('Coins', (customer) => customer.coinBalance),
      instant('Since', (customer) => customer.createdAt),
    ],
  ),
};
