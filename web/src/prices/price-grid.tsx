import { howMany } from '@aisle/contract/core/how-many';
import {
  type CellConflict,
  type CellField,
  cellFields,
  mostCellChanges,
  mostPlaces,
  type PriceRow,
  priceRoutes,
} from '@aisle/contract/prices';
import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { FilterBrand } from '../brands/brand-select.tsx';
import { FilterCategory } from '../categories/category-select.tsx';
import { invalidate, useWrite } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { tellError, tellSuccess } from '../core/notice.tsx';
import { useMay, useSession } from '../core/session.ts';
import { LocationMultiSelect } from '../locations/location-multi-select.tsx';
import { NoLocations } from '../locations/location-select.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { useUnsavedGuard } from '../ui/form/unsaved-guard.tsx';
import type { GridColumn } from '../ui/grid/column.ts';
import { Grid } from '../ui/grid/grid.tsx';
import type { CellEdit } from '../ui/grid/history.ts';
import { FilterBoolean } from '../ui/list/filters.tsx';
import { SearchBox } from '../ui/list/search-box.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import {
  type Changes,
  cellKey,
  conflictKey,
  noChanges,
  partsOf,
  settled,
  toSend,
  withEdits,
  withoutSaved,
} from './cell-changes.ts';
import { ConflictList, changedMeanwhile } from './conflict-list.tsx';
import { checkCell, fieldNames, priceColumns, savedValue } from './price-columns.tsx';
import classes from './prices.module.css';
import { usePricePages } from './use-price-pages.ts';

const usualFields: CellField[] = ['assigned', 'price', 'threshold', 'onHand'];

