import { Button, Center, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { chunkFailed } from '../../core/pages/pages.ts';
import { useConnection } from '../../core/wire/connection.ts';

/** Replaces a screen that failed to load or render. */
export function ScreenProblem({ error }: Pick<ErrorComponentProps, 'error'>) {
  const notLoaded = error instanceof Error && error.message === chunkFailed;
  useReloadOnRecovery(notLoaded);
  return (
    <Center p="xl" mih="60vh" role="alert">
      <Stack align="center" gap="sm" maw={420}>
        <Title order={1}>{notLoaded ? chunkFailed : 'This screen ran into a problem'}</Title>
        <Text c="dimmed" ta="center">
          {notLoaded
            ? 'Check your connection, then reload. There might be a newer version.'
            : "Reload the page to try again. Your saved changes aren't affected."}
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}

/** Reloads a screen whose code failed to load as soon as the server responds again. */
function useReloadOnRecovery(isNeeded: boolean): void {
  const connection = useConnection();
  const wasGone = useRef(false);
  useEffect(() => {
    if (connection !== 'online') wasGone.current = true;
    else if (wasGone.current && isNeeded) window.location.reload();
  }, [connection, isNeeded]);
}
