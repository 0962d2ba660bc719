import type { BulkChange, BulkRow, BulkValue } from '@aisle/contract/bulk-edits';
import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { Text } from '@mantine/core';
import classes from './sub-products.module.css';

/** "$2.50", "Active", "–". */
export function valueText(field: BulkChange['field'], value: BulkValue): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'Active' : 'Inactive';
  return field === 'threshold' ? formatQuantity(value) : formatMoney(value);
}

interface BulkSampleProps {
  rows: readonly BulkRow[];
  field: BulkChange['field'];
  total: number;
}
/** The first rows, before and after. */
export function BulkSample({ rows, field, total }: BulkSampleProps) {
  if (rows.length === 0) return <Text c="dimmed">Nothing fits.</Text>;
  const hasPlaces = rows.some(({ locationName }) => locationName !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.sample} tabIndex={0} aria-label="The first rows">
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Name</th>
            {hasPlaces && <th>Location</th>}
            <th className={classes.right}>Now</th>
            <th className={classes.right}>Then</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <td>
                {row.name}
                {row.reason && (
                  <Text size="xs" c={row.outcome === 'refused' ? 'var(--aisle-bad)' : 'var(--aisle-waiting)'}>
                    {row.reason}
                  </Text>
                )}
              </td>
              {hasPlaces && <td>{row.locationName}</td>}
              <td className={classes.right}>{valueText(field, row.before)}</td>
              <td className={`${classes.right} ${row.outcome === 'changed' ? classes.after : ''}`}>
                {valueText(field, row.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          and {(total - rows.length).toLocaleString('en-US')} more
        </Text>
      )}
    </section>
  );
}
