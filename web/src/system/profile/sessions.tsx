import { profileRoutes } from '@aisle/contract/system/profile';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/record-page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DateText } from '../../ui/values.tsx';
import { deviceName } from './device.ts';
import classes from './profile.module.css';

/** Where one is signed in, and a way to end it. */
export function Sessions() {
  const query = useQuery({ ...read(profileRoutes.sessions, {}), meta: { quiet: true } });
  const ending = useWrite(profileRoutes.endSession);
  const endingOthers = useWrite(profileRoutes.endOtherSessions);
  const sessions = query.data;
  async function endOthers(): Promise<void> {
    const sure = await confirm({
      title: 'Sign out other sessions?',
      text: 'Unsaved changes on your other devices are lost.',
      confirm: 'Sign out other sessions',
    });
    if (sure) endingOthers.mutate({});
  }
  return (
    <Panel
      title="Sessions"
      tools={
        (sessions?.length ?? 0) > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={endingOthers.isPending}
            onClick={() => void endOthers()}
          >
            Sign out other sessions
          </Button>
        )
      }
    >
      {query.error && !sessions && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={96} className="after-a-while" />}
      <ul className={classes.sessions}>
        {sessions?.map((session) => (
          <li key={session._id} className={classes.session}>
            <div className={classes.device}>
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
                loading={ending.isPending && ending.variables?.params.id === session._id}
                onClick={() => ending.mutate({ params: { id: session._id } })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
