import { Button, Group } from '@mantine/core';
import { chooseLocation, useSignedIn } from '../../core/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** Replaces a page about one location for users with several: the choice applies to all pages, like the location switcher. */
export function ChooseLocation({ text }: { text: string }) {
  const { user } = useSignedIn();
  if (user.locations.length === 0) {
    return (
      <EmptyState
        title="You don't have a location yet"
        text="Ask someone who manages users to assign you one."
      />
    );
  }
  return (
    <EmptyState title="Choose a location" text={text}>
      <Group gap="xs" justify="center">
        {user.locations.map(({ _id, name }) => (
          <Button key={_id} variant="default" onClick={() => chooseLocation(_id)}>
            {name}
          </Button>
        ))}
      </Group>
    </EmptyState>
  );
}

/** The location of a page: the user's only location, or the selected one. */
export function useOneLocation(): string | null {
  const { user, locationId } = useSignedIn();
  return user.locations.length === 1 ? (user.locations[0]?._id ?? null) : locationId;
}
