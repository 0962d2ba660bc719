import { ActionIcon, Button } from '@mantine/core';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { chooseLocation, useSignedIn } from '../core/session.ts';
import { MenuButton } from '../ui/menu-button.tsx';

/** For people with several locations: work in one of them, or look at all. */
export function LocationSwitcher({ isNarrow }: { isNarrow: boolean }) {
  const { user, locationId } = useSignedIn();
  const client = useQueryClient();
  if (user.locations.length < 2) return null;
  const chosen = user.locations.find(({ _id }) => _id === locationId);
  const label = chosen?.name ?? 'All locations';
  const choose = (id: string | null) => {
    chooseLocation(id);
    void client.invalidateQueries();
  };
  return (
    <MenuButton
      button={
        isNarrow ? (
          <ActionIcon
            variant={chosen ? 'light' : 'subtle'}
            color={chosen ? 'teal' : 'gray'}
            size={36}
            aria-label={`Location: ${label}`}
          >
            <IconBuildingStore size={20} />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            leftSection={<IconBuildingStore size={16} />}
            rightSection={<IconChevronDown size={16} />}
            maw={220}
          >
            {label}
          </Button>
        )
      }
      entries={[{ _id: null, name: 'All locations' }, ...user.locations].map(({ _id, name }) => ({
        label: name,
        onClick: () => choose(_id),
        isChosen: _id === (chosen?._id ?? null),
      }))}
    />
  );
}
