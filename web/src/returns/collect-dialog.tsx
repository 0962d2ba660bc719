import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../core/session.ts';
import { DriverSelect } from '../drivers/driver-select.tsx';
import type { StepDialogProps } from './return-steps.tsx';

/** Who drives to the customer for the goods: one of the location's drivers, or nobody in particular. */
export function CollectDialog({ request, plan, isRunning, finish, onClose }: StepDialogProps) {
  const mayChoose = useMay('driver_list');
  const [driverId, setDriverId] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={`${plan.label.replace('…', '')}: ${request.number}?`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void finish(plan, driverId ? { driverId } : {});
        }}
      >
        <Stack gap="md">
          <Text>{plan.text}</Text>
          {mayChoose && (
            <DriverSelect
              locationId={request.locationId}
              description="Without one, somebody of the location goes"
              clearable
              value={driverId}
              onChange={setDriverId}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isRunning}>
              {plan.label.replace('…', '')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
