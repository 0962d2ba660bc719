import { kmToMiles } from '@aisle/contract/core/dates';
import { type Location, locationRoutes } from '@aisle/contract/locations';
import { useRouter } from '@tanstack/react-router';
import { useWrite } from '../core/api.ts';
import { useMay, useSignedIn } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';
import { ActiveSwitch } from '../ui/form/active-switch.tsx';
import type { Column } from '../ui/list/column.ts';
import { FilterBoolean } from '../ui/list/filters.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { runEach } from '../ui/list/run-each.ts';
import { useList } from '../ui/list/use-list.ts';
import { Thumb } from '../ui/thumb.tsx';
import { RateText } from '../ui/values.tsx';
import { LocationOf } from './location-view.tsx';
import classes from './locations.module.css';

/** Who works for one location sees that one; everybody else the list. */
export function LocationsScreen() {
  const { user } = useSignedIn();
  const mayView = useMay('store_view');
  const [only, ...others] = user.locations;
  return only && others.length === 0 && mayView ? <LocationOf id={only._id} /> : <LocationList />;
}

function LocationList() {
  const list = useList(locationRoutes.list);
  const router = useRouter();
  const mayEdit = useMay('store_edit');
  const mayView = useMay('store_view');
  const isAdmin = useSignedIn().user.userType !== 'store';
  const switching = useWrite(locationRoutes.updateStatus);
  const removing = useWrite(locationRoutes.remove);

  const switchTo = (location: Location, status: boolean) =>
    switching.mutateAsync({ params: { id: location._id }, body: { status } });

  async function remove(locations: Location[]): Promise<boolean> {
    const [first] = locations;
    const isSure = await confirm({
      title: locations.length === 1 ? `Delete ${first?.name}?` : `Delete ${locations.length} locations?`,
      text: 'A location with stock, orders or people stays: switch it off instead.',
      confirm: 'Delete',
    });
    if (!isSure) return false;
    await runEach(locations, 'locations deleted', ({ _id }) => removing.mutateAsync({ params: { id: _id } }));
    return true;
  }

  const columns: Column<Location>[] = [
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
    { key: 'phone', header: 'Phone', cell: (location) => <span className="tabular">{location.phone}</span> },
    {
      key: 'radius',
      header: 'Delivers within',
      cell: (location) => (
        <>
          <span className={classes.onCard}>Within </span>
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
      header: 'Active',
      cell: (location) => (
        <ActiveSwitch
          label={location.name}
          active={location.status}
          disabled={!mayEdit}
          change={(status) => switchTo(location, status)}
        />
      ),
      width: 88,
      card: 'state',
    },
  ];

  return (
    <ListPage
      title="Locations"
      noun="locations"
      list={list}
      columns={columns}
      filters={<FilterBoolean list={list} name="status" label="Status" yes="Active" no="Inactive" />}
      primary={isAdmin ? { label: 'New location', permission: 'store_add', to: '/locations/add' } : undefined}
      link={mayView ? ({ _id }) => `/locations/view/${_id}` : undefined}
      rowActions={(location) => [
        {
          label: 'Edit',
          permission: 'store_edit',
          onClick: () => void router.navigate({ to: `/locations/edit/${location._id}` }),
        },
        { label: 'Delete', permission: 'store_delete', danger: true, onClick: () => void remove([location]) },
      ]}
      exportAs="locations"
      empty="A location is one shop with its own stock, prices and hours. Everything that is sold, is sold by one."
    />
  );
}
