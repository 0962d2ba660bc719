import type { DataOf } from '@aisle/contract/core/route';
import {
  maxGroupCount,
  maxGroups,
  type NoticeGroup,
  notificationRoutes,
  type SystemNotice,
  type TicketNotice,
} from '@aisle/contract/system/notifications';
import { Button, Drawer, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../core/api.ts';
import { systemLinks } from '../../system/notifications/notice-labels.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import type { StatusFamily } from '../../ui/values/status-badge.tsx';
import { NoticeLines } from './notice-lines.tsx';
import classes from './notification-center.module.css';
import { listOf, NotificationGroup } from './notification-group.tsx';

interface NotificationDrawerProps {
  opened: boolean;
  onClose: () => void;
}
const everyMs = 60_000;
export type Center = DataOf<typeof notificationRoutes.get>;

export function NotificationDrawer({ opened, onClose }: NotificationDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={400} title="Notification Center">
      <CenterContent onClose={onClose} />
    </Drawer>
  );
}

/** In order of urgency: late or failed, then items to count, out of stock, low or expiring. */
const sections = [
  { kind: 'late', title: 'Late Orders', family: 'bad' },
  { kind: 'refundFailed', title: 'Failed Refunds', family: 'bad' },
  { kind: 'countNeeded', title: 'Items To Count', family: 'waiting' },
  { kind: 'outOfStock', title: 'Out Of Stock', family: 'bad' },
  { kind: 'low', title: 'Low', family: 'waiting' },
  { kind: 'expiring', title: 'Expiring', family: 'waiting' },
] as const satisfies { kind: NoticeGroup['kind']; title: string; family: StatusFamily }[];

function CenterContent({ onClose }: Pick<NotificationDrawerProps, 'onClose'>) {
  const query = useQuery({
    ...read(notificationRoutes.get, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  const mark = useWrite(notificationRoutes.markRead);
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} className="after-a-while" />;
  const center = query.data;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <AnchorLink to="/notifications" onClick={onClose}>
          All notifications
        </AnchorLink>
        {[...center.groups, ...center.tickets, ...center.system].some(({ isUnread }) => isUnread) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={mark.isPending}
            onClick={() => mark.mutate({ body: { all: true } })}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      {[...center.groups, ...center.tickets, ...center.system].length === 0 && (
        <EmptyState
          title="You're all caught up"
          text="Late orders, failed refunds, and stock that is out, low, about to expire or needs a count show up here."
        />
      )}
      <Stack gap="lg">
        <SystemNotices system={center.system} onClose={onClose} />
        <TicketNotices tickets={center.tickets} onClose={onClose} />
        {sections.map((section) => (
          <Section key={section.kind} {...section} center={center} onClose={onClose} />
        ))}
      </Stack>
    </>
  );
}

interface SectionProps {
  kind: NoticeGroup['kind'];
  title: string;
  family: StatusFamily;
  center: Center;
  onClose: () => void;
}
function Section({ kind, title, family, center, onClose }: SectionProps) {
  const groups = center.groups.filter((group) => group.kind === kind);
  if (groups.length === 0) return null;
  const total = totalOf(center, kind, groups);
  // Only the locations with the latest notices have a line.
  const isExact = groups.every(({ count }) => count < maxGroupCount);
  const elsewhere = total - groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        <span className={`text-xs bold tabular ${classes.count}`} style={{ color: `var(--aisle-${family})` }}>
          {total >= maxTotal ? `${maxTotal}+` : total}
        </span>
      </Group>
      <ul className="plain-list lined">
        {groups.map((group) => (
          <NotificationGroup key={group.locationId} group={group} center={center} onClose={onClose} />
        ))}
        {groups.length === maxGroups && elsewhere > 0 && (
          <li className={`row gap-3 ${classes.line}`}>
            <AnchorLink {...listOf({ kind })} onClick={onClose} size="sm">
              {isExact ? `${elsewhere} more` : 'More'} at other locations
            </AnchorLink>
          </li>
        )}
      </ul>
    </section>
  );
}

const maxTotal = 300;
function totalOf(center: Center, kind: NoticeGroup['kind'], groups: readonly NoticeGroup[]): number {
  const totals = {
    late: center.lateCount,
    refundFailed: sumOf(groups),
    countNeeded: sumOf(groups),
    outOfStock: center.count,
    low: center.lowCount,
    expiring: center.expiringCount,
  };
  return totals[kind];
}

const sumOf = (groups: readonly NoticeGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** Notices for users who can access settings: late backups, mismatches, and keys of users who left. */
function SystemNotices({ system, onClose }: { system: readonly SystemNotice[]; onClose: () => void }) {
  const lines = system.map(({ kind, ...notice }) => ({ ...notice, to: systemLinks[kind] }));
  return <NoticeLines title="System" lines={lines} onClose={onClose} />;
}

const titles: Record<TicketNotice['kind'], (number: string) => string> = {
  ticketAssigned: (number) => `${number} was assigned to you`,
  ticketReply: (number) => `${number} has a new reply`,
  ticketDue: (number) => `${number} is due soon`,
};

/** Notices about the user's own tickets. */
function TicketNotices({ tickets, onClose }: { tickets: readonly TicketNotice[]; onClose: () => void }) {
  const lines = tickets.map(({ kind, ticketId, number, ...notice }) => ({
    ...notice,
    text: titles[kind](number),
    to: { to: '/supports/$id', params: { id: ticketId } } as const,
  }));
  return <NoticeLines title="Your Tickets" lines={lines} onClose={onClose} />;
}
