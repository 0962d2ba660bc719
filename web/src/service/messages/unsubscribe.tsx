import { messageRoutes, type Unsubscribe } from '@aisle/contract/service/messages';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { SignedOut } from '../../system/auth/signed-out.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

/** Opened by a link in a message: a single button, for anyone with the link. */
export function UnsubscribeScreen() {
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const query = useQuery({
    ...read(messageRoutes.showSubscription, { params: { token } }),
    retry: false,
    meta: { quiet: true },
  });
  const leaving = useWrite(messageRoutes.unsubscribe, { quiet: true });
  const found = leaving.data ?? query.data;
  if (!found && isApiError(query.error) && query.error.status === 404) {
    return (
      <SignedOut title="This link doesn't work">
        <Text>Copy the whole link from the message, or contact the store.</Text>
      </SignedOut>
    );
  }
  if (!found) {
    return (
      <SignedOut title="Unsubscribe">
        {query.error ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Skeleton height={80} className="after-a-while" />
        )}
      </SignedOut>
    );
  }
  return (
    <Subscription
      found={found}
      isBusy={leaving.isPending}
      error={leaving.error}
      leave={() => leaving.mutate({ params: { token } })}
    />
  );
}

interface SubscriptionProps {
  found: Unsubscribe;
  isBusy: boolean;
  error: Error | null;
  leave: () => void;
}
function Subscription({ found, isBusy, error, leave }: SubscriptionProps) {
  const { brandName, email, subscribed } = found;
  if (!subscribed) {
    return (
      <SignedOut title="You're unsubscribed">
        <Text role="status">
          {brandName} won't send you marketing messages anymore. You still get messages about your orders.
        </Text>
      </SignedOut>
    );
  }
  return (
    <SignedOut title={`Unsubscribe from ${brandName}?`}>
      <Text mb="md">
        Marketing messages{email ? ` to ${email}` : ''} will stop. You still get messages about your orders.
      </Text>
      {error && (
        <Text c="var(--aisle-bad)" mb="md" role="alert">
          {error.message}
        </Text>
      )}
      <Button fullWidth loading={isBusy} onClick={leave}>
        Unsubscribe
      </Button>
    </SignedOut>
  );
}
