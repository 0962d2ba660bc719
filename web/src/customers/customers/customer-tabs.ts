import type { CustomerView } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { RowAction } from '../../ui/list/rows/row.ts';

interface AboutCustomer {
  customer: CustomerView;
}
/** A tab of the customer page besides the overview. */
interface CustomerTab {
  /** The search param: ?tab=plan. */
  key: string;
  label: string;
  permission: Permission;
  /** Hidden from store users. */
  everywhere?: true;
  Tab: ComponentType<AboutCustomer>;
}
/** Parts of the customer page from other features; passed in by the router. */
export interface CustomerParts {
  tabs: readonly CustomerTab[];
  /** Buttons in the header, such as "New ticket". */
  actions?: readonly ComponentType<AboutCustomer>[];
  /** The header menu: rare or dangerous actions, after those of the page itself. */
  Menu: ComponentType<AboutCustomer & { more: readonly RowAction[] }>;
  /** Warnings about the customer, above the tabs. */
  Notice: ComponentType<AboutCustomer>;
}

interface Viewer {
  held: ReadonlySet<Permission>;
  isEverywhere: boolean;
}
/** The tabs that the user can see. */
export const tabsFor = (tabs: readonly CustomerTab[], { held, isEverywhere }: Viewer): CustomerTab[] =>
  tabs.filter(({ permission, everywhere }) => held.has(permission) && (!everywhere || isEverywhere));
