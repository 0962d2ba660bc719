import type { DataOf } from '@aisle/contract/core/route';
import { type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Args, read, useWrite } from '../../core/api.ts';
import { isApiError, messageOf } from '../../core/api-error.ts';
import { notifyError } from '../../core/notice.tsx';

const checkEveryMs = 1500;

/**
 * The current trip. A small request checks for changes by the store several times a minute, because the page of a trip is too
 * large for that on a phone.
 */
export function useTrip(token: string) {
  const query = useQuery({
    ...read(tripRoutes.show, { params: { token } }),
    refetchOnWindowFocus: true,
    retry: (count, error) => count < 3 && !(isApiError(error) && error.status === 404),
    meta: { quiet: true },
  });
  const { data, error, refetch } = query;
  const isOver = data?.isOver === true && data.cashHeld === 0;
  const { data: latest, error: checkError } = useQuery({
    ...read(tripRoutes.stamp, { params: { token } }),
    enabled: data !== undefined && !error && !isOver,
    refetchInterval: checkEveryMs,
    retry: false,
    meta: { quiet: true },
  });
  const isRevoked = isApiError(checkError) && checkError.status === 404;
  const isChanged = isRevoked || (latest !== undefined && data !== undefined && latest.stamp !== data.stamp);
  useEffect(() => {
    if (isChanged) void refetch();
  }, [isChanged, refetch]);
  return query;
}

type StepRoute = Exclude<
  (typeof tripRoutes)[keyof typeof tripRoutes],
  (typeof tripRoutes)['show' | 'stamp' | 'notify' | 'stopNotifying']
>;

/** A step taken by the driver. The page shows the trip in the response, even if the step is rejected. */
export function useTripStep<R extends StepRoute>(route: R, token: string) {
  const client = useQueryClient();
  const { queryKey } = read(tripRoutes.show, { params: { token } });
  const step = useWrite(route, { quiet: true });
  async function run(args: Omit<Args<R>, 'params'>): Promise<boolean> {
    try {
      // Every step route takes the token, but TypeScript can't infer that for a generic route.
      const page = await step.mutateAsync({ ...args, params: { token } } as unknown as Args<R>);
      client.setQueryData(queryKey, page as DataOf<typeof tripRoutes.show>);
      return true;
    } catch (error) {
      if (isApiError(error) && error.code === 'dispatch.trip-changed') {
        client.setQueryData(queryKey, error.data as TripPage);
      }
      // Field errors appear at the field.
      if (!isApiError(error) || !error.fields?.length) {
        notifyError(messageOf(error));
      }
      return false;
    }
  }
  return { run, isPending: step.isPending, error: step.error };
}
