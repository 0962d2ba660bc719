import { notificationRoutes } from '@aisle/contract/notifications';
import { ActionIcon, Badge, Drawer, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../core/api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { DateText } from '../ui/values.tsx';
import classes from './notification-center.module.css';
import shellClasses from './shell.module.css';

const everyMs = 60_000;
const most = 99;

export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...read(notificationRoutes.get, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  const count = query.data?.count ?? 0;
  return (
    <>
      <ActionIcon
        className={shellClasses.bell ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={count > 0 ? `Notifications: ${count}` : 'Notifications'}
        onClick={() => setOpen(true)}
      >
        <IconBell size={20} stroke={1.5} />
        {count > 0 && (
          <span className={shellClasses.count} aria-hidden>
            {count > most ? `${most}+` : count}
          </span>
        )}
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        size={400}
        title="Notification Center"
      >
        <Center query={query} count={count} />
      </Drawer>
    </>
  );
}

interface CenterProps {
  query: ReturnType<typeof useNotifications>;
  count: number;
}
const useNotifications = () => useQuery(read(notificationRoutes.get, {}));

function Center({ query, count }: CenterProps) {
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} className="after-a-while" />;
  const { outOfStock } = query.data;
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
