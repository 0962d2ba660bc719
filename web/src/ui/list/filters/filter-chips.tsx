import { IconFilterPlus, IconPlus, IconX } from '@tabler/icons-react';
import { cloneElement, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useSession } from '../../../core/session/session.ts';
import { clearing, type Filter, type FilteredList, isSet, visibleFilters } from './filter.ts';
import type { FilterPopoverProps } from './filter-popover.tsx';
import { FilterValue } from './filter-value.tsx';
import classes from './filters.module.css';

const load = () => import('./filter-popover.tsx').then((module) => module.FilterPopover);
const FilterPopover = later(load);

interface FilterChipsProps {
  filters: readonly Filter[];
  list: FilteredList;
}
interface ManyFilterChipsProps extends FilterChipsProps {
  /** The number of filters with a chip before they are set; the others are behind "Add filter". */
  ghosts?: number;
}

/** The filters of a list: chips to change or remove active ones, and a menu to add others. */
export function FilterChips({ filters, list, ghosts = 4 }: ManyFilterChipsProps) {
  const offered = visibleFilters(filters, list, useSession());
  const isShown = (filter: Filter) => offered.indexOf(filter) < ghosts || isSet(filter, list.search);
  const further = offered.filter((filter) => !isShown(filter));
  return (
    <>
      {offered.filter(isShown).map((filter) => (
        <FilterChip key={filter.label} filter={filter} list={list} />
      ))}
      {further.length > 0 && (
        <Opener
          isMenu
          label="Add filter"
          filters={further}
          list={list}
          button={
            <button type="button" className={classes.add}>
              <IconFilterPlus size={16} aria-hidden />
              Add filter
            </button>
          }
        />
      )}
    </>
  );
}

/** Only the active filters, for narrow places. */
export function SetFilters({ filters, list }: FilterChipsProps) {
  const set = filters.filter((filter) => isSet(filter, list.search));
  return set.map((filter) => <FilterChip key={filter.label} filter={filter} list={list} isFixed />);
}

interface FilterChipProps {
  filter: Filter;
  list: FilteredList;
  /** Can only be removed. */
  isFixed?: boolean;
}
function FilterChip({ filter, list, isFixed = filter.kind === 'linked' }: FilterChipProps) {
  const { label } = filter;
  const isRequired = filter.kind === 'days' && filter.isRequired;
  const value = isSet(filter, list.search) && (
    <>
      {label}:{' '}
      <b>
        <FilterValue filter={filter} search={list.search} />
      </b>
    </>
  );
  return (
    <span className={value ? `inline-row nowrap ${classes.chip}` : undefined}>
      {isFixed ? (
        <span className={classes.chipText} data-alone={isRequired}>
          {value}
        </span>
      ) : (
        <Opener
          label={label}
          filters={[filter]}
          list={list}
          button={
            <button
              type="button"
              className={value ? classes.chipText : classes.ghost}
              data-alone={isRequired}
            >
              {value || (
                <>
                  <IconPlus size={14} aria-hidden />
                  {label}
                </>
              )}
            </button>
          }
        />
      )}
      {value && !isRequired && <RemoveButton filter={filter} list={list} />}
    </span>
  );
}

function RemoveButton({ filter, list }: Pick<FilterChipProps, 'filter' | 'list'>) {
  return (
    <button
      type="button"
      className={`inline-row justify-center flex-none ${classes.remove}`}
      aria-label={`Remove filter ${filter.label}`}
      onClick={(event) => {
        // The removed chip contains this button, so the focus moves to the search box.
        event.currentTarget.closest('search')?.querySelector<HTMLElement>('[data-search]')?.focus();
        list.change(clearing([filter]));
      }}
    >
      <IconX size={14} aria-hidden />
    </button>
  );
}

/** A button that loads its popover on first use. */
function Opener(props: FilterPopoverProps) {
  const [isWanted, setWanted] = useState(false);
  const warm = () => void load().catch(() => undefined);
  const closed = cloneElement(props.button, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: warm,
    onFocus: warm,
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <FilterPopover {...props} />
    </Suspense>
  );
}
