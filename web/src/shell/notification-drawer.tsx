import { formatCount } from '@aisle/contract/core/how-many';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { Badge, Drawer, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../core/api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { AnchorLink } from '../ui/screen-link.tsx';
import { DateText, DayText } from '../ui/values.tsx';
import classes from './notification-center.module.css';

interface NotificationDrawerProps {
  opened: boolean;
  onClose: () => void;
}

export function NotificationDrawer({ opened, onClose }: NotificationDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={400} title="Notification Center">
      <Center onClose={onClose} />
      <Text mt="md">
        <AnchorLink to="/notifications" onClick={onClose}>
          All notifications
        </AnchorLink>
      </Text>
    </Drawer>
  );
}

function Center({ onClose }: Pick<NotificationDrawerProps, 'onClose'>) {
  const query = useQuery({ ...read(notificationRoutes.get, {}), meta: { quiet: true } });
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} className="after-a-while" />;
  const { outOfStock, count, low, lowCount, expiring, expiringCount, late, lateCount } = query.data;
  if (count + lowCount + expiringCount + lateCount === 0) {
    return (
      <EmptyState
        title="Nothing to tell"
        text="What runs out of stock, runs low, is about to expire or comes late shows here, as it happens."
      />
    );
  }
  return (
    <div className={classes.groups}>
      <Section title="Out Of Stock" color="red" count={count} shown={outOfStock.length}>
        {outOfStock.map((item) => (
          <Item key={item._id} text={`${item.subProductData.name} Is Out of Stock`}>
            {item.locationName} · since <DateText value={item.since} withTime withZone />
          </Item>
        ))}
      </Section>
      <Section title="Late Orders" color="red" count={lateCount} shown={late.length}>
        {late.map((order) => (
          <Item
            key={order._id}
            text={
              <AnchorLink to="/orders/view/$id" params={{ id: order._id }} onClick={onClose} inherit>
                {order.number} Is Late
              </AnchorLink>
            }
          >
            {order.locationName} · since <DateText value={order.since} withTime withZone />
          </Item>
        ))}
      </Section>
      <Section title="Low" color="yellow" count={lowCount} shown={low.length}>
        {low.map((item) => (
          <Item key={item._id} text={`${item.subProductData.name} Is Low`}>
            {item.locationName} · {formatQuantity(item.available)} left
          </Item>
        ))}
      </Section>
      <Section title="Expiring" color="yellow" count={expiringCount} shown={expiring.length}>
        {expiring.map((item) => (
          <Item key={item._id} text={`${item.subProductData.name} Expires Soon`}>
            {item.locationName} · {formatQuantity(item.onHand)} until <DayText value={item.expiresOn} />
          </Item>
        ))}
      </Section>
    </div>
  );
}

interface SectionProps {
  title: string;
  color: string;
  count: number;
  shown: number;
  children: ReactNode;
}
function Section({ title, color, count, shown, children }: SectionProps) {
  if (count === 0) return null;
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        <Badge color={color} variant="light" className="tabular">
          {formatCount(count)}
        </Badge>
      </Group>
      <ul className={classes.list}>{children}</ul>
      {count > shown && (
        <Text size="sm" c="dimmed" mt="sm">
          The first {shown} of {formatCount(count)}.
        </Text>
      )}
    </section>
  );
}

const Item = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li className={classes.item}>
    <div>{text}</div>
    <Text size="sm" c="dimmed" component="div">
      {children}
    </Text>
  </li>
);
