import { Popover } from '@mantine/core';
import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react';
import type { Filter, FilteredList } from './filter.ts';
import { FilterBrowser } from './filter-browser.tsx';
import { FilterPanel } from './filter-panel.tsx';
import classes from './filters.module.css';

export interface FilterPopoverProps {
  button: ReactElement<Record<string, unknown>>;
  label: string;
  filters: readonly Filter[];
  list: FilteredList;
  /** Lists the filters first; otherwise the popover edits a single filter. */
  isMenu?: boolean;
}

/** The popover of a chip: replaces the chip on first use and opens at once. */
export function FilterPopover({ button, label, filters, list, isMenu = false }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was replaced, so the focus moves to the new one.
    target.current?.focus();
    setOpen(true);
  }, []);
  const close = () => setOpen(false);
  const [only] = filters;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={312}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(button, { ref: target, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p={6}>
        {isMenu ? (
          <FilterBrowser filters={filters} list={list} done={close} />
        ) : (
          only && (
            <div className={classes.panel}>
              <FilterPanel filter={only} list={list} done={close} />
            </div>
          )
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
