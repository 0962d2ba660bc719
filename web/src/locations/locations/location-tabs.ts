import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';

/** What a location shows of the domains above it; the router hands it in. */
export interface LocationParts {
  StatementsTab: ComponentType<{ locationId: string }>;
}

/** What can be looked at of a location, and who may (either of two); the rest is on its first tab. */
export const locationTabs = [
  { key: 'overview', label: 'Overview', permission: 'store_view' },
  { key: 'hours', label: 'Hours', permission: 'store_view' },
  { key: 'delivery', label: 'Delivery', permission: 'store_view' },
  { key: 'assortment', label: 'Assortment', permission: 'category_product_tree', or: 'Assign_Product_View' },
  { key: 'rates', label: 'Tax and commission', permission: 'store_tax_comm_view' },
  { key: 'stock', label: 'Stock', permission: 'inventory_list' },
  { key: 'statements', label: 'Statements', permission: 'location_report' },
  { key: 'staff', label: 'Staff', permission: 'store_view' },
] as const satisfies { key: string; label: string; permission: Permission; or?: Permission }[];
export type LocationTab = (typeof locationTabs)[number]['key'];

type Guard = { permission: Permission; or?: Permission };
export const canSeeTab = (held: ReadonlySet<Permission>, { permission, or }: Guard): boolean =>
  held.has(permission) || (or !== undefined && held.has(or));

/** The tab that the URL names, if the person may see it; else the one that the screen opens with. */
export function tabFor(requested: unknown, held: ReadonlySet<Permission>, first: LocationTab): LocationTab {
  const open = locationTabs.filter((tab) => canSeeTab(held, tab));
  const tab = open.find(({ key }) => key === requested) ?? open.find(({ key }) => key === first) ?? open[0];
  return tab?.key ?? 'overview';
}
