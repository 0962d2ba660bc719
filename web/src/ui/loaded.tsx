import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiError } from '../core/api-error.ts';
import type { Back } from '../core/screens.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { PageTitle } from './page-title.tsx';
import { ButtonLink } from './screen-link.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Where to go when it is not there. */
  back: Back;
  children: (data: Data) => ReactNode;
}

const WayBack = ({ label, ...destination }: Back) => (
  <ButtonLink {...destination} variant="default">
    {label}
  </ButtonLink>
);

/** Loads one record for its page: a skeleton while loading, a link back when it is not found. */
export function Loaded<Data>({ query, back, children }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (isApiError(error) && (error.status === 404 || error.status === 400)) {
    return (
      <div style={{ padding: '16px 24px' }}>
        <PageTitle title="Not found" back={back} />
        <EmptyState
          title="This is not here"
          text="It was deleted, it never existed, or it belongs to a location that you cannot see."
        >
          <WayBack {...back} />
        </EmptyState>
      </div>
    );
  }
  if (error) return <ErrorState error={error} retry={() => void query.refetch()} />;
  return (
    <Stack className="after-a-while" p="lg" gap="md" maw={1280} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <Skeleton height={28} width={240} />
      <Skeleton height={220} />
      <Skeleton height={160} />
    </Stack>
  );
}
