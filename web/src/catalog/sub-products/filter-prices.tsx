import { FilterAmount } from '../../ui/list/filter-figure.tsx';
import type { List } from '../../ui/list/use-list.ts';

/** From one price to another, as the filters `priceFrom` and `priceTo`. */
export const FilterPrices = ({ list }: { list: Pick<List<unknown>, 'search' | 'change'> }) => (
  <>
    <FilterAmount list={list} name="priceFrom" label="From $" />
    <FilterAmount list={list} name="priceTo" label="To $" />
  </>
);
