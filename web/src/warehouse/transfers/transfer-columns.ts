import { formatQuantity } from '@aisle/contract/core/quantity';
import type { GridColumn } from '../../ui/grid/column.ts';
import { type DraftLine, quantityError } from './form/transfer-lines.ts';

/** What is to be sent, how much of it, and how much there is. */
export const transferColumns: GridColumn<DraftLine>[] = [
  { key: 'name', header: 'Item', kind: 'text', width: 280, read: (line) => line.name, readOnly: () => true },
  { key: 'sku', header: 'SKU', kind: 'text', width: 140, read: (line) => line.sku, readOnly: () => true },
  {
    key: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    width: 110,
    read: (line) => line.quantity,
    check: (value, line) => {
      if (typeof value === 'number' && line.available !== null && value > line.available) {
        return `Only ${formatQuantity(line.available)} available`;
      }
      return quantityError(value);
    },
  },
  {
    key: 'available',
    header: 'Available',
    kind: 'quantity',
    width: 110,
    read: (line) => line.available,
    readOnly: () => true,
  },
];
