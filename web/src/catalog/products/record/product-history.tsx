import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { historyDeed } from '../../../links/system/audit-labels.ts';
import { HistoryList } from '../../../links/system/record-history.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { type FieldChange, fieldChanges } from '../../../ui/record/record-changes.ts';
import { Panel } from '../../../ui/record/record-page.tsx';

const first = 5;
const more = 50;

/** The changes of a product, the newest first: each field before and after. */
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
      <HistoryList
        entries={entries}
        deed={(entry) => describeAction(entry, product)}
        changes={(entry) => (entry.action === 'create' ? [] : shown(entry))}
      />
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

/** Fields hidden from the history: derived from others, or with separate entries. */
const followed =
  /^(subProductCount|lowestPrice|highestPrice|taxIds|taxSource|categoryPath|badgeBySales|productData|productId)\b|(^|\.)(available|productData\.name)$/;
const shown = (entry: AuditEntry): FieldChange[] =>
  fieldChanges(entry).filter(({ path }) => !followed.test(path));

function describeAction(entry: AuditEntry, product: Product): string {
  if (entry.resource === 'products') return historyDeed(entry, product.name);
  const known = product.subProducts.find(({ _id }) => _id === entry.recordId)?.name;
  const stored = (entry.after ?? entry.before) as { name?: string } | null;
  return historyDeed(entry, known ?? stored?.name ?? null);
}
