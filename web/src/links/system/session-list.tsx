import type { Session } from '@aisle/contract/system/profile';
import { Button, Text } from '@mantine/core';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { deviceName } from './device.ts';
import classes from './session-list.module.css';

interface SessionListProps {
  sessions: readonly Session[];
  /** The session that is being ended. */
  ending: string | undefined;
  onEnd: (session: Session) => void;
}

/** The sessions of a user, each with a button to end it. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className="plain-list">
      {sessions.map((session) => (
        <li key={session._id} className={`row gap-4 ${classes.session}`}>
          <div className="grow min-w-0">
            <Text fw={500}>{deviceName(session.userAgent)}</Text>
            <Text size="sm" c="dimmed">
              {session.address && `${session.address} · `}
              last used <DateText value={session.lastSeenAt} withTime isWithin />
            </Text>
          </div>
          {session.isCurrent ? (
            <StatusBadge family="good" label="This device" />
          ) : (
            <Button
              variant="default"
              size="xs"
              loading={ending === session._id}
              onClick={() => onEnd(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
