import { fullName } from '@aisle/contract/core/full-name';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import type { User } from '@aisle/contract/system/users/users';
import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../core/api.ts';
import { SessionList } from '../../links/system/session-list.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

interface UserSessionsProps {
  user: User;
  onClose: () => void;
}

/** The active sessions of a user, for administrators, who can end one or all of them. */
export function UserSessions({ user, onClose }: UserSessionsProps) {
  const params = { id: user._id };
  const name = fullName(user);
  const query = useQuery({ ...read(userSessionRoutes.list, { params }), meta: { quiet: true } });
  const ending = useWrite(userSessionRoutes.end);
  const endingAll = useWrite(userSessionRoutes.endAll);
  const sessions = query.data;
  async function endAll(): Promise<void> {
    const sure = await confirm({
      title: `Sign ${name} out everywhere?`,
      text: 'Their unsaved changes are lost. They can sign in again with their password.',
      confirm: 'Sign out everywhere',
    });
    if (sure) endingAll.mutate({ params });
  }
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={`Sessions of ${name}`}>
      <Stack gap="md">
        {query.error && !sessions && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton height={96} className="after-a-while" />}
        {sessions?.length === 0 && <Text c="dimmed">{name} isn't signed in anywhere.</Text>}
        {sessions && (
          <SessionList
            sessions={sessions}
            ending={ending.isPending ? ending.variables?.params.sessionId : undefined}
            onEnd={({ _id }) => ending.mutate({ params: { ...params, sessionId: _id } })}
          />
        )}
        {sessions?.some(({ isCurrent }) => !isCurrent) && (
          <Group>
            <Button variant="default" loading={endingAll.isPending} onClick={() => void endAll()}>
              Sign out everywhere
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
