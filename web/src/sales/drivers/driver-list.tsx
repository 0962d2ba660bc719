import { driverActions } from '@aisle/contract/sales/driver-actions';
import { type DriverRow, driverRoutes, vehicleLabels } from '@aisle/contract/sales/drivers';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { useBulkActions } from '../../links/bulk/use-bulk-actions.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { AvailabilityBadge, availabilityChoices } from '../../links/sales/driver-status.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ActiveSwitch } from '../../ui/form/fields/active-switch.tsx';
import { choice, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { PhoneText } from '../../ui/record/contact.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { DriverForm } from './driver-form.tsx';

const filters = [
  locationFilter,
  choice('availability', 'Availability', availabilityChoices),
  yesNo('status', 'Status', 'Active', 'Inactive'),
  yesNo('holdsCash', 'Cash in hand', 'Yes', 'No'),
];

export function DriverList() {
  const list = useList(driverRoutes.list);
  const router = useRouter();
  const mayView = useCan('driver_view');
  const canEdit = useCan('driver_edit');
  const switching = useWrite(driverRoutes.updateStatus);
  const { actionFor } = useBulkActions<DriverRow>(list);
  const removing = useWrite(driverRoutes.remove);
  const [open, setOpen] = useState<string | 'new' | null>(null);

  async function remove(driver: DriverRow): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${driver.name}?`,
      text: 'Only drivers without deliveries can be deleted. Deactivate the others instead.',
      confirm: 'Delete',
    });
    if (isSure) removing.mutate({ params: { id: driver._id } });
  }

  const columns: Column<DriverRow>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (driver) => <Thumb picture={driver.photo} text={driver.name} />,
      sortable: true,
    },
    {
      key: 'availability',
      header: 'Availability',
      cell: (driver) => <AvailabilityBadge availability={driver.availability} />,
      width: 130,
      card: 'state',
    },
    { key: 'phone', header: 'Phone', cell: (driver) => <PhoneText phone={driver.phone} /> },
    {
      key: 'vehicle',
      header: 'Vehicle',
      cell: ({ vehicle }) =>
        [vehicleLabels[vehicle.type], vehicle.plate].filter((part) => part !== null).join(' · '),
      card: 'detail',
    },
    {
      key: 'locations',
      header: 'Drives for',
      cell: (driver) => slotsText(driver),
    },
    { key: 'email', header: 'Email', cell: (driver) => driver.email, optional: true },
    {
      key: 'updatedAt',
      header: 'Updated',
      cell: (driver) => <DateText value={driver.updatedAt} />,
      sortable: true,
      optional: true,
    },
    {
      key: 'status',
      header: 'Active',
      cell: (driver) => (
        <ActiveSwitch
          label={driver.name}
          active={driver.status}
          disabled={!canEdit}
          change={(status) => switching.mutateAsync({ params: { id: driver._id }, body: { status } })}
        />
      ),
      width: 88,
    },
  ];

  return (
    <>
      <ListPage
        title="Drivers"
        noun="drivers"
        searchLabel="Name, phone, email or plate"
        list={list}
        columns={columns}
        filters={filters}
        primary={{ label: 'New driver', permission: 'driver_add', onClick: () => setOpen('new') }}
        link={mayView ? ({ _id }) => ({ to: '/driver/view/$id', params: { id: _id } }) : undefined}
        rowActions={(driver) => [
          { label: 'Edit', permission: 'driver_edit', onClick: () => setOpen(driver._id) },
          {
            label: 'Delete',
            permission: 'driver_delete',
            danger: true,
            onClick: () => void remove(driver),
          },
        ]}
        bulk={[...actionFor(driverActions.activate), ...actionFor(driverActions.deactivate)]}
        empty="Add drivers here, then assign orders to them on the dispatch board."
      />
      {open && (
        <DriverForm
          id={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
          onSaved={(id) => {
            if (open === 'new' && mayView) void router.navigate({ to: '/driver/view/$id', params: { id } });
          }}
        />
      )}
    </>
  );
}

const shown = 2;
function slotsText({ locations }: DriverRow): string {
  const names = locations.slice(0, shown).map(({ name }) => name);
  const more = locations.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
