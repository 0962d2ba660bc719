import { Stack, Text } from '@mantine/core';
import { PageTitle } from '../ui/page-title.tsx';
import { ButtonLink } from '../ui/screen-link.tsx';

/** What nobody can be given: it goes with the kind of account. */
const forOthers: Readonly<Record<string, string>> = {
  'userType admin': 'This screen is for administrators.',
  'userType store': 'This screen is for people who work at a location.',
};

/** In place of a screen that this person may not see. */
export function NotAllowed({ missing }: { missing: string }) {
  return (
    <Stack align="center" ta="center" gap="sm" p="xl" mt="10vh">
      <PageTitle title="You may not see this" />
      <Text c="dimmed" maw={420}>
        {forOthers[missing] ?? (
          <>
            This screen needs the permission <strong>{missing}</strong>. An administrator can give it to you.
          </>
        )}
      </Text>
      <ButtonLink to="/dashboard" variant="default">
        Back to the dashboard
      </ButtonLink>
    </Stack>
  );
}
