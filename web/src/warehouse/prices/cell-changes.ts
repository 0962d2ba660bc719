import {
  type CellChange,
  type CellConflict,
  type CellField,
  isListField,
  maxCellChanges,
  maxCountChanges,
  type PriceRow,
} from '@aisle/contract/warehouse/prices';
import type { CellValue } from '../../ui/grid/cells.ts';
import type { CellEdit } from '../../ui/grid/editing/history.ts';

/** Cells that were changed and not saved yet, by row and column, with their previous values. */
export type Changes = ReadonlyMap<string, { was: CellValue; to: CellValue }>;
export const noChanges: Changes = new Map();

/** A column is one field of one location, or one that holds at all of them. */
export const columnKey = (locationId: string | null, field: CellField): string =>
  `${locationId ?? ''}:${field}`;
export const cellKey = (row: string, column: string): string => `${row}|${column}`;
interface CellParts {
  subProductId: string;
  locationId: string | null;
  field: CellField;
}
export function partsOf(key: string): CellParts {
  const [subProductId = '', column = ''] = key.split('|');
  const [locationId, field = ''] = column.split(':');
  return { subProductId, locationId: locationId || null, field: field as CellField };
}

/** The changes with some more; what is back to what was read is no change. */
export function withEdits(
  changes: Changes,
  edits: readonly CellEdit[],
  read: (row: string, column: string) => CellValue,
): Changes {
  const next = new Map(changes);
  for (const { row, column, value } of edits) {
    const key = cellKey(row, column);
    const was = next.has(key) ? next.get(key)!.was : read(row, column);
    if (was === value) next.delete(key);
    else next.set(key, { was, to: value });
  }
  return next;
}

/** As the API takes them, as many as it takes at once. */
export function toSend(changes: Changes): CellChange[] {
  const all = [...changes].map(([key, { was, to }]) => {
    const { locationId, ...cell } = partsOf(key);
    return { ...cell, ...(locationId !== null && { locationId }), was, to } as CellChange;
  });
  const counted = all.filter(({ field }) => field === 'onHand').slice(0, maxCountChanges);
  return [...counted, ...all.filter(({ field }) => field !== 'onHand')].slice(0, maxCellChanges);
}

export const keyOfChange = (change: CellChange): string =>
  cellKey(change.subProductId, columnKey('locationId' in change ? change.locationId : null, change.field));
export const conflictKey = ({ subProductId, locationId, field }: CellConflict): string =>
  cellKey(subProductId, columnKey(locationId, field));

/** What is there, changed or as it was read. */
export function currentValue(
  changes: Changes,
  row: PriceRow,
  parts: Omit<CellParts, 'subProductId'>,
): CellValue {
  const change = changes.get(cellKey(row._id, columnKey(parts.locationId, parts.field)));
  return change ? change.to : savedValue(row, parts);
}

export function savedValue(row: PriceRow, { locationId, field }: Omit<CellParts, 'subProductId'>): CellValue {
  if (isListField(field)) return field === 'listPrice' ? row.price : row.salePrice;
  const cell = row.cells.find((one) => one.locationId === locationId);
  return cell?.[field] ?? emptyCell[field];
}
const emptyCell = { assigned: false, price: null, threshold: null, maxPerOrder: null, onHand: 0 };

/** What is left to save when these are. */
export function withoutSaved(changes: Changes, sent: readonly CellChange[]): Changes {
  const next = new Map(changes);
  for (const one of sent) {
    // What was typed anew while it was being saved is still to be saved, over what is there now.
    const key = keyOfChange(one);
    const now = next.get(key);
    if (!now || now.to === one.to) next.delete(key);
    else next.set(key, { was: one.to, to: now.to });
  }
  return next;
}

/** Settles a conflict: keeps theirs, or overwrites it with mine. */
export function settled(changes: Changes, conflict: CellConflict, keep: 'mine' | 'theirs'): Changes {
  const next = new Map(changes);
  const key = conflictKey(conflict);
  const mine = next.get(key);
  if (keep === 'theirs' || !mine || mine.to === conflict.theirs) next.delete(key);
  else next.set(key, { was: conflict.theirs, to: mine.to });
  return next;
}
