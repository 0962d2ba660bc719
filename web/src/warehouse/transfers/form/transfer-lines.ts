import { itemName } from '@aisle/contract/core/item-name';
import type { Unit } from '@aisle/contract/core/quantity';
import type { Transfer } from '@aisle/contract/warehouse/transfers';
import type { CellValue } from '../../../ui/grid/cells.ts';
import type { CellEdit } from '../../../ui/grid/editing/history.ts';

/** A line of a transfer during entry. */
export interface DraftLine {
  subProductId: string;
  /** Set through the API; screens leave it empty to send the lot that expires first. */
  lotId?: string | null;
  name: string;
  sku: string;
  unit: Unit;
  soldByWeight: boolean;
  /** Invalid text is kept so that the user can correct it. */
  quantity: CellValue;
  /** The available quantity; null until loaded. */
  available: number | null;
}
export interface TransferDraft {
  fromLocationId: string | null;
  fromName: string;
  toLocationId: string | null;
  toName: string;
  note: string;
  lines: DraftLine[];
}

export const draftOf = (transfer: Transfer): TransferDraft => ({
  fromLocationId: transfer.from._id,
  fromName: transfer.from.name,
  toLocationId: transfer.to._id,
  toName: transfer.to.name,
  note: transfer.note ?? '',
  lines: transfer.lines.map(({ subProductData, quantity, lotId }) => ({
    subProductId: subProductData._id,
    lotId,
    name: itemName(subProductData),
    sku: subProductData.sku,
    unit: subProductData.unit,
    soldByWeight: subProductData.soldByWeight,
    quantity,
    available: null,
  })),
});

type Item = Omit<DraftLine, 'subProductId' | 'quantity' | 'available'> & { _id: string };
/** Increments the line of a scanned item, or adds one. */
export function withItem(lines: readonly DraftLine[], item: Item, available: number | null): DraftLine[] {
  const known = lines.find((line) => line.subProductId === item._id);
  if (!known) {
    const { _id, name, sku, unit, soldByWeight } = item;
    return [...lines, { subProductId: _id, name, sku, unit, soldByWeight, quantity: 1, available }];
  }
  const more = (typeof known.quantity === 'number' ? known.quantity : 0) + 1;
  return lines.map((line) => (line === known ? { ...line, quantity: more, available } : line));
}

export function withEdits(lines: readonly DraftLine[], edits: readonly CellEdit[]): DraftLine[] {
  const byId = new Map(
    edits.filter(({ column }) => column === 'quantity').map(({ row, value }) => [row, value]),
  );
  return lines.map((line) =>
    byId.has(line.subProductId) ? { ...line, quantity: byId.get(line.subProductId) ?? null } : line,
  );
}

export const linesToSend = (lines: readonly DraftLine[]) =>
  lines.map(({ subProductId, lotId, quantity }) => ({
    subProductId,
    ...(lotId && { lotId }),
    quantity: Number(quantity),
  }));

export function quantityError(value: CellValue): string | undefined {
  if (typeof value !== 'number') return 'Enter a quantity above 0';
  return value > 0 ? undefined : 'Enter a quantity above 0';
}
