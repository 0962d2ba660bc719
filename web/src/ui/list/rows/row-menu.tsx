import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { usePermissions } from '../../../core/session/session.ts';
import { MenuButton } from '../../menu-button.tsx';
import type { RowAction } from './row.ts';

interface RowMenuProps {
  label: string;
  actions: readonly RowAction[];
}

/** A menu of additional actions for one row. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const held = usePermissions();
  const allowed = actions.filter(({ permission }) => !permission || held.has(permission));
  if (allowed.length === 0) return null;
  return (
    <MenuButton
      button={
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`More for ${label}`}>
          <IconDots size={16} />
        </ActionIcon>
      }
      entries={allowed}
    />
  );
}
