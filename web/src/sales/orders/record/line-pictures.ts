import type { Picture } from '@aisle/contract/core/fields';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../core/api.ts';

/** Photos of an order's items by line. Errors are ignored, because a pick list works without photos. */
export function useLinePictures(orderId: string): ReadonlyMap<string, Picture> {
  const { data } = useQuery({
    ...read(orderRoutes.pictures, { params: { id: orderId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  return useMemo(() => new Map(data?.map(({ lineId, picture }) => [lineId, picture])), [data]);
}
