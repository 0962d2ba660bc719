import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { useCan } from '../../../core/session/session.ts';
import { DriverSelect } from '../../../links/sales/driver-select.tsx';
import { useReadVersion } from '../../../ui/form/use-read-version.ts';
import { useExclusive } from '../../../ui/use-exclusive.ts';

export const useCanRequestDriver = (order: Order): boolean =>
  useCan('driver_list') && order.allowed.includes('driverConfirmationPending');

/** Requests a driver for this order; if the driver is busy or offline, the field shows the error. */
export function RequestDriver({ order }: { order: Order }) {
  const canRequestDriver = useCanRequestDriver(order);
  const [isOpen, setOpen] = useState(false);
  if (!canRequestDriver) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Request a driver…
      </Button>
      {isOpen && <RequestDriverDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function RequestDriverDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const asking = useWrite(orderRoutes.assignDriver);
  const send = useReadVersion(order);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [accepted, setAccepted] = useState(false);
  const { error } = asking;
  const once = useExclusive();
  const atField = isApiError(error) && error.fields?.find(({ path }) => path === 'driverId')?.message;
  /** Closes if another user was faster: a toast says who, and the page shows the current status. */
  function closeIfLate(error: unknown): void {
    if (isApiError(error) && ['orders.step-not-possible', 'version-stale'].includes(error.code)) onClose();
  }
  return (
    <Modal opened onClose={onClose} title={`Assign a driver to ${order.number}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!driverId) return;
          // A toast or the field shows errors.
          const request = () =>
            send((version) =>
              asking.mutateAsync({ params: { id: order._id }, body: { driverId, accepted, version } }),
            );
          void once(() => request().then(onClose, closeIfLate));
        }}
      >
        <Stack gap="md">
          <DriverSelect
            locationId={order.locationId}
            data-autofocus
            value={driverId}
            error={atField}
            onChange={setDriverId}
          />
          <Switch
            color="teal"
            label="Already accepted"
            description="Skips the request and assigns the driver"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!driverId} loading={asking.isPending}>
            {accepted ? 'Assign driver' : 'Request driver'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
