import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, isPassing, messageOf } from './api-error.ts';
import { notifyError } from './notice.tsx';
import { onSessionEnd } from './session/session.ts';
import { onRecovery } from './wire/connection.ts';

/** Shows the error message of a failed call, unless the screen does so itself (`meta.quiet`). */
function tell(error: unknown, meta: Record<string, unknown> | undefined): void {
  if (meta?.quiet || (isApiError(error) && error.status === 401)) return;
  notifyError(messageOf(error));
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => tell(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => isPassing(error) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
onSessionEnd(() => queryClient.clear());
// Refetches everything that failed to load in the meantime.
onRecovery(() => void queryClient.invalidateQueries());
