/*
 * A tree with a filter box, and with boxes to tick where `checked` is given:
 *
 *   <TreeView label="Roles" nodes={nodes} checked={ticked} onCheck={(node, on) => tick(leavesOf(node), on)} />
 *
 * Keyboard as in the ARIA pattern: arrows move, open and close, Home and End, space ticks, Enter opens. Where
 * `onMove` is given, rows are dragged, or moved with Alt and the arrows.
 */
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus, IconSearch } from '@tabler/icons-react';
import {
  type DragEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { branchesOf, checkState, type TreeNode, type TreeRow, treeRows } from './tree.ts';
import classes from './tree-view.module.css';

/** Where a row is to go: a step by keyboard, or beside or into another row. */
export type TreeMove =
  | { to: 'up' | 'down' | 'in' | 'out' }
  | { to: 'before' | 'inside' | 'after'; target: string };
const stepOfKey = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const;

interface TreeViewProps {
  label: string;
  nodes: readonly TreeNode[];
  /** The ids of ticked leaves. */
  checked?: ReadonlySet<string>;
  onCheck?: (node: TreeNode, on: boolean) => void;
  /** Enter, or a click on the name. */
  onOpen?: (node: TreeNode) => void;
  /** Called when a branch opens, so that its children can be fetched. */
  onExpand?: (node: TreeNode) => void;
  /** What is typed into the filter box, for trees that are not all here. */
  onFilter?: (text: string) => void;
  /** Sorts and moves; what cannot be done is for the caller to refuse. */
  onMove?: (node: TreeNode, how: TreeMove) => void;
  /** What stands at the right of a row. */
  tools?: (node: TreeNode) => ReactNode;
  /** Scrolls inside itself from this height on. */
  maxHeight?: number;
  /** Ids open at first; without it the first level. */
  initiallyOpen?: readonly string[];
}

export function TreeView(props: TreeViewProps) {
  const { label, nodes, checked, onCheck, onOpen, onExpand, onFilter, onMove, tools, maxHeight } = props;
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(props.initiallyOpen ?? nodes.map((node) => node.id)),
  );
  const [focused, setFocused] = useState<string>();
  const [dragged, setDragged] = useState<TreeNode>();
  const [drop, setDrop] = useState<{ to: 'before' | 'inside' | 'after'; target: string }>();
  const tree = useRef<HTMLDivElement>(null);
  const rows = treeRows(nodes, open, filter);
  const current = rows.some((row) => row.node.id === focused) ? focused : rows[0]?.node.id;

  function filterBy(text: string): void {
    setFilter(text);
    onFilter?.(text);
  }
  function toggle({ node, isOpen }: TreeRow): void {
    const next = new Set(open);
    if (isOpen) next.delete(node.id);
    else {
      next.add(node.id);
      onExpand?.(node);
    }
    setOpen(next);
  }
  function check(node: TreeNode): void {
    if (checked && onCheck && !node.isDisabled) onCheck(node, checkState(node, checked) !== 'all');
  }
  function focus(id: string | undefined): void {
    if (id === undefined) return;
    setFocused(id);
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  }
  function onKey(event: KeyboardEvent, row: TreeRow, index: number): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const to = stepOfKey[event.key as keyof typeof stepOfKey];
      if (!to || !onMove) return;
      event.preventDefault();
      if (to === 'in') openAbove(index);
      onMove(row.node, { to });
      return;
    }
    const at = (to: number) => rows[Math.min(Math.max(to, 0), rows.length - 1)]?.node.id;
    const steps: Record<string, () => void> = {
      ArrowDown: () => focus(at(index + 1)),
      ArrowUp: () => focus(at(index - 1)),
      Home: () => focus(at(0)),
      End: () => focus(at(rows.length - 1)),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(row) : focus(at(index + 1))),
      ArrowLeft: () => (row.isOpen ? toggle(row) : focus(row.parent)),
      ' ': () => check(row.node),
      Enter: () => (onOpen ? onOpen(row.node) : check(row.node)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  /** What goes into the row above it is not to vanish there. */
  function openAbove(index: number): void {
    const { level } = rows[index]!;
    const above = rows.slice(0, index).findLast((row) => row.level === level);
    if (above) setOpen(new Set([...open, above.node.id]));
  }
  const dragging = (row: TreeRow) => ({
    draggable: true,
    'data-drop': drop?.target === row.node.id ? drop.to : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(row.node);
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged || dragged.id === row.node.id) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const part = (event.clientY - top) / height;
      const to = part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside';
      if (drop?.target !== row.node.id || drop.to !== to) setDrop({ to, target: row.node.id });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && drop) {
        if (drop.to === 'inside') setOpen(new Set([...open, drop.target]));
        onMove?.(dragged, drop);
      }
      setDrop(undefined);
      setDragged(undefined);
    },
    onDragEnd: () => {
      setDrop(undefined);
      setDragged(undefined);
    },
  });

  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <TextInput
          type="search"
          aria-label={`Filter ${label}`}
          placeholder="Filter"
          value={filter}
          onChange={(event) => filterBy(event.currentTarget.value)}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          rightSection={
            filter && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => filterBy('')} />
          }
          className={classes.filter ?? ''}
        />
        <Button variant="default" size="sm" onClick={() => setOpen(new Set(branchesOf(nodes)))}>
          Expand all
        </Button>
        <Button variant="default" size="sm" onClick={() => setOpen(new Set())}>
          Collapse all
        </Button>
      </div>
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        aria-multiselectable={checked ? true : undefined}
        className={classes.tree}
        style={{ maxHeight }}
      >
        {rows.map((row, index) => (
          <Row
            key={row.node.id}
            row={row}
            isCurrent={row.node.id === current}
            state={checked && checkState(row.node, checked)}
            onKeyDown={(event) => onKey(event, row, index)}
            onFocus={() => setFocused(row.node.id)}
            onToggle={() => toggle(row)}
            onLabel={() => {
              if (onOpen) onOpen(row.node);
              else if (checked) check(row.node);
              else if (row.hasChildren) toggle(row);
            }}
            onCheck={() => check(row.node)}
            tools={tools?.(row.node)}
            dragging={onMove && dragging(row)}
          />
        ))}
      </div>
      {rows.length === 0 && <p className={classes.nothing}>Nothing matches “{filter}”.</p>}
    </div>
  );
}

