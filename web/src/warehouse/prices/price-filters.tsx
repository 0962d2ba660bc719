import { cellFields, maxLocations } from '@aisle/contract/warehouse/prices';
import { Checkbox } from '@mantine/core';
import { brandFilter } from '../../links/brand-select.tsx';
import { categoryFilter } from '../../links/category-select.tsx';
import { LocationMultiSelect } from '../../links/location-multi-select.tsx';
import { yesNo } from '../../ui/list/filter.ts';
import { FilterChips } from '../../ui/list/filter-chips.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { fieldNames } from './price-columns.tsx';
import classes from './prices.module.css';
import type { PriceSearch } from './use-price-search.ts';

const filters = [categoryFilter, brandFilter, yesNo('assigned', 'Sold', 'Sold there', 'Not sold there')];

interface PriceFiltersProps {
  search: PriceSearch;
  /** Those shown, once they are known. */
  locations: readonly { _id: string; name: string }[] | undefined;
}

/** Which sub-products, at which locations. */
export function PriceFilters({ search: { list, search, find, locationIds }, locations }: PriceFiltersProps) {
  return (
    <search className={classes.bar} aria-label="Filter sub-products">
      <SearchBox label="Name, SKU or barcode" value={search} onSearch={find} />
      <FilterChips filters={filters} list={list} />
      {locations && locations.length > 0 && (
        <LocationMultiSelect
          label="Locations"
          value={locationIds ?? locations.map(({ _id }) => _id)}
          current={locations}
          maxValues={maxLocations}
          onChange={(ids) => list.change({ locationIds: ids.length > 0 ? ids.join(',') : undefined })}
        />
      )}
    </search>
  );
}

/** Which columns each location has. */
export function PriceFields({ search: { fields, show } }: Pick<PriceFiltersProps, 'search'>) {
  return (
    <fieldset className={classes.fields}>
      <legend className="visually-hidden">Columns</legend>
      {cellFields.map((field) => (
        <Checkbox
          key={field}
          size="xs"
          color="teal"
          label={fieldNames[field].replace(' $', '')}
          checked={fields.includes(field)}
          onChange={(event) => show(field, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
