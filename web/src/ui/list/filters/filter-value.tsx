import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { ReactNode } from 'react';
import type { Filter, FilteredList, RangeFilter } from './filter.ts';
import { presetsOf, spanOf, spanText } from './filter-days.ts';

interface FilterValueProps {
  filter: Filter;
  search: FilteredList['search'];
}

/** The text of a filter's value. */
export function FilterValue({ filter, search }: FilterValueProps): ReactNode {
  switch (filter.kind) {
    case 'choice': {
      const value = search[filter.name];
      const values = (Array.isArray(value) ? value : [value]).map(String);
      const labels = values.map((one) => filter.options.find((option) => option.value === one)?.label ?? one);
      return labels.length > 2 ? `${labels.length} selected` : labels.join(', ');
    }
    case 'lookup': {
      const ids = [search[filter.name]].flat().map(String);
      if (ids.length > 1) return `${ids.length} selected`;
      return <LookupName useName={filter.useName} id={ids[0] ?? ''} />;
    }
    case 'days':
      return spanText(spanOf(filter, search), presetsOf(filter));
    case 'day':
      return formatDay(String(search[filter.name]));
    case 'range':
      return rangeText(filter, search);
    case 'text':
      return String(search[filter.name]);
    case 'linked':
      return filter.text;
  }
}

function LookupName({ useName, id }: { useName: (id: string) => string | undefined; id: string }) {
  return useName(id) ?? '1 selected';
}

/** "$5.00 – $10.00", "from $5.00" or "up to $10.00" */
export function rangeText({ min, max, of }: RangeFilter, search: FilteredList['search']): string {
  const text = (value: unknown) =>
    typeof value !== 'number' ? undefined : of === 'money' ? formatMoney(value) : formatCount(value);
  const [from, to] = [text(search[min]), text(search[max])];
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `from ${from}` : `up to ${to}`;
}
