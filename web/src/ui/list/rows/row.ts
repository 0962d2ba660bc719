import { type ItemNames, itemName } from '@aisle/contract/core/item-name';
import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { Destination } from '../../../core/pages/screens.ts';

export interface RowAction {
  label: string;
  onClick: () => void;
  permission?: Permission;
  /** Dangerous actions come last, in red. */
  danger?: true;
}

export interface BulkAction<Row> {
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  permission?: Permission;
  danger?: true;
  /** Why the action can't be used with these rows: shown beside its button, which is then disabled. */
  problemOf?: (rows: readonly Row[]) => string | undefined;
  /** The selection is cleared afterwards; returning false keeps it (the user cancelled). */
  run: (rows: Row[]) => Promise<unknown>;
  /** Runs on all rows of the list's search and filters; without it, the action is only for selected rows. */
  runAll?: () => Promise<unknown>;
}

/** How a row opens: as a page (`link`, which can be undefined for a row), or over the list (`onOpen`). */
export interface RowOpening<Row> {
  link?: ((row: Row) => Destination | undefined) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
}

/** The fields that can name a record of a list, the best first. */
interface Named {
  name?: string;
  number?: string;
  firstName?: string;
  lastName?: string;
  fileName?: string;
  orderNumber?: string;
  customerName?: string;
  subProductData?: ItemNames;
  /** For jobs and notifications. */
  title?: string;
  text?: string;
}
/** The accessible name of a row: never its ID, which is meaningless to users. */
export function rowName(row: { _id: string }): string {
  const { name, number, firstName, lastName, ...known } = row as Named;
  const { fileName, orderNumber, customerName, subProductData, title, text } = known;
  const person = [firstName, lastName].filter(Boolean).join(' ');
  const about = orderNumber || customerName || (subProductData && itemName(subProductData));
  return name || number || person || fileName || about || title || text || 'this row';
}
