import { ActionIcon, Button, Popover, Stack, Switch } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useState } from 'react';
import { readPreference, savePreference } from '../../../core/preferences/preferences.ts';
import { allowRinging, ring, useCanRing } from './ring.ts';

/** Whether new orders are heard, and until when. */
export function useQueueSound() {
  const [isOn, setOn] = useState(() => readPreference('queue.rings', true));
  const [keepsRinging, setKeepsRinging] = useState(() => readPreference('queue.keepsRinging', true));
  const canRing = useCanRing();
  function turn(on: boolean): void {
    setOn(on);
    savePreference('queue.rings', on);
    // So that people hear what it is; browsers also want a click before the first sound.
    if (on) void allowRinging().then(ring);
  }
  return {
    isOn,
    keepsRinging,
    /** Switched on, and the browser lets it sound. */
    isHeard: isOn && canRing,
    turn,
    keepRinging: (keeps: boolean) => {
      setKeepsRinging(keeps);
      savePreference('queue.keepsRinging', keeps);
    },
  };
}

/** A button while nothing is heard; then how it sounds. */
export function SoundControl({ sound }: { sound: ReturnType<typeof useQueueSound> }) {
  if (!sound.isHeard) {
    return (
      <Button variant="default" leftSection={<IconBellRinging size={16} />} onClick={() => sound.turn(true)}>
        Turn on sound
      </Button>
    );
  }
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label="Sound">
          <IconBell size={20} />
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
