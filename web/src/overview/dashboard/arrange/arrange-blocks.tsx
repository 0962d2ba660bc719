import type { BlockName } from '@aisle/contract/overview/dashboard';
import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLayoutGrid } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { moved } from '../../../ui/form/reorder.ts';
import classes from './arrange-blocks.module.css';
import { blockTitles } from './layout.ts';

interface ArrangeBlocksProps {
  /** In display order. */
  blocks: readonly BlockName[];
  hidden: readonly string[];
  onToggle: (name: BlockName) => void;
  onOrder: (blocks: readonly BlockName[]) => void;
  onReset: () => void;
}

/** Selects the blocks to show and their order, by dragging or with keys. */
export function ArrangeBlocks({ blocks, hidden, onToggle, onOrder, onReset }: ArrangeBlocksProps) {
  const [isOpen, setOpen] = useState(false);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  function move(from: number, to: number): void {
    const name = blocks[from];
    if (!name || from === to || to < 0 || to >= blocks.length) return;
    onOrder(moved(blocks, from, to));
    setAnnouncement(`${blockTitles[name]} moved to position ${to + 1} of ${blocks.length}`);
    // The focus follows the moved row.
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus(),
    );
  }
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
        <ul ref={list} className="plain-list" aria-label="Blocks">
          {blocks.map((name, at) => (
            <Row
              key={name}
              name={name}
              at={at}
              count={blocks.length}
              isShown={!hidden.includes(name)}
              isDragged={dragged === at}
              onToggle={() => onToggle(name)}
              onMove={(to) => move(at, to)}
              onDrag={setDragged}
              onDrop={() => dragged !== undefined && move(dragged, at)}
            />
          ))}
        </ul>
        <Button variant="subtle" color="gray" size="compact-sm" mt="xs" onClick={onReset}>
          Reset to default
        </Button>
        <span role="status" className="visually-hidden">
          {announcement}
        </span>
      </Popover.Dropdown>
    </Popover>
  );
}

interface RowProps {
  name: BlockName;
  at: number;
  count: number;
  isShown: boolean;
  isDragged: boolean;
  onToggle: () => void;
  onMove: (to: number) => void;
  onDrag: (at: number | undefined) => void;
  onDrop: () => void;
}
function Row({ name, at, count, isShown, isDragged, onToggle, onMove, onDrag, onDrop }: RowProps) {
  const title = blockTitles[name];
  function onKey(event: KeyboardEvent): void {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      className={`row gap-1 ${classes.row}`}
      draggable
      data-dragged={isDragged || undefined}
      onDragStart={() => onDrag(at)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <button
        type="button"
        data-handle
        className={`grid flex-none secondary ${classes.handle}`}
        aria-label={`Move ${title}, ${at + 1} of ${count}. Use the arrow keys`}
        onKeyDown={onKey}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <Checkbox className="grow min-w-0" label={title} checked={isShown} onChange={onToggle} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${title} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${title} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </li>
  );
}
