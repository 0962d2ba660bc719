import type { Permission } from '@aisle/contract/permissions';
import type { ComponentType } from 'react';

export interface RowAction {
  label: string;
  onClick: () => void;
  permission?: Permission;
  /** Dangerous ones stand last, in red. */
  danger?: true;
}

export interface BulkAction<Row> {
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  permission?: Permission;
  danger?: true;
  /** The selection is let go when this is done; answering false keeps it (the person thought better of it). */
  run: (rows: Row[]) => Promise<unknown>;
}

/** How a row opens: as a page of its own (`link`, a path), or over the list (`onOpen`). */
export interface RowOpening<Row> {
  link?: ((row: Row) => string) | undefined;
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
  subProductData?: { name: string };
}
/** What to call a row aloud: never by its id, which nobody can tell from another. */
export function rowName(row: { _id: string }): string {
  const { name, number, firstName, lastName, fileName, orderNumber, subProductData } = row as Named;
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return name || number || person || fileName || orderNumber || subProductData?.name || 'this row';
}
