import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { usePermissions } from '../../core/session.ts';
import type { RowAction } from './row.ts';

interface RowMenuProps {
  label: string;
  actions: readonly RowAction[];
}

/** What else can be done with one row. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const held = usePermissions();
  const allowed = actions.filter(({ permission }) => !permission || held.has(permission));
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`More for ${label}`}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map((action) => (
          <Menu.Item
            key={action.label}
            onClick={action.onClick}
            {...(action.danger && { c: 'var(--aisle-bad)' })}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
