import { Group, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiError } from '../../core/api-error.ts';
import type { Back } from '../../core/pages/screens.ts';
import { PageTitle } from '../record/page-title.tsx';
import classes from '../record/record-page.module.css';
import { ButtonLink } from '../record/screen-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Where the back link leads if the record is not found. */
  back: Back;
  children: (data: Data) => ReactNode;
}

/** Shown if a record doesn't exist or the user can't see it, with a link back. */
export const NotAvailable = ({ back: { label, ...destination } }: { back: Back }) => (
  <div style={{ padding: '16px 24px' }}>
    <PageTitle title="Not available" back={{ label, ...destination }} />
    <EmptyState text="It was deleted, doesn't exist, or belongs to a store you don't have access to.">
      <ButtonLink {...destination} variant="default">
        Back to {label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}
      </ButtonLink>
    </EmptyState>
  </div>
);

/** Loads one record for its page: a skeleton while loading, a link back if it is not found. */
export function Loaded<Data>({ query, back, children }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (isApiError(error) && (error.status === 404 || error.status === 400))
    return <NotAvailable back={back} />;
  if (error) return <ErrorState error={error} retry={() => void query.refetch()} />;
  return <RecordSkeleton />;
}

/** The shape of a record while it loads: head, panels of facts and lines, and the side column. */
function RecordSkeleton() {
  return (
    <div className={`page ${classes.page} after-a-while`} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <Group gap="sm" mih={36}>
        <Skeleton height={20} width={160} />
        <Skeleton height={20} width={84} radius={10} />
      </Group>
      <div className={`grid align-start gap-4 ${classes.columns}`}>
        <div className={`column gap-4 min-w-0 ${classes.column}`}>
          <PanelSkeleton lines={6} />
          <PanelSkeleton lines={3} />
        </div>
        <aside className={`column gap-4 min-w-0 ${classes.column}`}>
          <PanelSkeleton lines={4} />
          <PanelSkeleton lines={3} />
        </aside>
      </div>
    </div>
  );
}

function PanelSkeleton({ lines }: { lines: number }) {
  return (
    <div className={`card ${classes.panel}`}>
      <Skeleton height={12} width={96} mb={20} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of nothing yet stay in their places
        <Group key={line} justify="space-between" wrap="nowrap" mih={32}>
          <Skeleton height={10} width={`${35 + ((line * 13) % 30)}%`} />
          <Skeleton height={10} width="12%" />
        </Group>
      ))}
    </div>
  );
}
