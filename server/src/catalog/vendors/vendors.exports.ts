import { type Vendor, vendorRoutes } from '@aisle/contract/catalog/vendors';
import { text, yesNo } from '../../system/exports/columns.ts';
import { addressColumns, exportOf } from '../../system/exports/exportable.ts';

export const vendorExports = {
  vendors: exportOf<Vendor>({ title: 'Vendors', route: vendorRoutes.list, withoutCustomers: true }, [
    text('Name', (vendor) => vendor.name),
    text('Contact', (vendor) => vendor.contact),
    text('Email', (vendor) => vendor.email),
    text('Phone', (vendor) => vendor.phone),
    ...addressColumns<Vendor>((vendor) => vendor.address),
    text('Tax number', (vendor) => vendor.taxNumber),
    text('Payment terms', (vendor) => vendor.paymentTerms),
    yesNo('Active', (vendor) => vendor.status),
  ]),
};
