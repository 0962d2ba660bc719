import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './tree-view.module.css';

interface TreeBarProps {
  filterLabel: string | undefined;
  hasFilter: boolean;
  /** The name of the tree. */
  label: string;
  filter: string;
  onFilter: (text: string) => void;
  /** Called for arrow down in the filter, to move into the tree. */
  onEnter: () => void;
  /** Undefined for trees that are only partly loaded. */
  onExpandAll: (() => void) | undefined;
  onCollapseAll: () => void;
}

/** The filter above a tree, with buttons to expand and collapse everything. */
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
