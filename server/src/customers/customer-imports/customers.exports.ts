import { customerRoutes } from '@aisle/contract/customers/customers';
import { instant, number, text, yesNo } from '../../system/exports/columns.ts';
import { addressColumns, exportOf } from '../../system/exports/exportable.ts';
import { type CustomerLine, customerLines } from './customer-lines.queries.ts';

export const customerExports = {
  customers: exportOf<CustomerLine>(
    { title: 'Customers', route: customerRoutes.list, lines: customerLines },
    [
      text('First name', (customer) => customer.firstName),
      text('Last name', (customer) => customer.lastName),
      text('Email', (customer) => customer.email),
      text('Phone', (customer) => customer.phone),
      ...addressColumns<CustomerLine>((customer) => customer.address),
      text('Notes', (customer) => customer.notes),
      yesNo('Marketing consent', (customer) => customer.marketingConsent),
      text('Status', (customer) => customer.status),
      number('Orders', (customer) => customer.orderCount),
      instant('Last order', (customer) => customer.lastOrderAt),
      number('Coins', (customer) => customer.coinBalance),
      instant('Since', (customer) => customer.createdAt),
    ],
  ),
};
