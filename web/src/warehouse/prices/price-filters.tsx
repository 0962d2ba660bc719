import { cellFields, maxLocations, type priceRoutes } from '@aisle/contract/warehouse/prices';
import { Checkbox } from '@mantine/core';
import { brandFilter } from '../../links/catalog/brand-filter.ts';
import { categoryFilter } from '../../links/catalog/category-select.tsx';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { choice, type FiltersOf, yesNo } from '../../ui/list/filters/filter.ts';
import { FilterTools } from '../../ui/list/filters/filter-tools.tsx';
import { SearchBox } from '../../ui/list/search-box.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { fieldNames } from './price-columns.tsx';
import classes from './prices.module.css';
import type { PriceSearch } from './use-price-search.ts';

const customPrices = [
  { value: 'differs', label: 'Differs from list price' },
  { value: 'above', label: 'Above list price' },
  { value: 'below', label: 'Below list price' },
  { value: 'missing', label: 'Not set where sold' },
];
const missing = [
  { value: 'cost', label: 'Without cost' },
  { value: 'barcode', label: 'Without barcode' },
  { value: 'picture', label: 'Without picture' },
];
const filters: FiltersOf<typeof priceRoutes.grid> = [
  categoryFilter,
  brandFilter,
  vendorFilter,
  choice('customPrice', 'Custom price', customPrices),
  yesNo('assigned', 'Sold', 'Sold there', 'Not sold there'),
  yesNo('onSale', 'Sale', 'On sale', 'Not on sale'),
  yesNo('status', 'Status', 'Active', 'Inactive'),
  choice('missing', 'Missing', missing),
];

interface PriceFiltersProps {
  search: PriceSearch;
  /** The locations shown, once loaded. */
  locations: readonly { _id: string; name: string }[] | undefined;
}

/** The filters for sub-products, locations and columns; in a sheet on phones. */
export function PriceFilters(props: PriceFiltersProps) {
  const { list, search, find, isNarrowed, clear } = props.search;
  const isNarrow = useIsNarrow();
  return (
    <>
      <search className={`flex wrap gap-2 ${classes.bar}`} aria-label="Filter sub-products">
        <SearchBox label="Name, SKU or barcode" value={search} onSearch={find} />
        <FilterTools
          filters={filters}
          list={list}
          isNarrow={isNarrow}
          isNarrowed={isNarrowed}
          onClear={clear}
          inSheet={
            <>
              <PriceLocations {...props} />
              <PriceFields search={props.search} />
            </>
          }
        />
        {!isNarrow && <PriceLocations {...props} />}
      </search>
      {!isNarrow && <PriceFields search={props.search} />}
    </>
  );
}

function PriceLocations({ search: { list, locationIds }, locations }: PriceFiltersProps) {
  if (!locations || locations.length === 0) return null;
  return (
    <LocationMultiSelect
      label="Locations"
      value={locationIds ?? locations.map(({ _id }) => _id)}
      current={locations}
      maxValues={maxLocations}
      onChange={(ids) => list.change({ locationIds: ids.length > 0 ? ids.join(',') : undefined })}
    />
  );
}

/** Selects the columns, both general ones and those of each location. */
function PriceFields({ search: { fields, show } }: Pick<PriceFiltersProps, 'search'>) {
  return (
    <fieldset className={`flex wrap gap-2 gap-x-4 m-0 ${classes.fields}`}>
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
