import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { moved } from './reorder.ts';
import classes from './sortable-list.module.css';

interface SortableListProps<Entry extends string> {
  label: string;
  /** The keys of the entries, in display order. */
  entries: readonly Entry[];
  nameOf: (entry: Entry) => string;
  onOrder: (entries: Entry[]) => void;
  children: (entry: Entry) => ReactNode;
}

/** A list that the user sorts by dragging, by the arrow keys on a handle, or by buttons. */
export function SortableList<Entry extends string>(props: SortableListProps<Entry>) {
  const { label, entries, nameOf, onOrder, children } = props;
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  function move(from: number, to: number): void {
    const entry = entries[from];
    if (entry === undefined || from === to || to < 0 || to >= entries.length) return;
    onOrder(moved(entries, from, to));
    setAnnouncement(`${nameOf(entry)} moved to position ${to + 1} of ${entries.length}`);
    // The focus follows the moved row.
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus(),
    );
  }
  return (
    <>
      <ul ref={list} className="plain-list" aria-label={label}>
        {entries.map((entry, at) => (
          <Row
            key={entry}
            name={nameOf(entry)}
            at={at}
            count={entries.length}
            isDragged={dragged === at}
            onMove={(to) => move(at, to)}
            onDrag={setDragged}
            onDrop={() => dragged !== undefined && move(dragged, at)}
          >
            {children(entry)}
          </Row>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}

interface RowProps {
  name: string;
  at: number;
  count: number;
  isDragged: boolean;
  onMove: (to: number) => void;
  onDrag: (at: number | undefined) => void;
  onDrop: () => void;
  children: ReactNode;
}
function Row({ name, at, count, isDragged, onMove, onDrag, onDrop, children }: RowProps) {
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
        aria-label={`Move ${name}, ${at + 1} of ${count}. Use the arrow keys`}
        onKeyDown={onKey}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <span className="grow min-w-0">{children}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </li>
  );
}
