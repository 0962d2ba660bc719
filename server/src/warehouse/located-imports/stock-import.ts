import { optionalLongText } from '@aisle/contract/core/fields';
import {
  addQuantities,
  formatQuantity,
  QuantityOrNone,
  quantityProblem,
  type Unit,
} from '@aisle/contract/core/quantity';
import { type StockImportField, stockImportTable } from '@aisle/contract/warehouse/located-import-fields';
import { type AdjustReason, adjustReasons } from '@aisle/contract/warehouse/stock-levels';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../system/imports/imported-resource.ts';
import { cellMessage, number, type ReadCell, text, word } from '../../system/imports/reading/cell-readers.ts';
import { type RecordResult, recordImport, type StoredRecord } from '../../system/imports/record-import.ts';
import { adjustLevels, type LevelOutcome, refusal } from './adjust-levels.ts';
import { type LocationIds, levelsAt } from './located.queries.ts';
import { findLocations, type LocatedRecord, locationCells, locationKey } from './located-rows.ts';

interface StoredLevel extends StoredRecord<StockImportField>, LocatedRecord {
  id: string;
  version: null;
  locationId: string;
  sku: string;
  name: string;
  level: { onHand: number; reserved: number; expired: number };
  goods: { unit: Unit; soldByWeight: boolean };
  reason: AdjustReason;
  note: string;
}
type Result = RecordResult<StockImportField, StoredLevel>;

/** Reasons in English, German, French and Spanish. */
const reasonWords: Record<string, AdjustReason> = Object.fromEntries(
  [
    [
      'count',
      'counted',
      'stocktake',
      'inventory',
      'zählung',
      'inventur',
      'comptage',
      'inventaire',
      'conteo',
      'recuento',
      'inventario',
    ],
    [
      'waste',
      'wasted',
      'spoiled',
      'spoilage',
      'verderb',
      'abfall',
      'perte',
      'gaspillage',
      'merma',
      'desperdicio',
    ],
    [
      'damage',
      'damaged',
      'broken',
      'bruch',
      'schaden',
      'beschädigt',
      'casse',
      'dommage',
      'endommagé',
      'daño',
      'dañado',
      'rotura',
    ],
    [
      'correction',
      'corrected',
      'adjustment',
      'korrektur',
      'correctif',
      'ajustement',
      'corrección',
      'correccion',
      'ajuste',
    ],
  ].flatMap(([reason, ...words]) => [reason!, ...words].map((name) => [name, reason as AdjustReason])),
);

const cells: Record<StockImportField, ReadCell> = {
  ...locationCells,
  onHand: { read: number(QuantityOrNone) },
  reason: {
    read: word(reasonWords, `Use ${adjustReasons.join(', ')}`),
  },
  note: { read: text(optionalLongText('Note', 500)) },
};

/** Imports stock. A row is the quantity on hand of a sub-product at a location; the difference goes to the ledger. */
export const stockImport = recordImport<StockImportField, StoredLevel>({
  kind: 'stock',
  title: 'Stock',
  noun: 'sub-product',
  table: stockImportTable,
  cells,
  find: (tx, rows, plan) =>
    findLocations(tx, {
      rows,
      plan,
      load: (places) => levelsAt(tx, places),
      stored: (about, level, { goods }, { values }): StoredLevel => ({
        ...about,
        level: level ?? { onHand: 0, reserved: 0, expired: 0 },
        goods: { unit: goods.unit as Unit, soldByWeight: goods.soldByWeight },
        reason: (values.reason as AdjustReason | undefined) ?? 'count',
        note: (values.note as string | null | undefined) || `Import of ${plan.fileName}`.slice(0, 500),
        values: {
          sku: null,
          barcode: null,
          location: null,
          onHand: level?.onHand ?? 0,
          reason: null,
          note: null,
        },
      }),
      // A row without a quantity doesn't change the level.
      values: ({ values: { onHand } }) => (onHand === undefined ? {} : { onHand }),
    }),
  nameOf: () => null,
  check(changes, stored) {
    const after = changes.find(({ field }) => field === 'onHand')?.after;
    if (typeof after !== 'number' || !stored) return [];
    const message = wrongLevel(stored, after);
    return message === undefined ? [] : [{ field: 'onHand', message }];
  },
  write,
  undo,
  announce: (tx) => announce(tx, { topic: 'stock', action: 'imported', permission: 'inventory_list' }),
  conflicts: {
    import: 'Conflicts with a movement of the stock during the import',
    undo: 'Moved since the import',
  },
});

function wrongLevel({ level, goods, reason }: StoredLevel, after: number): string | undefined {
  const unwanted = quantityProblem(goods, after);
  if (unwanted !== undefined) return cellMessage(unwanted);
  const less = addQuantities(level.onHand, -after);
  if (less < 0 && (reason === 'waste' || reason === 'damage')) {
    return `${formatQuantity(level.onHand)} on hand: waste and damage reduce stock`;
  }
  return less > 0 ? refusal(level, less) : undefined;
}

async function write({ tx, actor, importId }: ImportContext, results: readonly Result[]): Promise<void> {
  const changed = results.filter(({ kind }) => kind === 'changed');
  const outcomes = await adjustLevels(
    tx,
    actor,
    importId,
    changed.map(({ stored, changes }) => {
      const { id, locationId, reason, note } = stored!;
      const after = Number(changes[0]!.after);
      return {
        locationId,
        subProductId: id,
        reason,
        note,
        by: (onHand: number) => addQuantities(after, -onHand),
      };
    }),
  );
  for (const result of changed) settle(result, outcomes.get(locationKey(placeOf(result)))!);
}

const placeOf = ({ stored }: Result): LocationIds => ({
  locationId: stored!.locationId,
  subProductId: stored!.id,
});

/** The level may have changed since the row was compared. */
function settle(result: Result, outcome: LevelOutcome): void {
  if ('refused' in outcome) {
    result.kind = 'error';
    result.problems = [{ column: null, value: null, message: outcome.refused }];
    result.cells = result.source!.cells;
    return;
  }
  const { id, locationId } = result.stored!;
  result.changes = result.changes.map((change) => ({ ...change, before: outcome.onHand }));
  if (outcome.quantity === 0) {
    result.kind = 'same';
    result.changes = [];
  } else result.written = { recordId: id, version: null, locationId };
}

/** Posts the opposite difference, so that later movements stay as they are. */
async function undo({ tx, actor }: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]> {
  const places = rows.map(({ row, recordId, locationId, changes }) => ({
    row,
    locationId: locationId!,
    subProductId: recordId!,
    by: () => addQuantities(Number(changes[0]!.before), -Number(changes[0]!.after)),
    reason: 'correction' as const,
    note: 'Import undone',
  }));
  const outcomes = await adjustLevels(tx, actor, newId(), places);
  return places.map((place) => {
    const outcome = outcomes.get(locationKey(place))!;
    const reason = 'refused' in outcome ? outcome.refused : null;
    return { row: place.row, undo: reason === null ? 'undone' : 'kept', reason };
  });
}
