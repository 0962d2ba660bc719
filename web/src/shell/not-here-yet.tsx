import { Stack, Text } from '@mantine/core';
import { PageTitle } from '../ui/page-title.tsx';
import { ButtonLink } from '../ui/screen-link.tsx';

/** In place of a screen that this version doesn't have: an address known from elsewhere must not lead astray. */
export function NotHereYet() {
  return (
    <Stack align="center" ta="center" gap="sm" p="xl" mt="10vh">
      <PageTitle title="This page isn't available yet" />
      <Text c="dimmed" maw={420}>
        It's planned, but this version of Aisle doesn't include it. Nothing is wrong with your account.
      </Text>
      <ButtonLink to="/dashboard" variant="default">
        Go to dashboard
      </ButtonLink>
    </Stack>
  );
}
