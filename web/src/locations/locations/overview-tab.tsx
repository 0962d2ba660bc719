import { kmToMiles } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { LocationView } from '@aisle/contract/locations/locations';
import { daysAhead } from '@aisle/contract/locations/opening';
import type { LevelStatus } from '@aisle/contract/warehouse/stock-levels';
import { useMay } from '../../core/session/session.ts';
import { isWholeDay, spansText } from '../../ui/hours/opening-hours.ts';
import { EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { Figure, type FigureLink } from '../../ui/values/figure.tsx';
import { DateText, RateText } from '../../ui/values/values.tsx';
import classes from './locations.module.css';
import { PayoutPanel } from './payout/payout-panel.tsx';
import { Readiness } from './readiness-list.tsx';

/** Whether it sells, what of its assortment, and on which terms. */
export function Overview({ location }: { location: LocationView }) {
  const { counts } = location;
  const mayStock = useMay('inventory_list');
  const mayCatalogue = useMay('category_product_tree');
  const maySold = useMay('Assign_Product_View');
  const [today] = daysAhead(location, Date.now(), 1);
  const spans = today?.spans ?? [];
  const assortment: FigureLink =
    mayCatalogue || maySold
      ? { to: '/locations/view/$id', params: { id: location._id }, search: { tab: 'assortment' } }
      : {};
  const levels = (status: LevelStatus) => (mayStock ? levelsAt(location._id, status) : {});
  return (
    <>
      <Readiness location={location} />
      <Panel title="Assortment">
        <div className={classes.figures}>
          <Figure label="On sale" value={formatCount(counts.assigned)} {...assortment} />
          <Figure label="Available now" value={formatCount(counts.sellable)} />
          <Figure label="Out of stock" value={formatCount(counts.outOfStock)} {...levels('out')} />
          <Figure label="Low" value={formatCount(counts.low)} {...levels('low')} />
        </div>
      </Panel>
      <Panel title="Terms">
        <Facts
          facts={[
            ['Open today', isWholeDay(spans) ? 'All day' : spansText(spans)],
            ['Delivers within', `${kmToMiles(location.deliveryRadiusKm).toFixed(1)} mi`],
            ['Pickup', location.acceptsPickup ? 'Customers can pick up orders' : 'No'],
            [
              'Minimum order',
              location.minimumOrder === null ? 'Marketplace default' : formatMoney(location.minimumOrder),
            ],
            ['Commission', <RateText key="commission" value={location.commissionRate} />],
          ]}
        />
      </Panel>
    </>
  );
}

/** The rows of a figure: what of a location's levels has a status. */
export const levelsAt = (locationId: string, status?: LevelStatus) => ({
  to: '/inventory' as const,
  search: { tab: 'levels', locationId, ...(status && { status }) },
});

export function OverviewSide({ location }: { location: LocationView }) {
  const { address } = location;
  return (
    <>
      <Panel title="Contact">
        {location.image && (
          <img className={classes.picture} src={location.image.large} alt={location.image.alt} />
        )}
        <Facts
          facts={[
            ['Code', location.code],
            ['Phone', location.phone && <PhoneLink phone={location.phone} />],
            ['Email', location.email && <EmailLink email={location.email} />],
            [
              'Address',
              <span key="address">
                {address.line1}
                {address.line2 && `, ${address.line2}`}
                <br />
                {address.city}, {address.state} {address.postalCode}
              </span>,
            ],
            ['Time zone', location.timeZone.replaceAll('_', ' ')],
            ['Changed', <DateText key="changed" value={location.updatedAt} />],
          ]}
        />
      </Panel>
      <PayoutPanel location={location} />
    </>
  );
}
