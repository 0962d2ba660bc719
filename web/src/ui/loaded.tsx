import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../core/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { PageTitle } from './page-title.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** Where to go when it is not there. */
  back: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** One record for its page: its shape while it comes, a way back when it is not there. */
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
          <Button component={Link} to={back.to} variant="default">
            {back.label}
          </Button>
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
