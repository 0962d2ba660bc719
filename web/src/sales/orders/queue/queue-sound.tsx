import { ActionIcon, Button, Popover, Stack, Switch } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { readPreference, savePreference } from '../../../core/preferences/preferences.ts';
import { allowRinging, ring, useCanRing } from './ring.ts';

/** The ring setting for new orders. */
export function useQueueSound() {
  const [isOn, setOn] = useState(() => readPreference('queue.rings', true));
  const [keepsRinging, setKeepsRinging] = useState(() => readPreference('queue.keepsRinging', true));
  const canRing = useCanRing();
  function turn(on: boolean): void {
    setOn(on);
    savePreference('queue.rings', on);
    // Plays a sample; browsers also require a click before the first sound.
    if (on) void allowRinging().then(ring);
  }
  return {
    isOn,
    keepsRinging,
    /** Sound is on and the browser allows it. */
    isHeard: isOn && canRing,
    turn,
    keepRinging: (keeps: boolean) => {
      setKeepsRinging(keeps);
      savePreference('queue.keepsRinging', keeps);
    },
  };
}

/** A button that turns sound on; then the sound settings. */
export function SoundControl({ sound }: { sound: ReturnType<typeof useQueueSound> }) {
  if (!sound.isHeard) {
    return (
      <Button variant="default" leftSection={<IconVolumeOff size={16} />} onClick={() => sound.turn(true)}>
        Turn on sound
      </Button>
    );
  }
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label="Sound">
          <IconVolume size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Switch label="Sound for new orders" color="teal" checked onChange={() => sound.turn(false)} />
          <Switch
            label="Keep ringing until accepted"
            color="teal"
            checked={sound.keepsRinging}
            onChange={({ currentTarget }) => sound.keepRinging(currentTarget.checked)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
