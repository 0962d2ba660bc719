import type { Product } from '@aisle/contract/products';
import { subProductRoutes } from '@aisle/contract/sub-products';
import { Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../core/api.ts';
import { LocationLink } from '../locations/location-link.tsx';
import { SellabilityLink } from '../sellability/sellability-link.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/record-page.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { QuantityText } from '../ui/values.tsx';
import classes from './products.module.css';

/** How much of a sub-product there is at each location. */
export function ProductStock({ product }: { product: Product }) {
  const { subProducts } = product;
  const [chosen, setChosen] = useState(subProducts[0]?._id ?? '');
  const shown = subProducts.find(({ _id }) => _id === chosen) ?? subProducts[0];
  const id = shown?._id ?? '';
  const query = useQuery({
    ...read(subProductRoutes.showInventory, { params: { id } }),
    meta: { quiet: true },
  });
  const unit = shown?.soldByWeight ? shown.unit : 'each';
  return (
    <Panel
      title="Stock by location"
      tools={
        subProducts.length > 1 ? (
          <Select
            aria-label="Sub-product"
            allowDeselect={false}
            searchable={subProducts.length > 8}
            data={subProducts.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={id}
            onChange={(next) => next && setChosen(next)}
          />
        ) : (
          <ScreenLink to={`/inventory/${id}`}>Lots and movements</ScreenLink>
        )
      }
    >
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={80} className="after-a-while" />}
      {query.data?.length === 0 && (
        <Text c="dimmed">No location sells it or has some. Assign it to a location first.</Text>
      )}
      {query.data && query.data.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>Location</th>
                <th className={classes.right}>On hand</th>
                <th className={classes.right}>Reserved</th>
                <th className={classes.right}>Available</th>
                <th className={classes.right}>For sale</th>
              </tr>
            </thead>
            <tbody>
              {query.data.map((level) => (
                <tr key={level.locationId}>
                  <td>
                    <LocationLink id={level.locationId} name={level.locationName} />
                  </td>
                  {[level.onHand, level.reserved, level.available].map((value, at) => (
                    <td key={['onHand', 'reserved', 'available'][at]} className={classes.right}>
                      <QuantityText value={value} unit={unit} />
                    </td>
                  ))}
                  <td className={classes.right}>
                    <SellabilityLink
                      subProductId={id}
                      locationId={level.locationId}
                      label={`Can it be sold at ${level.locationName}?`}
                    >
                      Check
                    </SellabilityLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
