import { kmToMiles } from '@aisle/contract/core/dates';
import {
  locationRoutes,
  type LocationRow as Row,
  readinessReasons,
} from '@aisle/contract/locations/locations';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { PhoneText } from '../../ui/record/contact.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { ActiveBadge, StatusBadge } from '../../ui/values/status-badge.tsx';
import { RateText } from '../../ui/values/values.tsx';
import type { LocationParts } from './location-tabs.ts';

const CloneDialog = later(() => import('./clone-dialog.tsx').then((module) => module.CloneDialog));
const OwnLocation = later(() => import('./only-location.tsx').then((module) => module.OwnLocation));

const filters = [yesNo('status', 'Status', 'Active', 'Inactive')];

/** Users of single locations see one location at a time; all others see the list. */
export function LocationsScreen(parts: LocationParts) {
  const { user } = useSignedIn();
  if (user.userType !== 'store') return <LocationList />;
  return (
    <Suspense>
      <OwnLocation parts={parts} />
    </Suspense>
  );
}

function LocationList() {
  const list = useList(locationRoutes.list);
  const router = useRouter();
  const mayView = useCan('store_view');
  const mayTree = useCan('category_product_tree');
  const maySold = useCan('Assign_Product_View');
  const mayAdd = useCan('store_add');
  const [copied, setCopied] = useState<Row | null>(null);
  const removing = useWrite(locationRoutes.remove);

  async function remove({ _id, name }: Row): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "Locations with stock, orders or staff can't be deleted. Deactivate them instead.",
      confirm: 'Delete',
    });
    if (isSure) removing.mutate({ params: { id: _id } });
  }

  // The most detailed screen of a location that the user can see.
  const opened = mayView
    ? '/locations/view/$id'
    : mayTree
      ? '/locations/tree/$id'
      : maySold
        ? '/locations/assortment/$id'
        : undefined;
  return (
    <>
      <ListPage
        title="Locations"
        noun="locations"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'New location', permission: 'store_add', to: { to: '/locations/add' } }}
        link={opened && (({ _id }) => ({ to: opened, params: { id: _id } }))}
        rowActions={(location) => [
          {
            label: 'Edit',
            permission: 'store_edit',
            onClick: () => void router.navigate({ to: '/locations/edit/$id', params: { id: location._id } }),
          },
          { label: 'Copy…', permission: 'store_add', onClick: () => setCopied(location) },
          {
            label: 'Delete',
            permission: 'store_delete',
            danger: true,
            onClick: () => void remove(location),
          },
        ]}
        empty="A location is a store with its own stock, prices and hours. Add your first one to start selling."
      />
      {copied && mayAdd && (
        <Suspense>
          <CloneDialog location={copied} onClose={() => setCopied(null)} />
        </Suspense>
      )}
    </>
  );
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (location) => <Thumb picture={location.image} text={location.name} />,
    sortable: true,
  },
  { key: 'code', header: 'Code', cell: (location) => location.code, sortable: true },
  {
    key: 'city',
    header: 'City',
    cell: ({ address }) => `${address.city}, ${address.state}`,
    card: 'detail',
  },
  {
    key: 'orders',
    header: 'Orders',
    cell: ({ missing: [first] }) =>
      first ? (
        <StatusBadge family="waiting" label={readinessReasons[first]} />
      ) : (
        <StatusBadge family="good" label="Takes orders" />
      ),
    card: 'detail',
  },
  { key: 'phone', header: 'Phone', cell: (location) => <PhoneText phone={location.phone} /> },
  {
    key: 'radius',
    header: 'Delivers within',
    cell: (location) => (
      <>
        <span className="on-card">Within </span>
        {kmToMiles(location.deliveryRadiusKm).toFixed(1)} mi
      </>
    ),
    align: 'right',
    card: 'figure',
  },
  { key: 'pickup', header: 'Pickup', cell: (location) => (location.acceptsPickup ? 'Yes' : 'No') },
  {
    key: 'commission',
    header: 'Commission',
    cell: (location) => <RateText value={location.commissionRate} />,
    align: 'right',
  },
  {
    key: 'status',
    header: 'Status',
    cell: (location) => <ActiveBadge active={location.status} />,
    width: 96,
    card: 'state',
  },
];
