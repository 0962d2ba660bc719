import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  type LocationView,
  type ReadinessReason,
  readinessReasons,
} from '@aisle/contract/locations/locations';
import { daysAhead } from '@aisle/contract/locations/opening';
import type { LevelStatus } from '@aisle/contract/warehouse/stock-levels';
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { Back } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { isWholeDay, spansText } from '../../ui/hours/opening-hours.ts';
import { EmailLink, PhoneLink } from '../../ui/record/contact.tsx';
import { Facts, Panel } from '../../ui/record/record-page.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { type MetricLink, MetricValue } from '../../ui/values/metric.tsx';
import { DateText, RateText } from '../../ui/values/values.tsx';
import classes from './locations.module.css';
import { OnboardingPanel } from './payout/onboarding-panel.tsx';
import { PayoutPanel } from './payout/payout-panel.tsx';

/** The status, assortment and terms of a location. */
export function Overview({ location }: { location: LocationView }) {
  const { counts } = location;
  const mayStock = useCan('inventory_list');
  const mayCatalogue = useCan('category_product_tree');
  const maySold = useCan('Assign_Product_View');
  const [today] = daysAhead(location, Date.now(), 1);
  const spans = today?.spans ?? [];
  const assortment: MetricLink =
    mayCatalogue || maySold
      ? { to: '/locations/view/$id', params: { id: location._id }, search: { tab: 'assortment' } }
      : {};
  const levels = (status: LevelStatus) => (mayStock ? levelsAt(location._id, status) : {});
  return (
    <>
      <Readiness location={location} />
      <Panel title="Assortment">
        <div className={classes.figures}>
          <MetricValue label="On sale" value={formatCount(counts.assigned)} {...assortment} />
          <MetricValue label="Available now" value={formatCount(counts.sellable)} />
          <MetricValue label="Out of stock" value={formatCount(counts.outOfStock)} {...levels('out')} />
          <MetricValue label="Low" value={formatCount(counts.low)} {...levels('low')} />
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

/** The link to a location's stock levels with a status. */
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
      <OnboardingPanel locationId={location._id} />
    </>
  );
}

const checks = {
  switchedOff: 'Active',
  nothingAssigned: 'Products are assigned',
  nothingActive: 'Products are active',
  nothingInStock: 'Products are in stock',
  neverOpen: 'Opens within the next 14 days',
} as const satisfies Record<ReadinessReason, string>;

/** A later step is shown only when the earlier ones are done. */
const sequentialReasons: readonly ReadinessReason[] = ['nothingAssigned', 'nothingActive', 'nothingInStock'];

/** The requirements for taking orders, and which of them are met. */
function Readiness({ location }: { location: LocationView }) {
  const { canTakeOrders, missing } = location.readiness;
  if (canTakeOrders) return null;
  const isMissing = (reason: ReadinessReason) => missing.some((one) => one.reason === reason);
  const firstOpen = sequentialReasons.findIndex(isMissing);
  const waits = (reason: ReadinessReason) =>
    firstOpen >= 0 && sequentialReasons.indexOf(reason) > firstOpen && !isMissing(reason);
  const mend: Partial<Record<ReadinessReason, Back>> = {
    switchedOff: { to: '/locations/edit/$id', params: { id: location._id }, label: 'Activate' },
    nothingAssigned: { to: '/locations/tree/$id', params: { id: location._id }, label: 'Choose products' },
    nothingActive: { to: '/locations/tree/$id', params: { id: location._id }, label: 'Check products' },
    nothingInStock: { to: '/inventory/add', label: 'Receive stock' },
    neverOpen: { to: '/locations/edit/$id', params: { id: location._id }, label: 'Edit hours' },
  };
  return (
    <Panel title="Can't take orders yet">
      <ul className={`plain-list grid gap-2 ${classes.checks}`}>
        {(Object.keys(checks) as ReadinessReason[]).map((reason) => {
          const way = isMissing(reason) && mend[reason];
          return (
            <li key={reason} data-waits={waits(reason) || undefined}>
              <ReadinessState is={isMissing(reason) ? 'missing' : waits(reason) ? 'waiting' : 'done'} />
              {isMissing(reason) ? (
                <strong>{readinessReasons[reason]}</strong>
              ) : (
                <span>{checks[reason]}</span>
              )}
              {way && <FixLink {...way} />}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const states = {
  missing: { Icon: IconCircle, color: 'var(--aisle-waiting)', says: 'Missing:' },
  waiting: { Icon: IconCircleDashed, color: 'var(--aisle-secondary)', says: 'Not yet:' },
  done: { Icon: IconCircleCheck, color: 'var(--aisle-good)', says: 'Done:' },
};
function ReadinessState({ is }: { is: keyof typeof states }) {
  const { Icon, color, says } = states[is];
  return <Icon size={20} color={color} aria-label={says} />;
}

const FixLink = ({ label, ...destination }: Back) => <ScreenLink {...destination}>{label}</ScreenLink>;
