import { kmToMiles } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { type LocationView, locationRoutes, readinessReasons } from '@aisle/contract/locations';
import { Anchor, Button, Group } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';
import { Figure } from '../ui/figure.tsx';
import { Gate } from '../ui/gate.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Facts, Panel, RecordPage } from '../ui/record-page.tsx';
import { ActiveBadge } from '../ui/status-badge.tsx';
import { DateText, RateText } from '../ui/values.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import classes from './locations.module.css';
import { hoursLines, isAlwaysOpen } from './opening-hours.ts';

const back = { to: '/locations', label: 'Locations' };

export function LocationScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <LocationOf id={id} />;
}

export function LocationOf({ id }: { id: string }) {
  const query = useQuery({ ...read(locationRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(location) => <LocationRecord key={location._id} location={location} />}
    </Loaded>
  );
}

function LocationRecord({ location }: { location: LocationView }) {
  const { address, deliveryFee: fee } = location;
  const isStore = useSignedIn().user.userType === 'store';
  return (
    <RecordPage
      title={location.name}
      badge={<ActiveBadge active={location.status} />}
      back={isStore ? { to: '/dashboard', label: 'Dashboard' } : back}
      actions={
        <>
          <Gate permission="store_tax_comm_view">
            <Button
              component={Link}
              to={isStore ? '/locationTax' : `/locations/locationTax/${location._id}`}
              variant="default"
            >
              Tax and commission
            </Button>
          </Gate>
          <Gate permission="store_edit">
            <Button component={Link} to={`/locations/edit/${location._id}`} variant="default">
              Edit
            </Button>
          </Gate>
          <StatusMenu location={location} />
        </>
      }
      side={
        <>
          <Panel title="Contact">
            <Facts
              facts={[
                ['Code', location.code],
                [
                  'Phone',
                  location.phone && (
                    <Anchor href={`tel:${location.phone}`} inherit>
                      {location.phone}
                    </Anchor>
                  ),
                ],
                [
                  'Email',
                  location.email && (
                    <Anchor href={`mailto:${location.email}`} inherit>
                      {location.email}
                    </Anchor>
                  ),
                ],
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
                [
                  'Owners',
                  location.owners.length > 0 &&
                    location.owners.map(({ _id, name }) => <div key={_id}>{name}</div>),
                ],
                ['Changed', <DateText key="changed" value={location.updatedAt} />],
              ]}
            />
          </Panel>
          <Panel title="Delivery">
            <Facts
              facts={[
                ['Delivers within', `${kmToMiles(location.deliveryRadiusKm).toFixed(1)} mi`],
                ['Pickup', location.acceptsPickup ? 'Customers may collect' : 'No'],
                [
                  'Fee',
                  fee
                    ? `${formatMoney(fee.base)} and ${formatMoney(fee.perMile)} a mile${
                        fee.freeAbove == null ? '' : `, free from ${formatMoney(fee.freeAbove)}`
                      }`
                    : 'As the marketplace',
                ],
                [
                  'Minimum order',
                  location.minimumOrder === null ? 'As the marketplace' : formatMoney(location.minimumOrder),
                ],
                ['Commission', <RateText key="commission" value={location.commissionRate} />],
              ]}
            />
          </Panel>
        </>
      }
    >
      <Readiness location={location} />
      <Assortment location={location} />
      <Panel title="Opening hours">
        {isAlwaysOpen(location.openingHours) ? (
          'Always open'
        ) : (
          <dl className={classes.hours}>
            {hoursLines(location.openingHours).map(({ days, text }) => (
              <div key={days} style={{ display: 'contents' }}>
                <dt>{days}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Panel>
      {location.image && (
        <img className={classes.picture} src={location.image.large} alt={location.image.alt} />
      )}
    </RecordPage>
  );
}

function StatusMenu({ location }: { location: LocationView }) {
  const switching = useWrite(locationRoutes.updateStatus);
  async function change(): Promise<void> {
    const isSure = await confirm({
      title: location.status ? `Switch ${location.name} off?` : `Switch ${location.name} on?`,
      text: location.status
        ? 'It takes no new orders. Those under way go on.'
        : 'It takes orders again, as far as the checklist says.',
      confirm: location.status ? 'Switch off' : 'Switch on',
    });
    if (isSure) switching.mutate({ params: { id: location._id }, body: { status: !location.status } });
  }
  const label = location.status ? 'Switch off' : 'Switch on';
  return (
    <RowMenu
      label={location.name}
      actions={[{ label, permission: 'store_edit', onClick: () => void change() }]}
    />
  );
}

const checks = {
  switchedOff: 'Switched on',
  nothingAssigned: 'Products are assigned',
  nothingActive: 'Products are active',
  nothingInStock: 'Products are in stock',
  neverOpen: 'It opens within the next 14 days',
} as const satisfies Record<keyof typeof readinessReasons, string>;

/** What a location needs before it can take orders, and what of it is there. */
function Readiness({ location }: { location: LocationView }) {
  const { canTakeOrders, missing } = location.readiness;
  if (canTakeOrders) return null;
  return (
    <Panel title="Before it can take orders">
      <ul className={classes.checks}>
        {(Object.keys(checks) as (keyof typeof checks)[]).map((reason) => {
          const found = missing.find((one) => one.reason === reason);
          return (
            <li key={reason}>
              {found ? (
                <IconCircle size={20} stroke={1.5} color="var(--aisle-waiting)" aria-hidden />
              ) : (
                <IconCircleCheck size={20} stroke={1.5} color="var(--aisle-good)" aria-hidden />
              )}
              {found ? <strong>{readinessReasons[reason]}</strong> : checks[reason]}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Assortment({ location }: { location: LocationView }) {
  const { counts } = location;
  const mayAssign = useMay('assign_subProduct');
  const mayStock = useMay('inventory_list');
  const [isAssigning, setAssigning] = useState(false);
  const levels = (status: string) =>
    mayStock ? `/inventory?tab=levels&locationId=%22${location._id}%22&status=${status}` : undefined;
  return (
    <Panel
      title="Assortment"
      tools={
        <Group gap="xs" wrap="nowrap">
          <Gate permission="category_product_tree">
            <Button component={Link} to={`/locations/tree/${location._id}`} variant="default" size="xs">
              By category
            </Button>
          </Gate>
          {mayAssign && (
            <Button variant="default" size="xs" onClick={() => setAssigning(true)}>
              Assign products…
            </Button>
          )}
        </Group>
      }
    >
      <div className={classes.figures}>
        <Figure label="On sale" value={counts.assigned.toLocaleString('en-US')} />
        <Figure label="Can be bought now" value={counts.sellable.toLocaleString('en-US')} />
        <Figure label="Out of stock" value={counts.outOfStock.toLocaleString('en-US')} to={levels('out')} />
        <Figure label="Low" value={counts.low.toLocaleString('en-US')} to={levels('low')} />
      </div>
      {isAssigning && <AssignDialog location={location} onClose={() => setAssigning(false)} />}
    </Panel>
  );
}
