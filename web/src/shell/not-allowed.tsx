import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageTitle } from '../ui/page-title.tsx';

/** In place of a screen that this person may not see. */
export function NotAllowed({ missing }: { missing: string }) {
  return (
    <Stack align="center" ta="center" gap="sm" p="xl" mt="10vh">
      <PageTitle title="You may not see this" />
      <Text c="dimmed" maw={420}>
        This screen needs the permission <strong>{missing}</strong>. An administrator can give it to you.
      </Text>
      <Button component={Link} to="/dashboard" variant="default">
        Back to the dashboard
      </Button>
    </Stack>
  );
}
