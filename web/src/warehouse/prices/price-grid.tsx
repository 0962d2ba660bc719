import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import {
  type CellConflict,
  type CellField,
  type PriceRow,
  priceRoutes,
} from '@aisle/contract/warehouse/prices';
import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useCan } from '../../core/session/session.ts';
import { NoLocations } from '../../links/locations/location-select.tsx';
import { ImportLink } from '../../links/system/import-link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import type { CellValue } from '../../ui/grid/cells.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { ExportMenu } from '../../ui/list/export/export-menu.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { StickyBar } from '../../ui/record/sticky-bar.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { type Changes, cellKey, conflictKey } from './cell-changes.ts';
import { fieldNames, type PriceRights, priceColumns } from './price-columns.tsx';
import { PriceFilters } from './price-filters.tsx';
import classes from './prices.module.css';
import { type PriceChanges, usePriceChanges } from './use-price-changes.ts';
import { usePricePages } from './use-price-pages.ts';
import { type PriceSearch, usePriceSearch } from './use-price-search.ts';

type PricePages = ReturnType<typeof usePricePages>;

/** Prices, limits and stock of several locations in one grid. */
export function PriceGrid() {
  const search = usePriceSearch();
  const pages = usePricePages(search.body);
  const edits = usePriceChanges(pages.rows);
  const { changes, conflicts, settle } = edits;
  const locations = pages.answer?.locations;
  const nameOf = (conflict: CellConflict) => {
    const row = pages.rows.find(({ _id }) => _id === conflict.subProductId);
    return {
      name: row ? itemName(row) : 'A sub-product',
      location: locations?.find(({ _id }) => _id === conflict.locationId)?.name ?? '',
    };
  };
  return (
    <div className={`column gap-3 min-w-0 ${classes.page}`}>
      <PageTitle
        title="Prices and stock"
        actions={
          <>
            <ExportMenu route={priceRoutes.grid} body={{ ...search.body, page: 1, limit: 25 }} />
            <ImportLink kind="prices" />
          </>
        }
      />
      <PriceFilters search={search} locations={locations} />
      {conflicts.length > 0 && (
        <ConflictList conflicts={conflicts} nameOf={nameOf} changes={changes} settle={settle} />
      )}
      <PriceRows search={search} pages={pages} edits={edits} />
      {changes.size > 0 && <PriceSaveBar edits={edits} />}
    </div>
  );
}

interface PriceRowsProps {
  search: PriceSearch;
  pages: PricePages;
  edits: PriceChanges;
}

/** The grid, or the reason it is empty. */
function PriceRows({ search, pages, edits }: PriceRowsProps) {
  const { rows, answer } = pages;
  const { rights, columns, isChanged, errorAt } = usePriceCells({ search, pages, edits });
  if (pages.error) return <ErrorState error={pages.error} retry={pages.retry} />;
  if (!answer) return <Skeleton height={420} className="after-a-while" />;
  if (answer.locations.length === 0 && !rights.list) return <NoLocations />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={search.isNarrowed ? 'No sub-products match' : 'No sub-products yet'}
        text={search.isNarrowed ? 'Try a different search or fewer filters.' : 'Add them on their product.'}
      />
    );
  }
  return (
    <Grid
      label="Prices and stock"
      path={priceRoutes.grid.path}
      rows={rows}
      rowId={({ _id }) => _id}
      rowCount={answer.totalRecords}
      columns={columns}
      onEdit={edits.change}
      isChanged={isChanged}
      errorAt={errorAt}
      onSight={pages.onSight}
      maxHeight="max(320px, calc(100dvh - var(--price-grid-above)))"
    />
  );
}

/** The columns and the state of each cell; the same objects while nothing changes. */
function usePriceCells({
  search: { fields },
  pages,
  edits: { changes, conflicts, refusals },
}: PriceRowsProps) {
  const rights = usePriceRights();
  const isNarrow = useIsNarrow();
  const locations = pages.answer?.locations;
  const columns = useMemo(
    () => priceColumns({ locations: locations ?? [], fields, changes, rights, isNarrow }),
    [locations, fields, changes, rights, isNarrow],
  );
  const isChanged = useCallback(
    ({ _id }: PriceRow, { key }: GridColumn<PriceRow>) => changes.has(cellKey(_id, key)),
    [changes],
  );
  const errorAt = useCallback(
    ({ _id }: PriceRow, { key }: GridColumn<PriceRow>) => {
      const conflict = conflicts.find((one) => conflictKey(one) === cellKey(_id, key));
      return conflict ? changedMeanwhile(conflict) : refusals.get(cellKey(_id, key));
    },
    [conflicts, refusals],
  );
  return { rights, columns, isChanged, errorAt };
}

