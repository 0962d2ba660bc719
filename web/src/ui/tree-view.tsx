/*
 * A tree with a filter box, and with boxes to tick where `checked` is given:
 *
 *   <TreeView label="Roles" nodes={nodes} checked={ticked} onCheck={(node, on) => tick(leavesOf(node), on)} />
 *
 * Keyboard as in the ARIA pattern: arrows move, open and close, Home and End, a letter goes to the next row that
 * begins with it, space ticks, Enter opens. Where `onMove` is given, rows are dragged, or moved with Alt and the
 * arrows. A long tree scrolls in its own box and is drawn in part; keep `nodes` the same object while nothing has
 * changed. For trees too large to be loaded at once: `onExpand` fetches a branch that opens, `onMore` what a node
 * with `isMore` stands for, and `onFilter` asks the server, which finds what then stands in `nodes`.
 */
import { Button, CloseButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { branchesOf, checkState, type TreeRow as Row, type TreeNode, treeRows } from './tree.ts';
import { type TreeMove, useTreeDragging } from './tree-dragging.ts';
import { TreeRow } from './tree-row.tsx';
import classes from './tree-view.module.css';
import { rowHeight, useTreeWindow } from './tree-window.ts';

export type { TreeMove } from './tree-dragging.ts';

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
  /** Called when a node with `isMore` comes into sight. */
  onMore?: (node: TreeNode) => void;
  /** What is typed into the filter box, for trees that are not all here. */
  onFilter?: (text: string) => void;
  /** `nodes` are what a search found: all that is loaded of them is open. */
  isFound?: boolean;
  filterLabel?: string;
  /** Sorts and moves; what cannot be done is for the caller to refuse. */
  onMove?: (node: TreeNode, how: TreeMove) => void;
  /** What has just happened, for those who listen: "Milk is now 2 of 5 in Dairy". */
  announcement?: string;
  /** What stands before the name of a row. */
  icon?: (node: TreeNode) => ReactNode;
  /** What stands at the right of a row. */
  tools?: (node: TreeNode) => ReactNode;
  /** Scrolls inside itself from this height on. */
  maxHeight?: number | string;
  /** Ids open at first; without it the first level. */
  initiallyOpen?: readonly string[];
}

