import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './tree-view.module.css';

interface TreeBarProps {
  filterLabel: string | undefined;
  hasFilter: boolean;
  /** What the tree is called. */
  label: string;
  filter: string;
  onFilter: (text: string) => void;
  /** Arrow down leads from the filter into the tree. */
  onEnter: () => void;
  /** Absent for trees that are not all loaded. */
  onExpandAll: (() => void) | undefined;
  onCollapseAll: () => void;
}

/** Above the tree: its filter, and opening or closing all of it. */
export function TreeBar(props: TreeBarProps) {
  const { filterLabel, hasFilter, label, filter, onFilter, onEnter, onExpandAll, onCollapseAll } = props;
  return (
    <div className="flex wrap gap-2">
      {hasFilter && (
        <TextInput
          type="search"
          aria-label={filterLabel ?? `Filter ${label}`}
          placeholder={filterLabel ?? 'Filter'}
          value={filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onEnter();
          }}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            filter && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => onFilter('')} />
          }
          className={classes.filter ?? ''}
        />
      )}
      {onExpandAll && (
        <Button variant="default" size="sm" onClick={onExpandAll}>
          Expand all
        </Button>
      )}
      <Button variant="default" size="sm" onClick={onCollapseAll}>
        Collapse all
      </Button>
    </div>
  );
}
