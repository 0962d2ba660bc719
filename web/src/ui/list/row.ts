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

interface Named {
  name?: unknown;
  number?: unknown;
  _id: string;
}
/** What to call a row aloud. */
export function rowName(row: { _id: string }): string {
  const { name, number, _id } = row as Named;
  return String(name ?? number ?? _id);
}
