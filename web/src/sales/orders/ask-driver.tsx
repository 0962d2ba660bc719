import type { Order } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { useMay } from '../../core/session.ts';
import { DriverSelect } from '../../links/driver-select.tsx';

/** Whom to ask to bring this order. Who is busy or offline says so at the field. */
export function AskDriver({ order }: { order: Order }) {
  const mayChoose = useMay('driver_list');
  const [isOpen, setOpen] = useState(false);
  if (!mayChoose || !order.allowed.includes('driverConfirmationPending')) return null;
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        Ask a driver…
      </Button>
      {isOpen && <AskDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const asking = useWrite(orderRoutes.assignDriver);
  const [driverId, setDriverId] = useState<string | null>(null);
  const [accepted, setAccepted] = useState(false);
  const { error } = asking;
  const atField = isApiError(error) && error.fields?.find(({ path }) => path === 'driverId')?.message;
  return (
    <Modal opened onClose={onClose} title={`Who brings ${order.number}?`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!driverId) return;
          const body = { driverId, accepted, version: order.version };
          asking.mutate({ params: { id: order._id }, body }, { onSuccess: onClose });
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
            label="Has said yes already"
            description="Nobody is asked any more: the driver comes for it"
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!driverId} loading={asking.isPending}>
            {accepted ? 'Give it to the driver' : 'Ask'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
