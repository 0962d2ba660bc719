import { Price } from '@aisle/contract/core/money';
import { Quantity, QuantityOrNone } from '@aisle/contract/core/quantity';
import type { ImportChange } from '@aisle/contract/system/imports/import-rows';
import { type PriceImportField, priceImportTable } from '@aisle/contract/warehouse/located-import-fields';
import type { CellChange } from '@aisle/contract/warehouse/prices';
import { announce } from '../../core/live-events.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../system/imports/imported-resource.ts';
import { money, number, type ReadCell, yesNo } from '../../system/imports/reading/cell-readers.ts';
import { type RecordResult, recordImport, type StoredRecord } from '../../system/imports/record-import.ts';
import { lockCells } from '../prices/prices.queries.ts';
import { saveOfferChanges } from '../prices/prices.service.ts';
import { type LocationIds, type LocationOffer, offersAt } from './located.queries.ts';
import {
  findLocations,
  type LocatedRecord,
  type LocationField,
  locationCells,
  locationKey,
} from './located-rows.ts';

type StoredPrice = StoredRecord<PriceImportField> & LocatedRecord;
type Result = RecordResult<PriceImportField, StoredPrice>;
type PriceCellField = Exclude<PriceImportField, LocationField>;

const cells: Record<PriceImportField, ReadCell> = {
  ...locationCells,
  price: { read: money(Price), empty: null },
  assigned: { read: yesNo },
  threshold: { read: number(QuantityOrNone), empty: null },
  maxPerOrder: { read: number(Quantity), empty: null, zeroIsEmpty: true },
};
/** The values of a sub-product without an offer at the location. */
const none: StoredPrice['values'] = {
  sku: null,
  barcode: null,
  location: null,
  price: null,
  assigned: false,
  threshold: null,
  maxPerOrder: null,
};

/** Imports prices and assignments. A row is a sub-product at a location. */
export const priceImport = recordImport<PriceImportField, StoredPrice>({
  kind: 'prices',
  title: 'Prices',
  noun: 'sub-product',
  table: priceImportTable,
  cells,
  find: (tx, rows, plan) =>
    findLocations(tx, {
      rows,
      plan,
      load: (places) => offersAt(tx, places),
      stored: (about, offer): StoredPrice => ({
        ...about,
        values: { ...none, ...(offer && cellsOf(offer)) },
      }),
      values: ({ values: { sku: _, barcode: __, location: ___, ...offered } }) => offered,
    }),
  nameOf: () => null,
  write,
  undo,
  announce: (tx) => announce(tx, { topic: 'products', action: 'imported', permission: 'product_list' }),
  conflicts: {
    import: 'Conflicts with a price that was changed during the import',
    undo: 'Changed since the import',
  },
});

const cellsOf = ({ price, assigned, threshold, maxPerOrder }: LocationOffer) => ({
  price,
  assigned,
  threshold,
  maxPerOrder,
});

interface Place extends LocationIds {
  changes: readonly ImportChange[];
}
/** The changed cells in the format of the price grid, in either direction. */
const cellChanges = (
  rows: readonly Place[],
  [was, to]: ['before', 'after'] | ['after', 'before'],
): CellChange[] =>
  rows.flatMap(({ locationId, subProductId, changes }) =>
    changes.map(
      (change) =>
        ({ locationId, subProductId, field: change.field, was: change[was], to: change[to] }) as CellChange,
    ),
  );

async function write({ tx, actor }: ImportContext, results: readonly Result[]): Promise<void> {
  const changed = results.filter(({ kind }) => kind === 'changed');
  if (changed.length === 0) return;
  const places = changed.map(({ stored, changes }) => ({
    locationId: stored!.locationId,
    subProductId: stored!.id,
    changes,
  }));
  const held = new Map((await lockCells(tx, places)).map((cell) => [locationKey(cell), cell]));
  await saveOfferChanges(tx, actor, cellChanges(places, ['before', 'after']), held);
  for (const result of changed) {
    result.written = { recordId: result.stored!.id, version: null, locationId: result.stored!.locationId };
  }
}

/** Restores prices if all cells that the import wrote still have its values. */
async function undo({ tx, actor }: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]> {
  const places = rows.map(({ row, recordId, locationId, changes }) => ({
    row,
    subProductId: recordId!,
    locationId: locationId!,
    changes,
  }));
  const held = new Map((await lockCells(tx, places)).map((cell) => [locationKey(cell), cell]));
  const isAsLeft = (place: Place) =>
    place.changes.every(
      ({ field, after }) => held.get(locationKey(place))?.[field as PriceCellField] === after,
    );
  const [undone, kept] = [places.filter(isAsLeft), places.filter((place) => !isAsLeft(place))];
  await saveOfferChanges(tx, actor, cellChanges(undone, ['after', 'before']), held);
  return [
    ...undone.map(({ row }) => ({ row, undo: 'undone' as const, reason: null })),
    ...kept.map(({ row }) => ({ row, undo: 'kept' as const, reason: 'Changed since the import' })),
  ];
}