/** Prices, limits and stock of several locations beside each other, as a sheet. */
export function PriceGrid() {
  const url = useUrl();
  const sheet = usePricePages(url.body);
  const client = useQueryClient();
  const mayCount = useMay('inventory_edit');
  const save = useWrite(priceRoutes.save, { quiet: true });
  const [changes, setChanges] = useState<Changes>(noChanges);
  const [conflicts, setConflicts] = useState<readonly CellConflict[]>([]);
  const [note, setNote] = useState('');
  useUnsavedGuard(changes.size > 0);

  const conflictAt = useCallback(
    ({ _id }: PriceRow, { key }: GridColumn<PriceRow>) => {
      const conflict = conflicts.find((one) => conflictKey(one) === cellKey(_id, key));
      return conflict && changedMeanwhile(conflict);
    },
    [conflicts],
  );
  const { rows, answer } = sheet;
  const locations = answer?.locations;
  const columns = useMemo(
    () => priceColumns({ locations: locations ?? [], fields: url.fields, changes, mayCount }),
    [locations, url.fields, changes, mayCount],
  );
  const isChanged = useCallback(
    ({ _id }: PriceRow, { key }: GridColumn<PriceRow>) => changes.has(cellKey(_id, key)),
    [changes],
  );

  function change(edits: readonly CellEdit[]): void {
    const byId = new Map(rows.map((row) => [row._id, row]));
    setChanges((before) =>
      withEdits(before, edits, (row, column) => {
        const { locationId, field } = partsOf(cellKey(row, column));
        const found = byId.get(row);
        return found ? savedValue(found, locationId, field) : null;
      }),
    );
  }
  const wrong = [...changes].filter(([key, { to }]) => checkCell(partsOf(key).field, to)).length;
  const hasCounts = [...changes.keys()].some((key) => partsOf(key).field === 'onHand');

  async function submit(): Promise<void> {
    let left = changes;
    let saved = 0;
    try {
      while (left.size > 0) {
        const sent = toSend(left, mostCellChanges);
        await save.mutateAsync({
          body: { changes: sent, ...(note.trim() && hasCounts && { note: note.trim() }) },
        });
        saved += sent.length;
        left = withoutSaved(left, sent);
        setChanges((now) => withoutSaved(now, sent));
      }
      setConflicts([]);
      setNote('');
    } catch (error) {
      if (isApiError(error) && error.code === 'prices.changed-meanwhile') {
        setConflicts((error.data as { conflicts: CellConflict[] }).conflicts);
      } else tellError(error instanceof Error ? error.message : String(error));
    }
    if (saved > 0) tellSuccess(`${howMany(saved, 'cell')} saved`);
    await invalidate(client, ['prices']);
  }
  function settle(some: readonly CellConflict[], keep: 'mine' | 'theirs'): void {
    setChanges((before) => some.reduce((all, one) => settled(all, one, keep), before));
    setConflicts((before) => before.filter((one) => !some.includes(one)));
    void invalidate(client, ['prices']);
  }
  const nameOf = (conflict: CellConflict) => ({
    name: rows.find(({ _id }) => _id === conflict.subProductId)?.name ?? 'A sub-product',
    location: locations?.find(({ _id }) => _id === conflict.locationId)?.name ?? '',
  });

  return (
    <div className={classes.page}>
      <PageTitle title="Prices and stock" />
      <search className={classes.bar} aria-label="Filter sub-products">
        <SearchBox label="Name, SKU or barcode" value={url.search} onSearch={url.find} />
        <FilterCategory list={url.list} />
        <FilterBrand list={url.list} current={undefined} />
        <FilterBoolean list={url.list} name="assigned" label="Sold" yes="Sold there" no="Not sold there" />
        {locations && locations.length > 0 && (
          <LocationMultiSelect
            label="Locations"
            value={url.locationIds ?? locations.map(({ _id }) => _id)}
            current={locations}
            maxValues={mostPlaces}
            onChange={(ids) => url.list.change({ locationIds: ids.length > 0 ? ids.join(',') : undefined })}
          />
        )}
      </search>
      <fieldset className={classes.fields}>
        <legend className="visually-hidden">Columns</legend>
        {cellFields.map((field) => (
          <Checkbox
            key={field}
            size="xs"
            color="teal"
            label={fieldNames[field].replace(' $', '')}
            checked={url.fields.includes(field)}
            onChange={(event) => url.show(field, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      {conflicts.length > 0 && (
        <ConflictList conflicts={conflicts} nameOf={nameOf} changes={changes} settle={settle} />
      )}
      {sheet.error ? (
        <ErrorState error={sheet.error} retry={sheet.retry} />
      ) : !answer ? (
        <Skeleton height={420} className="after-a-while" />
      ) : locations?.length === 0 ? (
        <NoLocations />
      ) : rows.length === 0 ? (
        <EmptyState
          title={url.isNarrowed ? 'No sub-products match' : 'No sub-products yet'}
          text={url.isNarrowed ? 'Try other words, or fewer filters.' : 'They are added with their product.'}
        />
      ) : (
        <Grid
          label="Prices and stock"
          rows={rows}
          rowId={({ _id }) => _id}
          rowCount={answer.totalRecords}
          columns={columns}
          onEdit={change}
          isChanged={isChanged}
          errorAt={conflictAt}
          onSight={sheet.onSight}
          maxHeight="max(320px, calc(100dvh - 330px))"
        />
      )}
      {changes.size > 0 && (
        <div className={classes.saveBar}>
          <span role="status" className="tabular">
            {howMany(changes.size, 'change')}
            {wrong > 0 && (
              <span className={classes.wrong}>
                {' '}
                · {howMany(wrong, 'cell needs', 'cells need')} another look
              </span>
            )}
          </span>
          {hasCounts && (
            <TextInput
              aria-label="Reason of the count"
              placeholder="Reason of the count"
              maxLength={500}
              className={classes.note ?? ''}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
          <Button
            variant="default"
            ml="auto"
            disabled={save.isPending}
            onClick={() => {
              setChanges(noChanges);
              setConflicts([]);
            }}
          >
            Discard
          </Button>
          <Button loading={save.isPending} disabled={wrong > 0} onClick={() => void submit()}>
            Save
          </Button>
        </div>
      )}
    </div>
  );
}

/** Which sub-products and which columns, as the URL says. */
function useUrl() {
  const navigate = useNavigate();
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const switcher = useSession()?.locationId;
  const change = useCallback(
    (patch: Record<string, unknown>) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => {
          const next = { ...before, ...patch };
          return Object.fromEntries(
            Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
          );
        },
      } as never),
    [navigate],
  );
  const find = useCallback((search: string) => change({ search: search || undefined }), [change]);
  const text = (name: string) => (typeof raw[name] === 'string' ? (raw[name] as string) : undefined);
  const fieldsText = text('fields');
  const fields = useMemo(() => {
    const asked = fieldsText?.split(',') ?? usualFields;
    const known = cellFields.filter((field) => asked.includes(field));
    return known.length > 0 ? known : usualFields;
  }, [fieldsText]);
  const locationIds =
    text('locationIds')?.split(',').slice(0, mostPlaces) ?? (switcher ? [switcher] : undefined);
  const search = raw.search === undefined ? '' : String(raw.search);
  const filters = {
    ...(locationIds && { locationIds }),
    ...(text('categoryId') && { categoryId: text('categoryId')! }),
    ...(text('brandId') && { brandId: text('brandId')! }),
    ...(typeof raw.assigned === 'boolean' && { assigned: raw.assigned }),
  };
  return {
    list: { search: raw, change },
    find,
    search,
    fields,
    /** A column for each location, or none. */
    show: (field: CellField, isShown: boolean) => {
      const next = cellFields.filter((one) => (one === field ? isShown : fields.includes(one)));
      if (next.length > 0) change({ fields: next.join(',') });
    },
    locationIds,
    isNarrowed: search !== '' || Object.keys(filters).some((name) => name !== 'locationIds'),
    body: { ...(search && { search }), filters },
  };
}
