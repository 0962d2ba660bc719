import { ActionIcon } from '@mantine/core';
import { IconLayoutColumns } from '@tabler/icons-react';
import { MenuButton } from '../../menu-button.tsx';
import { type Column, columnChoice, shownColumns } from '../rows/column.ts';
import type { List } from '../use-list.ts';

/** Selects the columns and the row density. */
export function ViewMenu<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  const shown = new Set(shownColumns(columns, list.search.columns).map((column) => column.key));
  const compact = list.search.density === 'compact';
  const change = (patch: Parameters<typeof list.change>[0]) =>
    list.change({ ...patch, page: list.search.page }, { replace: true });
  const toggle = (key: string) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    change({ columns: columnChoice(columns, next) });
  };
  return (
    <MenuButton
      tooltip="Columns and density"
      staysOpen
      button={
        <ActionIcon variant="default" size={36} aria-label="Columns and density">
          <IconLayoutColumns size={16} />
        </ActionIcon>
      }
      entries={[
        { heading: 'Columns' },
        ...columns.slice(1).map(({ key, header }) => ({
          label: header,
          checked: shown.has(key),
          onToggle: () => toggle(key),
        })),
        'divider',
        {
          label: 'Compact rows',
          checked: compact,
          onToggle: () => change({ density: compact ? undefined : 'compact' }),
        },
      ]}
    />
  );
}