/** The user's permissions by field. */
function usePriceRights(): PriceRights {
  const list = useCan('sub_product_edit');
  const offers = useCan('assign_subProduct');
  const counts = useCan('inventory_edit');
  return useMemo(() => ({ list, offers, counts }), [list, offers, counts]);
}

/** The number of changes, with buttons to save or discard them. */
function PriceSaveBar({ edits }: { edits: PriceChanges }) {
  const { changes, wrongCells, canSave, hasCounts, note, setNote, isSaving, discard, submit } = edits;
  return (
    <StickyBar className="text-sm">
      <span role="status" className="tabular">
        {pluralize(changes.size, 'change')}
        {wrongCells > 0 && (
          <span className="bad"> · {pluralize(wrongCells, 'cell needs', 'cells need')} a correction</span>
        )}
      </span>
      {hasCounts && (
        <TextInput
          aria-label="Reason for the change"
          placeholder="Reason for the change"
          maxLength={500}
          className={classes.note ?? ''}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Button variant="default" ml="auto" disabled={isSaving} onClick={discard}>
        Discard
      </Button>
      <Button loading={isSaving} disabled={!canSave} onClick={() => void submit()}>
        Save
      </Button>
    </StickyBar>
  );
}

/** Scrolls into view, because nothing can be saved before the conflicts are resolved. */
const scrollToConflict = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

interface ConflictListProps {
  conflicts: readonly CellConflict[];
  changes: Changes;
  nameOf: (conflict: CellConflict) => { name: string; location: string };
  settle: (some: readonly CellConflict[], keep: 'mine' | 'theirs') => void;
}

function valueText(field: CellField, value: CellValue): string {
  if (typeof value === 'boolean') return value ? 'sold' : 'not sold';
  if (typeof value !== 'number') return 'none';
  return /price/i.test(field) ? formatMoney(value) : formatQuantity(value);
}

/** "Ana changed it to $3.21 meanwhile" */
const changedMeanwhile = ({ field, theirs, by }: CellConflict): string =>
  `${by ?? 'Someone'} changed it to ${valueText(field, theirs)}`;

/** Cells that another user changed since they were loaded; the user resolves each of them. */
function ConflictList({ conflicts, changes, nameOf, settle }: ConflictListProps) {
  return (
    <Alert
      ref={scrollToConflict}
      color="gray"
      variant="default"
      title="Someone else changed these cells. Nothing is saved yet."
      role="alert"
    >
      <ul className={`plain-list grid gap-2 ${classes.conflicts}`}>
        {conflicts.map((conflict) => {
          const { name, location } = nameOf(conflict);
          const { field } = conflict;
          return (
            <li key={conflictKey(conflict)}>
              <span>
                <b>{[name, location, fieldNames[field].replace(' $', '')].filter(Boolean).join(' · ')}</b>
                <br />
                {changedMeanwhile(conflict)}; you typed{' '}
                {valueText(field, changes.get(conflictKey(conflict))?.to ?? null)}.
              </span>
              <Button size="xs" variant="default" onClick={() => settle([conflict], 'mine')}>
                Use mine
              </Button>
              <Button size="xs" variant="default" onClick={() => settle([conflict], 'theirs')}>
                Keep theirs
              </Button>
            </li>
          );
        })}
      </ul>
      {conflicts.length > 1 && (
        <div className="flex justify-end gap-2 mt-2">
          <Button size="xs" variant="subtle" color="teal" onClick={() => settle(conflicts, 'mine')}>
            Use all mine
          </Button>
          <Button size="xs" variant="subtle" color="teal" onClick={() => settle(conflicts, 'theirs')}>
            Keep all theirs
          </Button>
        </div>
      )}
    </Alert>
  );
}
