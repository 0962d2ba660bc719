import type { BulkValue } from '@aisle/contract/catalog/bulk-change';
import type { BulkField, BulkRow } from '@aisle/contract/catalog/bulk-edits';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { Text } from '@mantine/core';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';

const badges: Record<string, string> = {
  none: 'None',
  newArrival: 'New arrival',
  bestSeller: 'Best seller',
  autoBestSeller: 'Best seller by sales',
};

const switchWords: Partial<Record<BulkField, [string, string]>> = {
  addToHomePage: ['Yes', 'No'],
  assigned: ['Sold', 'Not sold'],
  deleted: ['Deleted', '–'],
};

/** "$2.50", "Active", "–". */
export function valueText(field: BulkField, value: BulkValue): string {
  if (value === null) return field === 'taxIds' ? "Category's" : '–';
  if (typeof value === 'boolean') {
    const [yes, no] = switchWords[field] ?? ['Active', 'Inactive'];
    return value ? yes : no;
  }
  if (typeof value === 'string') return field === 'badge' ? (badges[value] ?? value) : value;
  return field === 'threshold' ? formatQuantity(value) : formatMoney(value);
}

interface BulkSampleProps {
  rows: readonly BulkRow[];
  field: BulkField;
  total: number;
}
/** The first rows before and after the change. */
export function BulkSample({ rows, field, total }: BulkSampleProps) {
  const hasPlaces = rows.some(({ locationName }) => locationName !== null);
  const columns: DataColumn<BulkRow>[] = [
    { header: 'Name', cell: (row) => <NameAndReason row={row} /> },
    ...(hasPlaces ? [{ header: 'Location', cell: (row: BulkRow) => row.locationName }] : []),
    { header: 'Current', cell: (row) => valueText(field, row.before), align: 'right' },
    {
      header: 'New',
      cell: (row) => (
        <span className={row.outcome === 'changed' ? 'bold' : undefined}>{valueText(field, row.after)}</span>
      ),
      align: 'right',
    },
  ];
  return (
    <>
      <DataTable
        label="The first rows"
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        empty="No matches."
        maxHeight="38vh"
      />
      {total > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          and {formatCount(total - rows.length)} more
        </Text>
      )}
    </>
  );
}

function NameAndReason({ row: { name, reason, outcome } }: { row: BulkRow }) {
  return (
    <>
      {name}
      {reason && (
        <Text size="xs" c={outcome === 'refused' ? 'var(--aisle-bad)' : 'var(--aisle-waiting)'}>
          {reason}
        </Text>
      )}
    </>
  );
}