export function TreeView(props: TreeViewProps) {
  const { label, nodes, checked, onCheck, onOpen, onExpand, onMore, onFilter, onMove, isFound } = props;
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(props.initiallyOpen ?? nodes.map((node) => node.id)),
  );
  // What was found is open until somebody closes it; what was open before comes back after the search.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const wanted = useRef<string>(undefined);
  const shownOpen = useMemo(
    () => (isFound ? new Set(branchesOf(nodes).filter((id) => !closed.has(id))) : open),
    [isFound, nodes, open, closed],
  );
  const rows = useMemo(
    () => treeRows(nodes, shownOpen, onFilter ? '' : filter),
    [nodes, shownOpen, filter, onFilter],
  );
  const { box, isLong, range, measure, reveal } = useTreeWindow(rows.length);
  const focusedAt = rows.findIndex((row) => row.node.id === focused);
  const currentAt = Math.max(focusedAt, 0);
  const dragging = useTreeDragging((node, drop) => {
    if (drop.to === 'inside') setOpen(new Set([...open, drop.target]));
    onMove?.(node, drop);
  });

  // The row to be focused is drawn first. One that was moved to elsewhere in the tree keeps the focus.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(wanted.current)}"]`);
    wanted.current = undefined;
    row?.focus({ preventScroll: isLong });
  });
  useEffect(() => {
    if (!onMore) return;
    for (const { node } of rows.slice(range.from, range.to)) if (node.isMore) onMore(node);
  }, [rows, range.from, range.to, onMore]);

  function filterBy(text: string): void {
    setFilter(text);
    setClosed(new Set());
    if (box.current) box.current.scrollTop = 0;
    onFilter?.(text);
  }
  function toggle({ node, isOpen }: Row): void {
    const [now, set] = isFound ? [closed, setClosed] : [open, setOpen];
    const next = new Set(now);
    if (isOpen === Boolean(isFound)) next.add(node.id);
    else next.delete(node.id);
    set(next);
    if (!isOpen) onExpand?.(node);
  }
  function check(node: TreeNode): void {
    if (checked && onCheck && !node.isDisabled && !node.isMore) {
      onCheck(node, checkState(node, checked) !== 'all');
    }
  }
  function focusAt(index: number): void {
    const at = Math.min(Math.max(index, 0), rows.length - 1);
    const id = rows[at]?.node.id;
    if (id === undefined) return;
    wanted.current = id;
    reveal(at);
    setFocused(id);
    // Focus may have been there already, so that nothing is drawn anew.
    if (id === focused) box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  }
  function focusLetter(letter: string, index: number): void {
    const begins = ({ node }: Row) => node.label.toLowerCase().startsWith(letter.toLowerCase());
    const behind = rows.findIndex((row, at) => at > index && begins(row));
    const found = behind >= 0 ? behind : rows.findIndex(begins);
    if (found >= 0) focusAt(found);
  }
  function onKey(event: KeyboardEvent, row: Row, index: number): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const to = stepOfKey[event.key as keyof typeof stepOfKey];
      if (!to || !onMove) return;
      event.preventDefault();
      if (to === 'in') openAbove(index);
      wanted.current = row.node.id;
      onMove(row.node, { to });
      return;
    }
    const steps: Record<string, () => void> = {
      ArrowDown: () => focusAt(index + 1),
      ArrowUp: () => focusAt(index - 1),
      Home: () => focusAt(0),
      End: () => focusAt(rows.length - 1),
      ArrowRight: () => {
        if (row.hasChildren && !row.isOpen) toggle(row);
        else if (row.isOpen) focusAt(index + 1);
      },
      ArrowLeft: () =>
        row.isOpen ? toggle(row) : focusAt(rows.findIndex(({ node }) => node.id === row.parent)),
      ' ': () => check(row.node),
      Enter: () => (onOpen ? onOpen(row.node) : check(row.node)),
    };
    const isLetter = /^[\p{L}\p{N}]$/u.test(event.key);
    const step = steps[event.key] ?? (isLetter ? () => focusLetter(event.key, index) : undefined);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  }
  /** What goes into the row above it is not to vanish there. */
  function openAbove(index: number): void {
    const { level } = rows[index]!;
    const above = rows.slice(0, index).findLast((row) => row.level === level);
    if (above) setOpen(new Set([...open, above.node.id]));
  }

  function draw(index: number): ReactNode {
    const row = rows[index]!;
    return (
      <TreeRow
        key={row.node.id}
        row={row}
        isCurrent={index === currentAt}
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
        icon={props.icon?.(row.node)}
        tools={props.tools?.(row.node)}
        dragging={onMove && dragging(row.node)}
        style={isLong ? { position: 'absolute', top: index * rowHeight, left: 0, right: 0 } : undefined}
      />
    );
  }
  // The row with the focus is always there, wherever one scrolls; in its order, so that it stays the same element.
  const inSight = Array.from({ length: Math.max(range.to - range.from, 0) }, (_, at) => range.from + at)
    .concat(currentAt < range.from || currentAt >= range.to ? [currentAt] : [])
    .filter((at) => at in rows)
    .sort((one, other) => one - other)
    .map(draw);

  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <TextInput
          type="search"
          aria-label={props.filterLabel ?? `Filter ${label}`}
          placeholder={props.filterLabel ?? 'Filter'}
          value={filter}
          onChange={(event) => filterBy(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            focusAt(currentAt);
          }}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          rightSection={
            filter && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => filterBy('')} />
          }
          className={classes.filter ?? ''}
        />
        {!onExpand && (
          <Button variant="default" size="sm" onClick={() => setOpen(new Set(branchesOf(nodes)))}>
            Expand all
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          onClick={() => (isFound ? setClosed(new Set(branchesOf(nodes))) : setOpen(new Set()))}
        >
          Collapse all
        </Button>
      </div>
      <div
        ref={box}
        role="tree"
        aria-label={label}
        aria-multiselectable={checked ? true : undefined}
        className={classes.tree}
        data-long={isLong || undefined}
        style={{ maxHeight: props.maxHeight }}
        onScroll={isLong ? measure : undefined}
      >
        {isLong ? (
          <div role="none" className={classes.rows} style={{ height: rows.length * rowHeight }}>
            {inSight}
          </div>
        ) : (
          inSight
        )}
      </div>
      {rows.length === 0 && <p className={classes.nothing}>Nothing matches “{filter}”.</p>}
      <VisuallyHidden role="status">{props.announcement}</VisuallyHidden>
    </div>
  );
}
