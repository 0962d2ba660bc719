import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities, countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { TransferLine } from '@aisle/contract/warehouse/transfers';
import type { CellValue } from '../../../ui/grid/cells.ts';
import type { GridColumn } from '../../../ui/grid/column.ts';
import { MiddleText } from '../../../ui/values/middle-text.tsx';

/** The received quantity of a line. */
export interface ReceivedLine {
  received: CellValue;
  damaged: CellValue;
}
export type ReceivedRow = Omit<TransferLine, keyof ReceivedLine> & ReceivedLine;

export const receiveColumns: GridColumn<ReceivedRow>[] = [
  {
    key: 'name',
    header: 'Item',
    kind: 'text',
    width: 260,
    read: (row) => itemName(row.subProductData),
    show: (row) => <MiddleText text={itemName(row.subProductData)} />,
    readOnly: () => true,
  },
  {
    key: 'sku',
    header: 'SKU',
    kind: 'text',
    width: 130,
    read: (row) => row.subProductData.sku,
    readOnly: () => true,
  },
  {
    key: 'sent',
    header: 'Sent',
    kind: 'quantity',
    width: 80,
    read: (row) => row.quantity,
    readOnly: () => true,
  },
  {
    key: 'received',
    header: 'Received',
    kind: 'quantity',
    width: 96,
    read: (row) => row.received,
    check: (value) =>
      typeof value === 'number' && value >= 0 ? undefined : 'Enter the quantity received, or 0',
  },
  {
    key: 'damaged',
    header: 'Damaged',
    kind: 'quantity',
    width: 96,
    read: (row) => row.damaged,
    check: (value, row) =>
      typeof value === 'number' && typeof row.received === 'number' && value > row.received
        ? "Damaged can't be more than received"
        : undefined,
  },
  {
    key: 'difference',
    header: 'Difference',
    kind: 'text',
    width: 130,
    read: (row) => differenceText(row),
    readOnly: () => true,
  },
];
export function differenceText({ quantity, received, damaged, subProductData }: ReceivedRow): string {
  if (typeof received !== 'number') return '';
  const unit = countedIn(subProductData);
  const missing = addQuantities(quantity, -received);
  return [
    missing > 0 && `${formatQuantity(missing, unit)} short`,
    missing < 0 && `${formatQuantity(-missing, unit)} over`,
    typeof damaged === 'number' && damaged > 0 && `${formatQuantity(damaged, unit)} damaged`,
  ]
    .filter(Boolean)
    .join(', ');
}
