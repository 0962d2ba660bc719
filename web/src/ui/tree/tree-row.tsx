import { formatCount } from '@aisle/contract/core/pluralize';
import { IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react';
import type { CSSProperties, HTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import type { TreeRow as Row, TreeNode } from './tree.ts';
import classes from './tree-view.module.css';

interface TreeRowProps {
  row: Row;
  isCurrent: boolean;
  state: 'all' | 'some' | 'none' | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onToggle: () => void;
  onLabel: () => void;
  onCheck: () => void;
  icon: ReactNode;
  tools: ReactNode;
  /** Props that make the row draggable. */
  dragging: HTMLAttributes<HTMLDivElement> | undefined;
  /** Its position in a tree that is rendered partly. */
  style: CSSProperties | undefined;
}
const metricText = ({ count, figure }: TreeNode): string | undefined =>
  figure ?? (count === undefined ? undefined : formatCount(count));
const rowText = (node: TreeNode): string =>
  [node.label, node.note, metricText(node)].filter(Boolean).join(' ');

/** The parts of a row handle the mouse; the row itself handles the keyboard, as trees require. */
export function TreeRow(props: TreeRowProps) {
  const { row, isCurrent, state, onKeyDown, onFocus, onToggle, onLabel, onCheck } = props;
  const { node, level, position, siblings, isOpen, hasChildren } = row;
  const figure = metricText(node);
  return (
    <div
      {...props.dragging}
      role="treeitem"
      data-node={node.id}
      aria-label={rowText(node)}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-checked={state && (state === 'all' ? true : state === 'some' ? 'mixed' : false)}
      aria-disabled={node.isDisabled || undefined}
      aria-busy={node.isMore || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={`row gap-2 text-md ${classes.row}`}
      style={{ ...props.style, paddingLeft: (level - 1) * 20 + 4 }}
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
      <span
        className={`inline-row justify-center flex-none secondary ${classes.chevron}`}
        data-part="chevron"
        data-open={isOpen || undefined}
        aria-hidden
      >
        {hasChildren && <IconChevronRight size={16} />}
      </span>
      {state && !node.isMore && (
        <span
          className={`inline-row justify-center flex-none ${classes.box}`}
          data-part="box"
          data-state={state}
          aria-hidden
        >
          {state === 'all' && <IconCheck size={12} style={{ strokeWidth: 3 }} />}
          {state === 'some' && <IconMinus size={12} style={{ strokeWidth: 3 }} />}
        </span>
      )}
      {props.icon}
      <span className={`truncate ${classes.label}`} data-more={node.isMore || undefined}>
        <bdi>{node.label}</bdi>
      </span>
      {/* The space separates the texts for screen readers. */}
      {node.note && <span className={`text-xs secondary truncate ${classes.note}`}> {node.note}</span>}
      {figure !== undefined && <span className="ml-auto text-sm secondary tabular"> {figure}</span>}
      {props.tools}
    </div>
  );
}
