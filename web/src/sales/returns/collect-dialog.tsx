import { dispatchRoutes, type TripLink } from '@aisle/contract/sales/dispatch/dispatch';
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { DriverSelect } from '../../links/sales/driver-select.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TripLinkDialog } from '../dispatch/dialogs/trip-link-dialog.tsx';
import type { StepDialogProps } from './return-steps.tsx';

/** Selects the driver or store staff who pick up the items from the customer. */
export function CollectDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const mayChoose = useCan('driver_list');
  const [driver, setDriver] = useState<{ id: string; name: string } | null>(null);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [made, setMade] = useState<TripLink | null>(null);
  const asking = useWrite(dispatchRoutes.offer);
  const label = plan.label.replace('…', '');

  if (made && driver) {
    return (
      <TripLinkDialog
        tripId={made.tripId}
        made={made}
        driverName={driver.name}
        timeZone={request.timeZone}
        onClose={onClose}
      />
    );
  }
  function send(): void {
    if (!driver || hasAgreed) return void finish(plan, driver ? { driverId: driver.id } : {});
    asking.mutate(
      { body: { driverId: driver.id, returnIds: [request._id], join: true } },
      // A driver without an email address gets the link from the user.
      { onSuccess: (link) => (link.emailed ? onClose() : setMade(link)) },
    );
  }
  return (
    <FormDialog
      title={`${label}: ${request.number}?`}
      size="md"
      submit={driver && !hasAgreed ? `Request ${driver.name.split(' ')[0]}` : label}
      isRunning={isRunning || asking.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <Text>{plan.text}</Text>
      {mayChoose && (
        <DriverSelect
          locationId={request.locationId}
          description="Without a driver, store staff pick it up"
          clearable
          value={driver?.id ?? null}
          onChange={(id, option) => setDriver(id ? { id, name: option?.label ?? 'the driver' } : null)}
        />
      )}
      {driver && (
        <Switch
          color="teal"
          label="Already accepted"
          description="Skips the request and assigns the driver"
          checked={hasAgreed}
          onChange={(event) => setHasAgreed(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
