import { cellFields, maxLocations } from '@aisle/contract/warehouse/prices';
import { Checkbox } from '@mantine/core';
import { FilterBrand } from '../../links/brand-select.tsx';
import { FilterCategory } from '../../links/category-select.tsx';
import { LocationMultiSelect } from '../../links/location-multi-select.tsx';
import { FilterBoolean } from '../../ui/list/filters.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { fieldNames } from './price-columns.tsx';
import classes from './prices.module.css';
import type { PriceSearch } from './use-price-search.ts';

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
      <FilterCategory list={list} />
      <FilterBrand list={list} current={undefined} />
      <FilterBoolean list={list} name="assigned" label="Sold" yes="Sold there" no="Not sold there" />
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
