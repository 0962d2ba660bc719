import { Switch } from '@mantine/core';
import { useState } from 'react';
import { offerUndo, withoutToast } from '../../../core/notice.tsx';
import { ActiveBadge } from '../../values/status-badge.tsx';

interface ActiveSwitchProps {
  active: boolean;
  /** The name of the record: "Acme". */
  label: string;
  /** For read-only users: shows the state instead. */
  disabled?: boolean;
  change: (active: boolean) => Promise<unknown>;
}

/** Switches a record on or off in its list. Moves at once, and back if the server refuses or the user cancels. */
export function ActiveSwitch({ active, label, disabled = false, change }: ActiveSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  async function flip(next: boolean): Promise<void> {
    setWanted(next);
    try {
      await withoutToast(() => change(next));
      offerUndo(`${label} is now ${next ? 'active' : 'inactive'}.`, () => change(!next));
    } catch {
      // A toast has reported the error.
    } finally {
      setWanted(null);
    }
  }
  if (disabled) return <ActiveBadge active={active} />;
  return (
    <Switch
      size="sm"
      color="teal"
      aria-label={`${label} is active`}
      checked={wanted ?? active}
      disabled={wanted !== null}
      onChange={(event) => void flip(event.currentTarget.checked)}
    />
  );
}
