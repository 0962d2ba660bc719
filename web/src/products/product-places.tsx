import { type Product, productRoutes } from '@aisle/contract/products';
import { Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../core/api.ts';
import { LocationLink } from '../locations/location-link.tsx';
import { RateLink } from '../locations/rates/rate-link.tsx';
import { SellabilityLink } from '../sellability/sellability-link.tsx';
import { SellabilitySelect } from '../sellability/sellability-select.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/record-page.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { MoneyText, QuantityText } from '../ui/values.tsx';
import classes from './products.module.css';

/** What a sub-product costs at each location, and how much of it is there. */
export function ProductPlaces({ product }: { product: Product }) {
  const { _id, subProducts } = product;
  const [chosen, setChosen] = useState(subProducts[0]?._id);
  const shown = subProducts.find((one) => one._id === chosen) ?? subProducts[0];
  const query = useQuery({
    ...read(productRoutes.places, { params: { id: _id }, query: { subProductId: shown?._id } }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  const unit = shown?.soldByWeight ? shown.unit : 'each';
  const places = query.data?.places;
  return (
    <Panel
      title="Price and stock by location"
      tools={
        <div className={classes.tools}>
          {subProducts.length > 1 && (
            <Select
              aria-label="Sub-product"
              allowDeselect={false}
              searchable={subProducts.length > 8}
              data={subProducts.map((one) => ({ value: one._id, label: one.name }))}
              value={shown?._id ?? null}
              onChange={(next) => next && setChosen(next)}
            />
          )}
          {shown && <ScreenLink to={`/inventory/${shown._id}`}>Lots and movements</ScreenLink>}
        </div>
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} className="after-a-while" />}
      {places?.length === 0 && (
        <Text c="dimmed">No location sells it or has some. Assign it to a location first.</Text>
      )}
      {places && places.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label="Price and stock by location">
          <table className={classes.table}>
            <thead>
              <tr>
                <th>Location</th>
                <th className={classes.right}>Price</th>
                <th className={classes.right}>Available</th>
                <th className={classes.right}>On hand</th>
                <th className={classes.right}>Reserved</th>
                <th className={classes.right}>Low at</th>
                <th className={classes.right}>Tax</th>
                <th className={classes.right}>For sale</th>
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <tr key={place.locationId}>
                  <td>
                    <bdi>
                      <LocationLink id={place.locationId} name={place.locationName} />
                    </bdi>
                    {!place.assigned && (
                      <Text size="xs" c="dimmed">
                        Not sold here
                      </Text>
                    )}
                  </td>
                  <td className={classes.right}>
                    <MoneyText value={place.price} />
                    {place.ownPrice !== null && (
                      <Text size="xs" c="dimmed">
                        its own price
                      </Text>
                    )}
                  </td>
                  <td className={classes.right}>
                    <QuantityText value={place.available} unit={unit} />
                  </td>
                  <td className={classes.right}>
                    <QuantityText value={place.onHand} unit={unit} />
                  </td>
                  <td className={classes.right}>
                    <QuantityText value={place.reserved} unit={unit} />
                  </td>
                  <td className={classes.right}>
                    {place.threshold === null ? '–' : <QuantityText value={place.threshold} unit={unit} />}
                  </td>
                  <td className={classes.right}>
                    <RateLink
                      subProductId={shown?._id ?? ''}
                      locationId={place.locationId}
                      label={`Explain the tax at ${place.locationName}`}
                    >
                      Explain
                    </RateLink>
                  </td>
                  <td className={classes.right}>
                    <SellabilityLink
                      subProductId={shown?._id ?? ''}
                      locationId={place.locationId}
                      label={`Check whether it can be sold at ${place.locationName}`}
                    >
                      Check
                    </SellabilityLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown && places && <SellabilitySelect subProductId={shown._id} />}
    </Panel>
  );
}
