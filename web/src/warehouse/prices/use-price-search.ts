import type { ListSearch } from '@aisle/contract/core/list-search';
import {
  type CellField,
  cellFields,
  maxLocations,
  type PriceGridPage,
} from '@aisle/contract/warehouse/prices';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { useSession } from '../../core/session/session.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';

const defaultFields: CellField[] = ['listPrice', 'salePrice', 'assigned', 'price', 'threshold', 'onHand'];
/** The columns that fit on a phone beside the name. */
const fewFields: CellField[] = ['listPrice', 'price'];
/** The URL filters other than locations. */
const filterNames = [
  'categoryId',
  'brandId',
  'vendorId',
  'customPrice',
  'assigned',
  'onSale',
  'missing',
  'status',
] as const;
type Filters = NonNullable<NonNullable<z.input<typeof PriceGridPage>>['filters']>;

/** The filters and columns in the URL. */
export function usePriceSearch() {
  const navigate = useNavigate();
  const raw = useSearch({ from: '/shell/prices' });
  const switcher = useSession()?.locationId;
  const isNarrow = useIsNarrow();
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
    const usual = isNarrow ? fewFields : defaultFields;
    const names = fieldsText?.split(',') ?? usual;
    const known = cellFields.filter((field) => names.includes(field));
    return known.length > 0 ? known : usual;
  }, [fieldsText, isNarrow]);
  // A text in the URL of the grid itself, and a list in links of other screens.
  const chosen = [raw.locationIds ?? []].flat().join(',');
  const working = switcher ? [switcher] : undefined;
  const locationIds = chosen ? chosen.split(',').slice(0, maxLocations) : working;
  const search = raw.search === undefined ? '' : String(raw.search);
  const set = filterNames.filter((name) => raw[name] !== undefined);
  const filters = {
    ...(locationIds && { locationIds }),
    // The API reports invalid URL values by name.
    ...Object.fromEntries(set.map((name) => [name, raw[name]])),
  } as Filters;
  return {
    list: { search: raw, change },
    find,
    search,
    fields,
    /** Shows or hides a field's columns for all locations at once. */
    show: (field: CellField, isShown: boolean) => {
      const next = cellFields.filter((one) => (one === field ? isShown : fields.includes(one)));
      if (next.length > 0) change({ fields: next.join(',') });
    },
    locationIds,
    isNarrowed: search !== '' || set.length > 0,
    clear: () =>
      change({ search: undefined, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) }),
    body: { ...(search && { search }), filters },
  };
}
export type PriceSearch = ReturnType<typeof usePriceSearch>;
