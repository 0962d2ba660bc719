import type { BlockName } from '@aisle/contract/overview/dashboard';
import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { SortableList } from '../../../ui/form/sortable-list.tsx';
import { blockTitles } from './layout.ts';

interface ArrangeBlocksProps {
  /** In display order. */
  blocks: readonly BlockName[];
  hidden: readonly string[];
  onToggle: (name: BlockName) => void;
  onOrder: (blocks: readonly BlockName[]) => void;
  onReset: () => void;
}

/** Selects the blocks to show and their order. */
export function ArrangeBlocks({ blocks, hidden, onToggle, onOrder, onReset }: ArrangeBlocksProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label="Customize" disabled={isOpen}>
          <ActionIcon variant="default" size={36} aria-label="Customize" onClick={() => setOpen(!isOpen)}>
            <IconLayoutGrid size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Customize the dashboard" p="xs">
        <SortableList label="Blocks" entries={blocks} nameOf={(name) => blockTitles[name]} onOrder={onOrder}>
          {(name) => (
            <Checkbox
              label={blockTitles[name]}
              checked={!hidden.includes(name)}
              onChange={() => onToggle(name)}
            />
          )}
        </SortableList>
        <Button variant="subtle" color="gray" size="compact-sm" mt="xs" onClick={onReset}>
          Reset to default
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