interface RowProps {
  row: TreeRow;
  isCurrent: boolean;
  state: 'all' | 'some' | 'none' | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onToggle: () => void;
  onLabel: () => void;
  onCheck: () => void;
  tools: ReactNode;
  /** What makes it movable. */
  dragging: HTMLAttributes<HTMLDivElement> | undefined;
}
const rowText = ({ label, note, count }: TreeNode): string =>
  [label, note, count?.toLocaleString('en-US')].filter(Boolean).join(' ');

/** Its parts answer the mouse; the keyboard's way is the row itself, as trees want it. */
function Row({
  row,
  isCurrent,
  state,
  onKeyDown,
  onFocus,
  onToggle,
  onLabel,
  onCheck,
  tools,
  dragging,
}: RowProps) {
  const { node, level, position, siblings, isOpen, hasChildren } = row;
  return (
    <div
      {...dragging}
      role="treeitem"
      data-node={node.id}
      aria-label={rowText(node)}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-checked={state && (state === 'all' ? true : state === 'some' ? 'mixed' : false)}
      aria-disabled={node.isDisabled || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.row}
      style={{ paddingLeft: (level - 1) * 20 + 4 }}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        const part = target.closest<HTMLElement>('[data-part]')?.dataset.part;
        if (part === 'chevron') onToggle();
        else if (part === 'box') onCheck();
        else if (!target.closest('button, a, input')) onLabel();
      }}
    >
      <span className={classes.chevron} data-part="chevron" data-open={isOpen || undefined} aria-hidden>
        {hasChildren && <IconChevronRight size={16} stroke={1.5} />}
      </span>
      {state && (
        <span className={classes.box} data-part="box" data-state={state} aria-hidden>
          {state === 'all' && <IconCheck size={12} stroke={3} />}
          {state === 'some' && <IconMinus size={12} stroke={3} />}
        </span>
      )}
      <span className={classes.label}>{node.label}</span>
      {/* Apart for those who listen, too. */}
      {node.note && <span className={classes.note}> {node.note}</span>}
      {node.count !== undefined && (
        <span className={classes.count}> {node.count.toLocaleString('en-US')}</span>
      )}
      {tools}
    </div>
  );
}
