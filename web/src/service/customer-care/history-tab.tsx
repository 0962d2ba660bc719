import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, keyOf } from '../../core/api.ts';
import { HistoryList } from '../../links/record-history.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { type FieldChange, fieldChanges } from '../../ui/record-changes.ts';
import { Panel } from '../../ui/record-page.tsx';

/** Who changed what, the newest first: each field before and after. */
export function HistoryTab({ customer }: { customer: CustomerView }) {
  const params = { id: customer._id };
  const query = useInfiniteQuery({
    queryKey: [...keyOf(customerCareRoutes.history, { params })],
    queryFn: ({ pageParam, signal }) =>
      call(
        customerCareRoutes.history,
        { params, body: { limit: 25, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? null,
    meta: { quiet: true },
  });
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <Panel title="History">
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={120} className="after-a-while" />}
      {query.data && entries.length === 0 && <Text c="dimmed">No changes yet.</Text>}
      <HistoryList
        entries={entries}
        deed={({ action }) => verbs[action] ?? 'changed the customer'}
        changes={changesOf}
      />
      {query.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </Panel>
  );
}

const verbs: Record<string, string> = {
  create: 'added the customer',
  edit: 'changed the customer',
  status: 'changed the status',
  addAddress: 'added an address',
  editAddress: 'changed an address',
  removeAddress: 'deleted an address',
  merge: 'merged another customer into this one',
  unmerge: 'undid a merge',
  takeOut: 'exported all data',
  notSame: 'rejected a suggested duplicate',
  erase: 'erased the customer',
};
/** Entries whose fields say what changed; those of others say it by their verb. */
const withFields = new Set(['edit', 'status', 'addAddress', 'editAddress', 'removeAddress']);
/** What the record only shows, and what orders change. */
const derived =
  /^(lifetime|worth|lastOrders|lastOrderAt|orderCount|coinBalance|merged|mergedInto|erasedAt|addresses|currentSubscription)\b/;

const changesOf = (entry: AuditEntry): FieldChange[] =>
  withFields.has(entry.action) ? fieldChanges(entry).filter(({ path }) => !derived.test(path)) : [];
