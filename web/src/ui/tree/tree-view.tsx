/*
 * A tree with a filter box, and with boxes to tick where `checked` is given:
 *
 *   <TreeView label="Roles" nodes={nodes} checked={ticked} onCheck={(node, on) => tick(leavesOf(node), on)} />
 *
 * Keyboard as in the ARIA pattern: arrows move, open and close, Home and End, a letter goes to the next row that
 * begins with it, space ticks, Enter opens. Where `onMove` is given, rows are dragged, or moved with Alt and the
 * arrows. A long tree scrolls in its own box and is drawn in part; keep `nodes` the same object while nothing has
 * changed. For trees too large to be loaded at once: `onExpand` fetches a branch that opens, `onMore` what a node
 * with `isMore` represents, and `onFilter` asks the server, whose results are then passed as `nodes`.
 */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { checkState, type TreeNode, treeRows } from './tree.ts';
import { TreeBar } from './tree-bar.tsx';
import { type TreeMove, useTreeDragging } from './tree-dragging.ts';
import { pressTreeKey } from './tree-keys.ts';
import { TreeRow } from './tree-row.tsx';
import classes from './tree-view.module.css';
import { rowHeight, useTreeWindow } from './tree-window.ts';
import { useOpenBranches } from './use-open-branches.ts';
import { useTreeFocus } from './use-tree-focus.ts';

export type { TreeMove } from './tree-dragging.ts';

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
  /** Called when a node with `isMore` becomes visible. */
  onMore?: (node: TreeNode) => void;
  /** What is typed into the filter box, for trees that are not all here. */
  onFilter?: (text: string) => void;
  /** `nodes` are what a search found: all that is loaded of them is open. */
  isFound?: boolean;
  filterLabel?: string;
  /** Without the box, where only what is loaded could be found. */
  hasFilter?: boolean;
  /** Sorts and moves; what cannot be done is for the caller to refuse. */
  onMove?: (node: TreeNode, how: TreeMove) => void;
  /** What has just happened, for those who listen: "Milk is now 2 of 5 in Dairy". */
  announcement?: string;
  /** Before the name of a row. */
  icon?: (node: TreeNode) => ReactNode;
  /** At the right of a row. */
  tools?: (node: TreeNode) => ReactNode;
  /** Scrolls inside itself from this height on. */
  maxHeight?: number | string;
  /** Ids open at first; without it the first level. */
  initiallyOpen?: readonly string[];
}

export function TreeView(props: TreeViewProps) {
  const { label, nodes, checked, onCheck, onOpen, onExpand, onMore, onFilter, onMove } = props;
  const { isFound = false, initiallyOpen } = props;
  const [filter, setFilter] = useState('');
  const branches = useOpenBranches({ nodes, isFound, initiallyOpen, onExpand });
  const { open, toggle, openOne } = branches;
  const rows = useMemo(() => treeRows(nodes, open, onFilter ? '' : filter), [nodes, open, filter, onFilter]);
  const { box, isLong, range, measure, reveal } = useTreeWindow(rows.length);
  const { currentAt, focusAt, setFocused, keepFocusOn } = useTreeFocus({ box, isLong, rows, reveal });
  const dragging = useTreeDragging((node, drop) => {
    if (drop.to === 'inside') openOne(drop.target);
    onMove?.(node, drop);
  });
  useEffect(() => {
    if (!onMore) return;
    for (const { node } of rows.slice(range.from, range.to)) if (node.isMore) onMore(node);
  }, [rows, range.from, range.to, onMore]);

  function filterBy(text: string): void {
    setFilter(text);
    branches.forgetClosed();
    if (box.current) box.current.scrollTop = 0;
    onFilter?.(text);
  }
  function check(node: TreeNode): void {
    if (checked && onCheck && !node.isDisabled && !node.isMore) {
      onCheck(node, checkState(node, checked) !== 'all');
    }
  }
  const keyActions = { rows, focusAt, keepFocusOn, toggle, openOne, check, onOpen, onMove };

  function draw(index: number): ReactNode {
    const row = rows[index]!;
    return (
      <TreeRow
        key={row.node.id}
        row={row}
        isCurrent={index === currentAt}
        state={checked && checkState(row.node, checked)}
        onKeyDown={(event) => pressTreeKey(event, row, index, keyActions)}
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

  return (
    <div className="column gap-2 min-w-0">
      <TreeBar
        label={label}
        filterLabel={props.filterLabel}
        hasFilter={props.hasFilter ?? true}
        filter={filter}
        onFilter={filterBy}
        onEnter={() => focusAt(currentAt)}
        onExpandAll={onExpand ? undefined : branches.expandAll}
        onCollapseAll={branches.collapseAll}
      />
      <TreeBox
        box={box}
        label={label}
        isMulti={checked !== undefined}
        maxHeight={props.maxHeight}
        height={isLong ? rows.length * rowHeight : undefined}
        onScroll={measure}
      >
        {drawnRows(range, currentAt, rows.length).map(draw)}
      </TreeBox>
      {rows.length === 0 && <p className={classes.nothing}>Nothing matches “{filter}”.</p>}
      <VisuallyHidden role="status">{props.announcement}</VisuallyHidden>
    </div>
  );
}

/** The rows in sight, in their order, and always the one with the focus, so that it stays the same element. */
function drawnRows({ from, to }: { from: number; to: number }, current: number, count: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at)
    .concat(current < from || current >= to ? [current] : [])
    .filter((at) => at < count)
    .sort((one, other) => one - other);
}

interface TreeBoxProps {
  box: RefObject<HTMLDivElement | null>;
  label: string;
  isMulti: boolean;
  maxHeight: number | string | undefined;
  /** Of all rows, where only some of them are drawn. */
  height: number | undefined;
  onScroll: () => void;
  children: ReactNode;
}
function TreeBox({ box, label, isMulti, maxHeight, height, onScroll, children }: TreeBoxProps) {
  const isLong = height !== undefined;
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      aria-multiselectable={isMulti || undefined}
      className={classes.tree}
      data-long={isLong || undefined}
      style={{ maxHeight }}
      onScroll={isLong ? onScroll : undefined}
    >
      {isLong ? (
        <div role="none" className={classes.rows} style={{ height }}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
