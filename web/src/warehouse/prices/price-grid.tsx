import { type CellConflict, type PriceRow, priceRoutes } from '@aisle/contract/warehouse/prices';
import { Skeleton } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useMay } from '../../core/session/session.ts';
import { NoLocations } from '../../links/locations/location-select.tsx';
import { ImportLink } from '../../links/system/import-link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { ExportMenu } from '../../ui/list/export/export-menu.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { cellKey, conflictKey } from './cell-changes.ts';
import { ConflictList, changedMeanwhile } from './conflict-list.tsx';
import { type PriceRights, priceColumns } from './price-columns.tsx';
import { PriceFilters } from './price-filters.tsx';
import { PriceSaveBar } from './price-save-bar.tsx';
import classes from './prices.module.css';
import { type PriceChanges, usePriceChanges } from './use-price-changes.ts';
import { usePricePages } from './use-price-pages.ts';
import { type PriceSearch, usePriceSearch } from './use-price-search.ts';

type PricePages = ReturnType<typeof usePricePages>;

/** Prices, limits and stock of several locations beside each other, as a sheet. */
export function PriceGrid() {
  const search = usePriceSearch();
  const pages = usePricePages(search.body);
  const edits = usePriceChanges(pages.rows);
  const { changes, conflicts, settle } = edits;
  const locations = pages.answer?.locations;
  const nameOf = (conflict: CellConflict) => ({
    name: pages.rows.find(({ _id }) => _id === conflict.subProductId)?.name ?? 'A sub-product',
    location: locations?.find(({ _id }) => _id === conflict.locationId)?.name ?? '',
  });
  return (
    <div className={classes.page}>
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

/** The sheet, or why there is none. */
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

/** The columns, and what each cell shows of changes and errors; the same objects while nothing has changed. */
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

/** Who may change which cells. */
function usePriceRights(): PriceRights {
  const list = useMay('sub_product_edit');
  const offers = useMay('assign_subProduct');
  const counts = useMay('inventory_edit');
  return useMemo(() => ({ list, offers, counts }), [list, offers, counts]);
}
