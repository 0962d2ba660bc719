/*
 * A tree with a filter, and with checkboxes if `checked` is set:
 *
 *   <TreeView label="Roles" nodes={nodes} checked={ticked} onCheck={(node, on) => tick(leavesOf(node), on)} />
 *
 * The keyboard follows the ARIA pattern: arrows move, open and close, Home and End, a letter moves to the next row
 * that starts with it, Space checks, Enter opens. With `onMove`, rows can be dragged, or moved with Alt and the
 * arrows. A long tree scrolls in its own box and is rendered partly; pass the same `nodes` object until something
 * changes. For trees too large to load at once: `onExpand` loads a branch that opens, `onMore` loads the nodes that
 * a node with `isMore` represents, and `onFilter` queries the server, whose results are then passed as `nodes`.
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
  /** The IDs of checked leaves. */
  checked?: ReadonlySet<string>;
  onCheck?: (node: TreeNode, on: boolean) => void;
  /** Called for Enter or a click on the name. */
  onOpen?: (node: TreeNode) => void;
  /** Called when a branch opens, so that its children can be fetched. */
  onExpand?: (node: TreeNode) => void;
  /** Called when a node with `isMore` becomes visible. */
  onMore?: (node: TreeNode) => void;
  /** Called with the filter text, for trees that are only partly loaded. */
  onFilter?: (text: string) => void;
  /** `nodes` are search results: all loaded branches are open. */
  isFound?: boolean;
  filterLabel?: string;
  /** False hides the filter, for trees where it would only find loaded nodes. */
  hasFilter?: boolean;
  /** Called when a row is sorted or moved; the caller rejects invalid moves. */
  onMove?: (node: TreeNode, how: TreeMove) => void;
  /** The latest change, for screen readers: "Milk is now 2 of 5 in Dairy". */
  announcement?: string;
  /** Shown before the name of a row. */
  icon?: (node: TreeNode) => ReactNode;
  /** Shown at the right end of a row. */
  tools?: (node: TreeNode) => ReactNode;
  /** The tree scrolls in its own box beyond this height. */
  maxHeight?: number | string;
  /** The IDs of branches that are open initially; by default the first level. */
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

/** The indexes of the visible rows in order, always including the focused row, so that it stays the same element. */
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
  /** The total height of all rows, if only some are rendered. */
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
