import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useSession } from '../../../core/session/session.ts';
import { type Filter, type FilteredList, visibleFilters } from './filter.ts';
import { FilterChips, SetFilters } from './filter-chips.tsx';

const FilterSheet = later(() => import('./filter-sheet.tsx').then((module) => module.FilterSheet));

interface FilterToolsProps {
  filters: readonly Filter[];
  list: FilteredList;
  isNarrow: boolean;
  /** Whether any filter is set. */
  isNarrowed: boolean;
  onClear: () => void;
  /** Further content of the sheet: the columns of a grid. */
  inSheet?: ReactNode;
}
/** The filters of a list: chips, or on a phone a sheet behind a button. */
export function FilterTools({ filters, list, isNarrow, isNarrowed, onClear, inSheet }: FilterToolsProps) {
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused');
  const offered = visibleFilters(filters, list, useSession());
  return (
    <>
      {isNarrow ? (
        <>
          {(offered.length > 0 || inSheet) && (
            <Button
              variant="default"
              px="sm"
              leftSection={<IconAdjustmentsHorizontal size={16} />}
              onClick={() => setSheet('open')}
            >
              Filters
            </Button>
          )}
          <SetFilters filters={filters} list={list} />
        </>
      ) : (
        <FilterChips filters={filters} list={list} />
      )}
      {!isNarrow && isNarrowed && (
        <Button variant="subtle" color="gray" size="compact-sm" fw={400} onClick={onClear}>
          Clear
        </Button>
      )}
      {sheet !== 'unused' && (
        <Suspense>
          <FilterSheet
            opened={sheet === 'open'}
            onClose={() => setSheet('closed')}
            onClear={onClear}
            filters={offered}
            list={list}
          >
            {inSheet}
          </FilterSheet>
        </Suspense>
      )}
    </>
  );
}
