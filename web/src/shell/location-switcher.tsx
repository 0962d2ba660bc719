import { ActionIcon, Button } from '@mantine/core';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../core/pages/lazy.ts';
import { readPreference, savePreference } from '../core/preferences/preferences.ts';
import { chooseLocation, useCan, useSignedIn } from '../core/session/session.ts';
import { MenuButton } from '../ui/menu-button.tsx';

const AnyLocation = later(() => import('./any-location.tsx').then((module) => module.AnyLocation));

/** The name of the selected location, because a session contains only its ID. */
const storedName = 'location.name';
const allLocations = 'All locations';

export interface LocationChoice {
  _id: string;
  name: string;
}

/** Selects the location for all screens, or all locations. */
export function useLocationChoice() {
  const { user, locationId } = useSignedIn();
  const client = useQueryClient();
  const mayList = useCan('store_list');
  const own = user.locations.find(({ _id }) => _id === locationId);
  const chosen: LocationChoice | null =
    own ?? (locationId ? { _id: locationId, name: readPreference(storedName, 'One location') } : null);
  return {
    /** Users without specific locations choose among all of them. */
    isAmongAll: user.locations.length === 0 && mayList,
    canChoose: user.locations.length > 1 || (user.locations.length === 0 && mayList),
    chosen,
    choose: (location: LocationChoice | null) => {
      if (location) savePreference(storedName, location.name);
      chooseLocation(location?._id ?? null);
      void client.invalidateQueries();
    },
  };
}

/** For users with several locations: selects one of them or all. */
export function LocationSwitcher({ isNarrow }: { isNarrow: boolean }) {
  const { user } = useSignedIn();
  const { chosen, choose, canChoose, isAmongAll } = useLocationChoice();
  if (!canChoose) return null;
  const label = chosen?.name ?? allLocations;
  const all = { label: allLocations, onClick: () => choose(null), isChosen: chosen === null };
  return (
    <MenuButton
      // Closes the menu when another location is selected in the field.
      key={chosen?._id ?? 'all'}
      width={260}
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
      entries={
        isAmongAll
          ? [
              all,
              {
                content: (
                  <Suspense fallback={<div style={{ height: 36 }} />}>
                    <AnyLocation chosen={chosen} onChoose={choose} />
                  </Suspense>
                ),
              },
            ]
          : [
              all,
              ...user.locations.map((location) => ({
                label: location.name,
                onClick: () => choose(location),
                isChosen: location._id === chosen?._id,
              })),
            ]
      }
    />
  );
}
