import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { Button, Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../core/api.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { showStepped } from '../actions/use-step-undo.ts';
import classes from './picking.module.css';

/** Shows that another user is picking this order and offers to take over, so that two people don't collect the same items. */
export function PickedBy({ order: { _id, version, picker } }: { order: Order }) {
  const client = useQueryClient();
  const { userId } = useSignedIn();
  const taking = useWrite(orderRoutes.takeOver);
  if (!picker || picker._id === userId) return null;
  return (
    <>
      <Text className={`inline-row grow text-sm medium waiting ${classes.pickedBy}`} role="status">
        <IconUser size={16} aria-hidden />
        {picker.name} is picking
      </Text>
      <Button
        variant="default"
        size="xs"
        loading={taking.isPending}
        onClick={() =>
          taking.mutate(
            { params: { id: _id }, body: { version } },
            { onSuccess: (stepped) => showStepped(client, stepped) },
          )
        }
      >
        Take over
      </Button>
    </>
  );
}
