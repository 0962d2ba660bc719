import { howMany } from '@aisle/contract/core/how-many';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import type { BulkAssignment } from '@aisle/contract/sales/order-owners';
import type { OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';

/** How many orders an assignment changes, and why it can't change the others. */
export function AssignPreview({ target, assign }: { target: OrderTarget; assign: BulkAssignment }) {
  const { data, error } = useQuery({
    ...read(orderBulkRoutes.preview, { body: { target, assign } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (error) return <Text c="var(--aisle-bad)">{error.message}</Text>;
  if (!data) return <Skeleton height={24} className="after-a-while" />;
  const { changed, same, refused } = data;
  return (
    <Stack gap={4} role="status">
      <Text fw={600}>{changed === 0 ? 'No orders change' : `${howMany(changed, 'order')} will change`}</Text>
      {same > 0 && <Text size="sm">{howMany(same, 'order')} already assigned like this</Text>}
      {refused > 0 && (
        <Text size="sm">{howMany(refused, 'order')} at locations the owner can’t see stay as they are</Text>
      )}
    </Stack>
  );
}
