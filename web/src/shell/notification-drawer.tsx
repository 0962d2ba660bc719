import { notificationRoutes } from '@aisle/contract/notifications';
import { Badge, Drawer, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { DateText } from '../ui/values.tsx';
import classes from './notification-center.module.css';

interface NotificationDrawerProps {
  opened: boolean;
  onClose: () => void;
}

export function NotificationDrawer({ opened, onClose }: NotificationDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={400} title="Notification Center">
      <Center />
    </Drawer>
  );
}

function Center() {
  const query = useQuery({ ...read(notificationRoutes.get, {}), meta: { quiet: true } });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} className="after-a-while" />;
  const { outOfStock, count } = query.data;
  if (outOfStock.length === 0) {
    return <EmptyState title="Nothing to tell" text="What runs out of stock shows here, as it happens." />;
  }
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>Out Of Stock</Title>
        <Badge color="red" variant="light" className="tabular">
          {count.toLocaleString('en-US')}
        </Badge>
      </Group>
      <ul className={classes.list}>
        {outOfStock.map((item) => (
          <li key={item._id} className={classes.item}>
            <div>{item.subProductData.name} Is Out of Stock</div>
            <Text size="sm" c="dimmed" component="div">
              {item.locationName} · since <DateText value={item.since} withTime />
            </Text>
          </li>
        ))}
      </ul>
      {count > outOfStock.length && (
        <Text size="sm" c="dimmed" mt="sm">
          The latest {outOfStock.length} of {count.toLocaleString('en-US')}.
        </Text>
      )}
    </section>
  );
}
