import type { DataOf } from '@aisle/contract/core/route';
import { type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Args, read, useWrite } from '../../core/api.ts';
import { isApiError, messageOf } from '../../core/api-error.ts';
import { notifyError } from '../../core/notice.tsx';

const checkEveryMs = 15_000;

/** The trip as it is now, refreshed every few seconds because the store can change it. */
export function useTrip(token: string) {
  return useQuery({
    ...read(tripRoutes.show, { params: { token } }),
    refetchInterval: ({ state: { data, error } }) =>
      error || (data?.isOver && data.cashHeld === 0) ? false : checkEveryMs,
    refetchOnWindowFocus: true,
    retry: (count, error) => count < 3 && !(isApiError(error) && error.status === 404),
    meta: { quiet: true },
  });
}

type StepRoute = Exclude<(typeof tripRoutes)[keyof typeof tripRoutes], (typeof tripRoutes)['show']>;

/** A step of the driver. The page shows what the server answers, also when it refuses. */
export function useTripStep<R extends StepRoute>(route: R, token: string) {
  const client = useQueryClient();
  const { queryKey } = read(tripRoutes.show, { params: { token } });
  const step = useWrite(route, { quiet: true });
  async function run(args: Omit<Args<R>, 'params'>): Promise<boolean> {
    try {
      // Every step takes the token; TypeScript cannot see that of a route it does not know yet.
      const page = await step.mutateAsync({ ...args, params: { token } } as unknown as Args<R>);
      client.setQueryData(queryKey, page as DataOf<typeof tripRoutes.show>);
      return true;
    } catch (error) {
      if (isApiError(error) && error.code === 'dispatch.trip-changed') {
        client.setQueryData(queryKey, error.data as TripPage);
      }
      // The error of a field is shown at the field.
      if (!isApiError(error) || !error.fields?.length) {
        notifyError(messageOf(error));
      }
      return false;
    }
  }
  return { run, isPending: step.isPending, error: step.error };
}
