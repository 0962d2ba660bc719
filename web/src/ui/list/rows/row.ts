import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';
import type { Destination } from '../../../core/pages/screens.ts';

export interface RowAction {
  label: string;
  onClick: () => void;
  permission?: Permission;
  /** Dangerous ones come last, in red. */
  danger?: true;
}

export interface BulkAction<Row> {
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  permission?: Permission;
  danger?: true;
  /** Why it can do nothing with these rows: said beside its button, which does nothing then. */
  problemOf?: (rows: readonly Row[]) => string | undefined;
  /** Clears the selection when done; returning false keeps it (the user cancelled). */
  run: (rows: Row[]) => Promise<unknown>;
}

/** How a row opens: as a page (`link`, which may know none for a row), or over the list (`onOpen`). */
export interface RowOpening<Row> {
  link?: ((row: Row) => Destination | undefined) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
}

/** By what the records of lists are known, the best first. */
interface Named {
  name?: string;
  number?: string;
  firstName?: string;
  lastName?: string;
  fileName?: string;
  orderNumber?: string;
  customerName?: string;
  subProductData?: { name: string };
  /** Of jobs and of notifications. */
  title?: string;
  text?: string;
}
/** The name of a row for screen readers: never its id, which means nothing to people. */
export function rowName(row: { _id: string }): string {
  const { name, number, firstName, lastName, ...known } = row as Named;
  const { fileName, orderNumber, customerName, subProductData, title, text } = known;
  const person = [firstName, lastName].filter(Boolean).join(' ');
  const about = orderNumber || customerName || subProductData?.name;
  return name || number || person || fileName || about || title || text || 'this row';
}
