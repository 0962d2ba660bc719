import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';

/** Tabs of a location from other domains; passed in by the router. */
export interface LocationParts {
  StatementsTab: ComponentType<{ locationId: string }>;
}

/** The tabs of a location with the permission for each (either of two); everything else is on the first tab. */
export const locationTabs = [
  { key: 'overview', label: 'Overview', permission: 'store_view' },
  { key: 'hours', label: 'Hours', permission: 'store_view' },
  { key: 'delivery', label: 'Delivery', permission: 'store_view' },
  { key: 'assortment', label: 'Assortment', permission: 'category_product_tree', or: 'Assign_Product_View' },
  { key: 'aisles', label: 'Aisles', permission: 'store_view' },
  { key: 'rates', label: 'Tax and commission', permission: 'store_tax_comm_view' },
  { key: 'stock', label: 'Stock', permission: 'inventory_list' },
  { key: 'statements', label: 'Statements', permission: 'location_report' },
  { key: 'staff', label: 'Staff', permission: 'store_view' },
] as const satisfies { key: string; label: string; permission: Permission; or?: Permission }[];
export type LocationTab = (typeof locationTabs)[number]['key'];

type Guard = { permission: Permission; or?: Permission };
export const canSeeTab = (held: ReadonlySet<Permission>, { permission, or }: Guard): boolean =>
  held.has(permission) || (or !== undefined && held.has(or));

/** The tab in the URL if the user can see it; otherwise the default tab of the screen. */
export function tabFor(requested: unknown, held: ReadonlySet<Permission>, first: LocationTab): LocationTab {
  const open = locationTabs.filter((tab) => canSeeTab(held, tab));
  const tab = open.find(({ key }) => key === requested) ?? open.find(({ key }) => key === first) ?? open[0];
  return tab?.key ?? 'overview';
}
