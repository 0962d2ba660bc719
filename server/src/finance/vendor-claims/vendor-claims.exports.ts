import { itemName } from '@aisle/contract/core/item-name';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import {
  type VendorClaim,
  type VendorClaimLine,
  type VendorDueRow,
  vendorClaimRoutes,
  vendorClaimStatusLabels,
} from '@aisle/contract/finance/vendor-claims';
import { day, instant, money, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const vendorClaimExports = {
  vendorClaims: exportOf<VendorClaim>(
    { title: 'Vendor claims', route: vendorClaimRoutes.list, withoutCustomers: true },
    [
      text('Number', (claim) => claim.number),
      text('Vendor', ({ vendor }) => vendor.name),
      text('Status', ({ status }) => vendorClaimStatusLabels[status]),
      day('From', (claim) => claim.from),
      day('To', (claim) => claim.to),
      money('Amount', (claim) => claim.amount),
      text('Method', ({ payment }) => payment && payoutMethodLabels[payment.method]),
      text('Reference', ({ payment }) => payment?.reference),
      day('Paid on', ({ payment }) => payment?.paidOn ?? null),
      text('Created by', (claim) => claim.createdBy),
      instant('Created', (claim) => claim.createdAt),
    ],
  ),
  vendorClaimsDue: exportOf<VendorDueRow>(
    { title: 'Unclaimed amounts', route: vendorClaimRoutes.due, withoutCustomers: true },
    [
      text('Vendor', (due) => due.vendorName),
      day('Since', (due) => due.since),
      money('Not on a claim yet', (due) => due.amount),
    ],
  ),
  vendorClaimLines: exportOf<VendorClaimLine>(
    { title: 'Lines of a claim', route: vendorClaimRoutes.lines, withoutCustomers: true },
    [
      day('Date', (line) => line.day),
      text('Location', (line) => line.locationName),
      text('Order', ({ order }) => order.number),
      text('Type', ({ isRefund }) => (isRefund ? 'Refund' : 'Sale')),
      text('Item', ({ item }) => (item ? itemName(item) : 'Delivery fee')),
      text('SKU', ({ item }) => item?.sku),
      text('Promotion', ({ promotion }) => promotion.number),
      text('Label', ({ promotion }) => promotion.label),
      number('Units', (line) => line.units),
      money('Amount', (line) => line.amount),
    ],
  ),
};
