import { notificationRoutes } from '@aisle/contract/system/notifications';
import { Group, Text, Title } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import type { Destination } from '../../core/pages/screens.ts';
import { AnchorLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './notification-center.module.css';

interface NoticeLine {
  _id: string;
  text: string;
  since: string;
  isUnread: boolean;
  /** The screen for handling the notice. */
  to: Destination;
}

/** A list of notices with one line each; opening one marks it as read. */
export function NoticeLines({
  title,
  lines,
  onClose,
}: {
  title: string;
  lines: readonly NoticeLine[];
  onClose: () => void;
}) {
  const mark = useWrite(notificationRoutes.markRead, { quiet: true });
  if (lines.length === 0) return null;
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        <span className={`text-xs bold tabular ${classes.count}`}>{lines.length}</span>
      </Group>
      <ul className="plain-list lined">
        {lines.map(({ _id, text, since, isUnread, to }) => (
          <li key={_id} className={classes.group} data-unread={isUnread || undefined}>
            <div className={`row gap-3 ${classes.line}`}>
              <div className={`grow min-w-0 break-anywhere ${classes.notice}`}>
                <div className={classes.text}>
                  {text}
                  {isUnread && <span className="visually-hidden"> (unread)</span>}
                </div>
                <Text size="sm" c="dimmed" component="div">
                  <DateText value={since} withTime />
                </Text>
              </div>
              <AnchorLink
                {...to}
                size="sm"
                aria-label={`Open: ${text}`}
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
