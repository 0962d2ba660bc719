import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import type { SubProduct } from '@aisle/contract/catalog/sub-products';
import type { DataOf } from '@aisle/contract/core/route';
import { Anchor, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCanOpen } from '../../../core/pages/screens.ts';
import { LocationLink } from '../../../links/locations/location-link.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { MoneyText, QuantityText } from '../../../ui/values/values.tsx';
import classes from '../products.module.css';

/** Shown beside a location; belongs to a domain above the catalog. */
type LocationColumnPart = ComponentType<{
  subProductId: string;
  locationId: string;
  /** Label for screen readers, because it's repeated in many rows. */
  label: string;
  children: ReactNode;
}>;
export interface ProductParts {
  ExplainRateButton: LocationColumnPart;
  SellabilityButton: LocationColumnPart;
  SellabilitySelect: ComponentType<{ subProductId: string }>;
}
interface ProductLocationsProps {
  product: Product;
  parts: ProductParts;
  /** Opens the dialog that assigns the product to stores; undefined without the permission. */
  onSell: (() => void) | undefined;
}

/** The price and stock of a sub-product at each location. */
export function ProductLocations({ product, parts, onSell }: ProductLocationsProps) {
  const { SellabilitySelect } = parts;
  const canOpen = useCanOpen();
  const { _id, subProducts } = product;
  const [chosen, setChosen] = useState(subProducts[0]?._id);
  const shown = subProducts.find((one) => one._id === chosen) ?? subProducts[0];
  const query = useQuery({
    ...read(productRoutes.places, { params: { id: _id }, query: { subProductId: shown?._id } }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  const places = query.data?.places;
  return (
    <Panel
      title="Price and stock by location"
      tools={
        <div className="row wrap gap-2 gap-x-4">
          {subProducts.length > 1 && (
            <Select
              aria-label="Sub-product"
              searchable={subProducts.length > 8}
              data={subProducts.map((one) => ({ value: one._id, label: one.name }))}
              value={shown?._id ?? null}
              onChange={(next) => next && setChosen(next)}
            />
          )}
          {shown && canOpen('/inventory/$id') && (
            <ScreenLink to="/inventory/$id" params={{ id: shown._id }}>
              Lots and movements
            </ScreenLink>
          )}
        </div>
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} className="after-a-while" />}
      {places && (
        <DataTable
          label="Price and stock by location"
          columns={locationColumns({ shown, parts })}
          rows={places}
          rowKey={({ locationId }) => locationId}
          empty={<NowhereSold onSell={onSell} />}
          className={classes.table}
          isWide
        />
      )}
      {shown && places && <SellabilitySelect subProductId={shown._id} />}
    </Panel>
  );
}

function NowhereSold({ onSell }: Pick<ProductLocationsProps, 'onSell'>) {
  return (
    <>
      Not sold or stocked at any store.{' '}
      {onSell && (
        <Anchor component="button" type="button" underline="always" onClick={onSell}>
          Sell at stores…
        </Anchor>
      )}
    </>
  );
}

type Place = DataOf<typeof productRoutes.places>['places'][number];
interface LocationColumnsProps {
  shown: SubProduct | undefined;
  parts: ProductParts;
}
function locationColumns({ shown, parts }: LocationColumnsProps): DataColumn<Place>[] {
  const { ExplainRateButton, SellabilityButton } = parts;
  const subProductId = shown?._id ?? '';
  const unit = shown?.soldByWeight ? shown.unit : 'each';
  const quantity = (header: string, of: (place: Place) => number | null): DataColumn<Place> => ({
    header,
    align: 'right',
    cell: (place) => {
      const value = of(place);
      return value === null ? '–' : <QuantityText value={value} unit={unit} />;
    },
  });
  return [
    { header: 'Location', cell: (place) => <LocationName place={place} />, className: classes.place },
    { header: 'Price', cell: (place) => <LocationPrice place={place} />, align: 'right' },
    quantity('Available', ({ available }) => available),
    quantity('On hand', ({ onHand }) => onHand),
    quantity('Reserved', ({ reserved }) => reserved),
    quantity('Low at', ({ threshold }) => threshold),
    {
      header: 'Tax',
      align: 'right',
      cell: ({ locationId, locationName }) => (
        <ExplainRateButton {...{ subProductId, locationId }} label={`Explain the tax at ${locationName}`}>
          Explain
        </ExplainRateButton>
      ),
    },
    {
      header: 'For sale',
      align: 'right',
      cell: ({ locationId, locationName }) => (
        <SellabilityButton {...{ subProductId, locationId }} label={`Check availability at ${locationName}`}>
          Check
        </SellabilityButton>
      ),
    },
  ];
}

function LocationName({ place: { locationId, locationName, assigned } }: { place: Place }) {
  return (
    <>
      <bdi>
        <LocationLink id={locationId} name={locationName} />
      </bdi>
      {!assigned && (
        <Text size="xs" c="dimmed">
          Not sold here
        </Text>
      )}
    </>
  );
}

function LocationPrice({ place: { price, ownPrice } }: { place: Place }) {
  return (
    <>
      <MoneyText value={price} />
      {ownPrice !== null && (
        <Text size="xs" c="dimmed">
          custom price
        </Text>
      )}
    </>
  );
}
