import { profileRoutes } from '@aisle/contract/system/profile';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../core/api.ts';
import { SessionList } from '../../links/system/session-list.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';

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
      {sessions && (
        <SessionList
          sessions={sessions}
          ending={ending.isPending ? ending.variables?.params.id : undefined}
          onEnd={({ _id }) => ending.mutate({ params: { id: _id } })}
        />
      )}
    </Panel>
  );
}
