import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Filter, FilteredList } from './filter.ts';
import { FilterBrowser } from './filter-browser.tsx';
import classes from './filters.module.css';

interface FilterSheetProps {
  opened: boolean;
  onClose: () => void;
  onClear: () => void;
  filters: readonly Filter[];
  list: FilteredList;
  /** Further content: the columns of a grid. */
  children?: ReactNode;
}

/** The filter sheet on screens below 768 px. */
export function FilterSheet({ opened, onClose, onClear, filters, list, children }: FilterSheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      title="Filters"
      classNames={{ content: classes.sheetContent ?? '' }}
    >
      <div className={`column gap-4 ${classes.sheet}`}>
        <FilterBrowser filters={filters} list={list} />
        {children}
        <div className={classes.pair}>
          <Button variant="default" onClick={onClear}>
            Clear all
          </Button>
          <Button onClick={onClose}>Show results</Button>
        </div>
      </div>
    </Drawer>
  );
}
