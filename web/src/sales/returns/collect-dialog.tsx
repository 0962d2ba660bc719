import { dispatchRoutes, type TripLink } from '@aisle/contract/sales/dispatch';
import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { DriverSelect } from '../../links/driver-select.tsx';
import { TripLinkDialog } from '../dispatch/trip-link-dialog.tsx';
import type { StepDialogProps } from './return-steps.tsx';

/** Who drives to the customer for the goods: a driver who is asked, or has agreed already; or nobody in particular. */
export function CollectDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const mayChoose = useMay('driver_list');
  const [driver, setDriver] = useState<{ id: string; name: string } | null>(null);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [made, setMade] = useState<TripLink | null>(null);
  const asking = useWrite(dispatchRoutes.offer);
  const label = plan.label.replace('…', '');

  if (made && driver) {
    return <TripLinkDialog tripId={made.tripId} made={made} driverName={driver.name} onClose={onClose} />;
  }
  function send(): void {
    if (!driver || hasAgreed) return void finish(plan, driver ? { driverId: driver.id } : {});
    asking.mutate(
      { body: { driverId: driver.id, returnIds: [request._id], join: true } },
      { onSuccess: setMade },
    );
  }
  return (
    <Modal opened onClose={onClose} title={`${label}: ${request.number}?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          <Text>{plan.text}</Text>
          {mayChoose && (
            <DriverSelect
              locationId={request.locationId}
              description="Without one, somebody of the location goes"
              clearable
              value={driver?.id ?? null}
              onChange={(id, option) => setDriver(id ? { id, name: option?.label ?? 'the driver' } : null)}
            />
          )}
          {driver && (
            <Switch
              color="teal"
              label="Has said yes already"
              description="Nobody is asked any more: the driver goes for it"
              checked={hasAgreed}
              onChange={(event) => setHasAgreed(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isRunning || asking.isPending}>
              {driver && !hasAgreed ? `Ask ${driver.name.split(' ')[0]}` : label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
