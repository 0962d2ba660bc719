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

/** The previous value and the entered one. */
export interface UnsavedCell {
  was: CellValue;
  to: CellValue;
}
/** Unsaved cells by row and column. */
export type Changes = ReadonlyMap<string, UnsavedCell>;
export const noChanges: Changes = new Map();

/** A column is a field of one location, or a field that applies to all of them. */
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

/** Adds edits to the changes; restoring the original value removes the change. */
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

/** The changes in the API format, up to the limit per request. */
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

/** The current value of a cell: changed or as loaded. */
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

/** The unsaved changes after saving some. */
export function withoutSaved(changes: Changes, sent: readonly CellChange[]): Changes {
  const next = new Map(changes);
  for (const one of sent) {
    // A cell edited during the save is still unsaved; its previous value is the saved one.
    const key = keyOfChange(one);
    const now = next.get(key);
    if (!now || now.to === one.to) next.delete(key);
    else next.set(key, { was: one.to, to: now.to });
  }
  return next;
}

/** Resolves a conflict: keeps the other user's value, or overwrites it with this user's. */
export function settled(changes: Changes, conflict: CellConflict, keep: 'mine' | 'theirs'): Changes {
  const next = new Map(changes);
  const key = conflictKey(conflict);
  const mine = next.get(key);
  if (keep === 'theirs' || !mine || mine.to === conflict.theirs) next.delete(key);
  else next.set(key, { was: conflict.theirs, to: mine.to });
  return next;
}
