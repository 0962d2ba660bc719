import { Stack, Text } from '@mantine/core';
import { PageTitle } from '../ui/record/page-title.tsx';
import { ButtonLink } from '../ui/record/screen-link.tsx';

/** What nobody can be given: it goes with the kind of account. */
const forOthers: Readonly<Record<string, string>> = {
  everywhere: 'This is managed by the marketplace, not by single stores.',
  'userType admin': 'Only administrators can open this page.',
  'userType store': 'Only people who work at a store can open this page.',
};

/** In place of a screen that this person may not see. */
export function NotAllowed({ missing }: { missing: string }) {
  return (
    <Stack align="center" ta="center" gap="sm" p="xl" mt="10vh">
      <PageTitle title="You don't have access to this page" />
      <Text c="dimmed" maw={420}>
        {forOthers[missing] ?? (
          <>
            It requires the permission <strong>{missing}</strong>. Ask an administrator for access.
          </>
        )}
      </Text>
      <ButtonLink to="/dashboard" variant="default">
        Go to dashboard
      </ButtonLink>
    </Stack>
  );
}
