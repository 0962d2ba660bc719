import type { BulkField } from '@aisle/contract/catalog/bulk-edits';
import { formatCount, howMany } from '@aisle/contract/core/how-many';
import { Skeleton, Text } from '@mantine/core';
import classes from './bulk-preview.module.css';
import { BulkSample } from './bulk-sample.tsx';
import type { BulkPreview } from './use-bulk-preview.ts';

interface BulkPreviewPartProps {
  field: BulkField;
  preview: BulkPreview;
  /** What is counted, where it isn't what was chosen. */
  unit?: string | undefined;
}

const change = { will: 'will change', cannot: "can't be changed", not: 'not changed' } as const;
const deletion = { will: 'will be deleted', cannot: "can't be deleted", not: 'kept' } as const;

/** How many rows a change would change, what prevents it, and the first of them. */
export function BulkPreviewPart({ field, preview, unit }: BulkPreviewPartProps) {
  const { data, error } = preview;
  const words = field === 'deleted' ? deletion : change;
  return (
    <>
      {error && <Text c="var(--aisle-bad)">{error.message}</Text>}
      {!data && !error && <Skeleton height={160} className="after-a-while" />}
      {data && (
        <>
          <p className={classes.counts} role="status">
            <b>
              {unit ? howMany(data.changed, unit) : formatCount(data.changed)} {words.will}
            </b>
            {data.same > 0 && <span>{formatCount(data.same)} already set</span>}
            {data.refused > 0 && (
              <span>
                {formatCount(data.refused)} {words.cannot}
              </span>
            )}
          </p>
          {data.problems.length > 0 && (
            <ul className={classes.problems}>
              {data.problems.map(({ reason, count, refuses }) => (
                <li key={reason} data-refuses={refuses || undefined}>
                  {formatCount(count)}: {reason}
                  {refuses && ` – ${words.not}`}
                </li>
              ))}
            </ul>
          )}
          <BulkSample rows={data.sample} field={field} total={data.rows} />
        </>
      )}
    </>
  );
}
