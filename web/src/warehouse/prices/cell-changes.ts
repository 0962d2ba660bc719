import type {
  CellChange,
  CellConflict,
  CellField,
  PriceCell,
  PriceRow,
} from '@aisle/contract/warehouse/prices';
import type { CellValue } from '../../ui/grid/cells.ts';
import type { CellEdit } from '../../ui/grid/history.ts';

/** Cells that were changed and not saved yet, by row and column, with what stood there before. */
export type Changes = ReadonlyMap<string, { was: CellValue; to: CellValue }>;
export const noChanges: Changes = new Map();

/** A column is one field of one location. */
export const columnKey = (locationId: string, field: CellField): string => `${locationId}:${field}`;
export const cellKey = (row: string, column: string): string => `${row}|${column}`;
export function partsOf(key: string): { subProductId: string; locationId: string; field: CellField } {
  const [subProductId = '', column = ''] = key.split('|');
  const [locationId = '', field = ''] = column.split(':');
  return { subProductId, locationId, field: field as CellField };
}

export const cellOf = (row: PriceRow, locationId: string): PriceCell | undefined =>
  row.cells.find((cell) => cell.locationId === locationId);

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

/** As the API takes them, at most so many at once. */
export const toSend = (changes: Changes, most: number): CellChange[] =>
  [...changes].slice(0, most).map(([key, { was, to }]) => ({ ...partsOf(key), was, to }) as CellChange);

const keyOfChange = ({
  subProductId,
  locationId,
  field,
}: Omit<CellConflict, 'theirs' | 'by' | 'at'>): string => cellKey(subProductId, columnKey(locationId, field));
export const conflictKey = (conflict: CellConflict): string => keyOfChange(conflict);

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

/** A conflict settled: theirs stands, or mine goes over it. */
export function settled(changes: Changes, conflict: CellConflict, keep: 'mine' | 'theirs'): Changes {
  const next = new Map(changes);
  const key = conflictKey(conflict);
  const mine = next.get(key);
  if (keep === 'theirs' || !mine || mine.to === conflict.theirs) next.delete(key);
  else next.set(key, { was: conflict.theirs, to: mine.to });
  return next;
}
