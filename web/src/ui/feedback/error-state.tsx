import { Button, Stack, Text } from '@mantine/core';
import { isApiError } from '../../core/api-error.ts';

interface ErrorStateProps {
  error: Error;
  retry: () => void;
}

/** Replaces content that failed to load. */
export function ErrorState({ error, retry }: ErrorStateProps) {
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <Stack align="center" gap="xs" py={56} px="md" role="alert">
      <Text fw={600} size="lg" component="p" m={0}>
        Couldn't load this
      </Text>
      <Text c="dimmed" ta="center" maw={480} component="p" m={0}>
        {error.message}
      </Text>
      <Button variant="default" mt="xs" onClick={retry}>
        Try again
      </Button>
      {requestId && (
        <Text c="dimmed" size="xs" component="p" m={0}>
          Request {requestId}
        </Text>
      )}
    </Stack>
  );
}
