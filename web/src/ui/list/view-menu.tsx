import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconLayoutColumns } from '@tabler/icons-react';
import { type Column, columnChoice, shownColumns } from './column.ts';
import type { List } from './use-list.ts';

/** Which columns, and how close the rows. */
export function ViewMenu<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  const shown = new Set(shownColumns(columns, list.search.columns).map((column) => column.key));
  const compact = list.search.density === 'compact';
  const toggle = (key: string) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    list.change({ columns: columnChoice(columns, next), page: list.search.page }, { replace: true });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Tooltip label="Columns and density">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Columns and density">
            <IconLayoutColumns size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {columns.slice(1).map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={shown.has(column.key)}
            onChange={() => toggle(column.key)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={compact}
          onChange={() =>
            list.change(
              { density: compact ? undefined : 'compact', page: list.search.page },
              { replace: true },
            )
          }
        >
          Compact rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
