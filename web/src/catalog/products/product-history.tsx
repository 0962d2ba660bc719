import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import { howMany } from '@aisle/contract/core/how-many';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { type FieldChange, fieldChanges, valueText } from '../../ui/record-changes.ts';
import { Panel } from '../../ui/record-page.tsx';
import { DateText } from '../../ui/values.tsx';
import classes from './products.module.css';

const first = 5;
const more = 50;

/** Who changed what, the newest first: each field before and after. */
export function ProductHistory({ product }: { product: Product }) {
  const [limit, setLimit] = useState(first);
  const query = useQuery({
    ...read(productRoutes.history, { params: { id: product._id }, body: { limit } }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  const entries = query.data?.records ?? [];
  return (
    <Panel title="History">
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} className="after-a-while" />}
      {query.data && entries.length === 0 && <Text c="dimmed">No changes yet.</Text>}
      <ol className={classes.history}>
        {entries.map((entry) => (
          <li key={entry._id}>
            <div className={classes.historyHead}>
              <span>
                <bdi className={classes.who}>{entry.actorName}</bdi> {didWhat(entry, product)}
              </span>
              <DateText value={entry.at} withTime />
            </div>
            {entry.action !== 'create' && <Changes changes={shown(entry)} />}
          </li>
        ))}
      </ol>
      {query.data?.nextCursor && limit === first && (
        <Button variant="default" size="sm" onClick={() => setLimit(more)} loading={query.isFetching}>
          Show more
        </Button>
      )}
      {query.data?.nextCursor && limit === more && (
        <Text size="sm" c="dimmed">
          Older changes are in the audit log.
        </Text>
      )}
    </Panel>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ path, label, before, after }) => (
        <div key={path}>
          <dt>{label}</dt>
          <dd>
            <bdi className={classes.was}>{valueText(before)}</bdi>
            <span className={classes.became}> became </span>
            <bdi>{valueText(after)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields derived from others, or with separate entries. */
const followed =
  /^(subProducts|subProductCount|lowestPrice|highestPrice|available|taxes|taxSource|categoryPath|badgeBySales|productData|productId)\b/;
const isPrice = /^(price|salePrice|costPrice)$/;
const shown = (entry: AuditEntry): FieldChange[] =>
  fieldChanges(entry)
    .filter(({ path }) => !followed.test(path))
    .map((change) => {
      const format = isPrice.test(change.path) ? inDollars : change.path === 'images' ? counted : null;
      return format ? { ...change, before: format(change.before), after: format(change.after) } : change;
    });
const counted = (value: unknown): unknown =>
  Array.isArray(value) ? howMany(value.length, 'picture') : value;
const inDollars = (value: unknown): unknown =>
  typeof value === 'number'
    ? new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(value / 100)
    : value;

function didWhat({ action, resource, recordId, after, before }: AuditEntry, product: Product): string {
  const verb = action === 'create' ? 'added' : action === 'delete' ? 'deleted' : 'changed';
  if (resource === 'products') return action === 'create' ? 'added the product' : `${verb} the product`;
  const known = product.subProducts.find(({ _id }) => _id === recordId)?.name;
  const then = (after ?? before) as { name?: unknown } | null;
  return `${verb} ${known ?? String(then?.name ?? 'a sub-product')}`;
}
