import type { BulkChange } from '@aisle/contract/catalog/bulk-edits';
import { formatCount } from '@aisle/contract/core/how-many';
import { Skeleton, Text } from '@mantine/core';
import { BulkSample } from './bulk-sample.tsx';
import classes from './sub-products.module.css';
import type { BulkPreview } from './use-bulk-preview.ts';

/** How many a change would change, what stands against it, and some of them. */
export function BulkPreviewPart({ change, preview }: { change: BulkChange; preview: BulkPreview }) {
  const { data, error } = preview;
  return (
    <>
      {error && <Text c="var(--aisle-bad)">{error.message}</Text>}
      {!data && !error && <Skeleton height={160} className="after-a-while" />}
      {data && (
        <>
          <p className={classes.counts} role="status">
            <b>{formatCount(data.changed)} will change</b>
            {data.same > 0 && <span>{formatCount(data.same)} already set</span>}
            {data.refused > 0 && <span>{formatCount(data.refused)} can't be changed</span>}
          </p>
          {data.problems.length > 0 && (
            <ul className={classes.problems}>
              {data.problems.map(({ reason, count, refuses }) => (
                <li key={reason} data-refuses={refuses || undefined}>
                  {formatCount(count)}: {reason}
                  {refuses && ' – not changed'}
                </li>
              ))}
            </ul>
          )}
          <BulkSample rows={data.sample} field={change.field} total={data.rows} />
        </>
      )}
    </>
  );
}
