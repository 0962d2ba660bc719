import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Filter, type FilteredList, isSet } from './filter.ts';
import { FilterPanel } from './filter-panel.tsx';
import { FilterValue } from './filter-value.tsx';
import classes from './filters.module.css';

interface FilterBrowserProps {
  filters: readonly Filter[];
  list: FilteredList;
  /** Called after a filter was set; otherwise the list of filters is shown again. */
  done?: () => void;
}

/** All available filters; the selected filter replaces them. */
export function FilterBrowser({ filters, list, done }: FilterBrowserProps) {
  const [open, setOpen] = useState<Filter>();
  const [left, setLeft] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Moves the focus, because the focused element was removed with its panel or list.
    if (open) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    else if (left) box.current?.querySelector<HTMLElement>(`[data-filter="${left}"]`)?.focus();
  }, [open, left]);
  const back = () => {
    setLeft(open?.label);
    setOpen(undefined);
  };
  if (open) {
    return (
      <div ref={box} className={classes.panel}>
        <div className="row gap-1 medium">
          <ActionIcon variant="subtle" color="gray" aria-label="All filters" onClick={back}>
            <IconArrowLeft size={16} />
          </ActionIcon>
          {open.label}
        </div>
        <FilterPanel filter={open} list={list} done={done ?? back} />
      </div>
    );
  }
  return (
    <div ref={box} className={classes.panel}>
      {filters.map((filter, index) => (
        <button
          key={filter.label}
          type="button"
          data-filter={filter.label}
          data-autofocus={index === 0 ? true : undefined}
          className={`row gap-2 flex-none w-full plain-button text-sm ${classes.option}`}
          onClick={() => setOpen(filter)}
        >
          <span className="grow min-w-0 break-anywhere">{filter.label}</span>
          {isSet(filter, list.search) && (
            <span className={`truncate ${classes.set}`}>
              <FilterValue filter={filter} search={list.search} />
            </span>
          )}
          <IconChevronRight size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}
