import type { BulkValue } from '@aisle/contract/catalog/bulk-change';
import { type BulkRow, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

/** Formats a value as a person types it: dollars, a quantity, yes or no. */
function asTyped({ field }: BulkRow, value: BulkValue): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value !== 'number' || field === 'threshold' ? value : (value / 100).toFixed(2);
}

export const bulkEditExports = {
  bulkEditRows: exportOf<BulkRow>(
    { title: 'Bulk edit', route: bulkEditRoutes.rows, withoutCustomers: true },
    [
      text('SKU', (row) => row.sku),
      text('Name', (row) => row.name),
      text('Location', (row) => row.locationName),
      text('Result', (row) => row.outcome),
      text('Before', (row) => asTyped(row, row.before)),
      text('After', (row) => asTyped(row, row.after)),
      text('Why', (row) => row.reason),
    ],
  ),
};
