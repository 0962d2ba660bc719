import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { RecallReach } from '@aisle/contract/recalls';
import { Figure } from '../ui/figure.tsx';
import classes from './recalls.module.css';

const count = (value: number) => value.toLocaleString('en-US');

/** What a recall is about, in figures. */
export function ReachFigures({ reach }: { reach: RecallReach }) {
  const cost = reach.locations.reduce((sum, place) => sum + place.cost, 0);
  const units = reach.locations.reduce((sum, place) => sum + place.units, 0);
  return (
    <div className={classes.figures}>
      <Figure label="On shelves" value={formatQuantity(Math.round(units * 1000) / 1000)} />
      <Figure label="At cost" value={formatMoney(cost)} />
      <Figure label="Orders with some of it" value={count(reach.orders)} />
      <Figure label="Customers" value={count(reach.customers)} />
      <Figure label="Sold and delivered" value={formatMoney(reach.sold)} />
    </div>
  );
}

export function ReachPlaces({ reach }: { reach: RecallReach }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Location</th>
            <th scope="col">Lots</th>
            <th scope="col">On hand</th>
            <th scope="col">At cost</th>
          </tr>
        </thead>
        <tbody>
          {reach.locations.map((place) => (
            <tr key={place.locationId}>
              <th scope="row">{place.name}</th>
              <td>{count(place.lots)}</td>
              <td>{formatQuantity(place.units)}</td>
              <td>{formatMoney(place.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
