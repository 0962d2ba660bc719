import { customerCareRoutes, type Duplicate } from '@aisle/contract/service/customer-care';
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../../core/api.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { Brief } from './brief.tsx';
import classes from './customer-care.module.css';
import { DuplicateActions } from './duplicate-actions.tsx';

const reasonWords: Record<Duplicate['reasons'][number], string> = {
  phone: 'Same phone',
  email: 'Same email',
  nameAndAddress: 'Same name and address',
};

/** Pairs of customers who may be the same person. */
export function DuplicatesScreen() {
  const query = useInfiniteQuery(
    readPages(customerCareRoutes.duplicates, (at) => ({ body: { limit: 25, ...at } })),
  );
  const pairs = query.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <RecordPage title="Duplicate customers" back={{ to: '/customers', label: 'Customers' }}>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} className="after-a-while" />}
      {query.data && pairs.length === 0 && (
        <EmptyState
          title="No duplicate customers"
          text="Customers with the same phone, email, or name and address show up here."
        />
      )}
      {pairs.length > 0 && (
        <Panel>
          <ul className="plain-list lined">
            {pairs.map((pair) => (
              <li key={pair._id} className={`grid align-center gap-4 ${classes.pair}`}>
                <Brief customer={pair.customer} />
                <div>
                  <Brief customer={pair.other} />
                  <span className="text-sm secondary">
                    {pair.reasons.map((reason) => reasonWords[reason]).join(', ')}
                  </span>
                </div>
                <DuplicateActions customer={pair.customer} other={pair.other} />
              </li>
            ))}
          </ul>
          <MoreButton query={query}>Show more</MoreButton>
        </Panel>
      )}
    </RecordPage>
  );
}
