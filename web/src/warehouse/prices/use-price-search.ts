import type { ListSearch } from '@aisle/contract/core/list-search';
import { type CellField, cellFields, maxLocations } from '@aisle/contract/warehouse/prices';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useSession } from '../../core/session.ts';

const usualFields: CellField[] = ['assigned', 'price', 'threshold', 'onHand'];

/** Which sub-products and which columns, as the URL says. */
export function usePriceSearch() {
  const navigate = useNavigate();
  const raw = useSearch({ from: '/shell/prices' });
  const switcher = useSession()?.locationId;
  const change = useCallback(
    (patch: Record<string, unknown>) =>
      void navigate({
        to: '/prices',
        replace: true,
        search: (before: ListSearch): object => {
          const next = { ...before, ...patch };
          return Object.fromEntries(
            Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
          );
        },
      }),
    [navigate],
  );
  const find = useCallback((search: string) => change({ search: search || undefined }), [change]);
  const text = (name: string) => (typeof raw[name] === 'string' ? (raw[name] as string) : undefined);
  const fieldsText = text('fields');
  const fields = useMemo(() => {
    const names = fieldsText?.split(',') ?? usualFields;
    const known = cellFields.filter((field) => names.includes(field));
    return known.length > 0 ? known : usualFields;
  }, [fieldsText]);
  const locationIds =
    text('locationIds')?.split(',').slice(0, maxLocations) ?? (switcher ? [switcher] : undefined);
  const search = raw.search === undefined ? '' : String(raw.search);
  const filters = {
    ...(locationIds && { locationIds }),
    ...(text('categoryId') && { categoryId: text('categoryId')! }),
    ...(text('brandId') && { brandId: text('brandId')! }),
    ...(typeof raw.assigned === 'boolean' && { assigned: raw.assigned }),
  };
  return {
    list: { search: raw, change },
    find,
    search,
    fields,
    /** A column for each location, or none. */
    show: (field: CellField, isShown: boolean) => {
      const next = cellFields.filter((one) => (one === field ? isShown : fields.includes(one)));
      if (next.length > 0) change({ fields: next.join(',') });
    },
    locationIds,
    isNarrowed: search !== '' || Object.keys(filters).some((name) => name !== 'locationIds'),
    body: { ...(search && { search }), filters },
  };
}
export type PriceSearch = ReturnType<typeof usePriceSearch>;
