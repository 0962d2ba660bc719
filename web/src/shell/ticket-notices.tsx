import { notificationRoutes, type TicketNotice } from '@aisle/contract/system/notifications';
import { Group, Text, Title } from '@mantine/core';
import { useWrite } from '../core/api.ts';
import { AnchorLink } from '../ui/screen-link.tsx';
import { DateText } from '../ui/values.tsx';
import classes from './notification-center.module.css';

const titles: Record<TicketNotice['kind'], (number: string) => string> = {
  ticketAssigned: (number) => `${number} was assigned to you`,
  ticketReply: (number) => `${number} has a new reply`,
  ticketDue: (number) => `${number} is due soon`,
};

/** What concerns this person's tickets; opening one marks it as read. */
export function TicketNotices({
  tickets,
  onClose,
}: {
  tickets: readonly TicketNotice[];
  onClose: () => void;
}) {
  const mark = useWrite(notificationRoutes.markRead, { quiet: true });
  if (tickets.length === 0) return null;
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>Your Tickets</Title>
        <span className={classes.count}>{tickets.length}</span>
      </Group>
      <ul className={classes.list}>
        {tickets.map(({ _id, kind, ticketId, number, since, isUnread }) => (
          <li key={_id} className={classes.group} data-unread={isUnread || undefined}>
            <div className={classes.line}>
              <div>
                <div>
                  {titles[kind](number)}
                  {isUnread && <span className="visually-hidden"> (unread)</span>}
                </div>
                <Text size="sm" c="dimmed" component="div">
                  <DateText value={since} withTime />
                </Text>
              </div>
              <AnchorLink
                to="/supports/$id"
                params={{ id: ticketId }}
                size="sm"
                aria-label={`Open: ${titles[kind](number)}`}
                onClick={() => {
                  mark.mutate({ body: { ids: [_id] } });
                  onClose();
                }}
              >
                Open
              </AnchorLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
