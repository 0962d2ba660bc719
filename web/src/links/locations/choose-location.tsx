import { Button, Group } from '@mantine/core';
import { chooseLocation, useSignedIn } from '../../core/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** In place of a page about one location, for people of several: the choice holds for all pages, as at the top. */
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

/** The location that a page is about: the only one of the user, or the one chosen at the top. */
export function useOneLocation(): string | null {
  const { user, locationId } = useSignedIn();
  return user.locations.length === 1 ? (user.locations[0]?._id ?? null) : locationId;
}
