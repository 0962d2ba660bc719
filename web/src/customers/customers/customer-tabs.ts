import type { CustomerView } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { RowAction } from '../../ui/list/rows/row.ts';

interface AboutCustomer {
  customer: CustomerView;
}
/** What can be looked at of a customer beside the overview. */
interface CustomerTab {
  /** In the URL: ?tab=plan. */
  key: string;
  label: string;
  permission: Permission;
  /** Not for people of single locations. */
  everywhere?: true;
  Tab: ComponentType<AboutCustomer>;
}
/** What a customer shows of other features; the router hands it in. */
export interface CustomerParts {
  tabs: readonly CustomerTab[];
  /** Buttons in the head, such as "New ticket". */
  actions?: readonly ComponentType<AboutCustomer>[];
  /** The menu of the head: what is rare or dangerous, after what the record itself has for it. */
  Menu: ComponentType<AboutCustomer & { more: readonly RowAction[] }>;
  /** Above the tabs: what is unusual about the customer. */
  Notice: ComponentType<AboutCustomer>;
}

interface Viewer {
  held: ReadonlySet<Permission>;
  isEverywhere: boolean;
}
/** The tabs that a person may see. */
export const tabsFor = (tabs: readonly CustomerTab[], { held, isEverywhere }: Viewer): CustomerTab[] =>
  tabs.filter(({ permission, everywhere }) => held.has(permission) && (!everywhere || isEverywhere));
