import { allPermissions, type Permission, withNeeded } from '@aisle/contract/permissions';

interface RoleTemplate {
  name: string;
  permissions: readonly Permission[];
}

const all = (...starts: string[]): Permission[] =>
  allPermissions.filter((key) => starts.some((start) => key.startsWith(start)));

/** Starting points for common jobs. */
export const roleTemplates: readonly RoleTemplate[] = [
  { name: 'Picker', permissions: ['order_edit', 'inventory_list', 'sub_product_list'] },
  {
    name: 'Buyer',
    permissions: ['inventory_add', 'inventory_edit', 'vendor_add', 'vendor_edit', 'sub_product_view'],
  },
  {
    name: 'Catalog manager',
    permissions: [...all('category_', 'brand_', 'product_', 'sub_product_'), 'tax_view', 'assign_subProduct'],
  },
  {
    name: 'Customer service',
    permissions: [
      'order_edit',
      'cancel_order',
      'customer_edit',
      'support_add',
      'support_edit',
      'support_reply',
      'support_dashboard',
    ],
  },
  {
    name: 'Location manager',
    permissions: [
      ...all('order_', 'inventory_', 'driver_'),
      'cancel_order',
      'customer_view',
      'store_edit',
      'store_tax_comm_view',
      'assign_subProduct',
      'Assign_Product_View',
      'location_report',
    ],
  },
  {
    name: 'Bookkeeper',
    permissions: [
      'order_view',
      'store_tax_comm_view',
      'statement_generate',
      'statement_payment',
      'statement_all_view',
      'dispute_edit',
      // For the cash that drivers haven't handed in.
      'driver_view',
    ],
  },
];

/** The permissions of `wanted` that a user with `mine` can grant: their own, and those that the other user already has. */
export const grantable = (
  wanted: Iterable<Permission>,
  mine: ReadonlySet<Permission>,
  held: ReadonlySet<Permission>,
): Set<Permission> =>
  withNeeded(
    [...wanted].filter((key) => [...withNeeded([key])].every((one) => mine.has(one) || held.has(one))),
  );
