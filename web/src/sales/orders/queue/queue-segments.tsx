import { type BoardKey, boardColumns } from '@aisle/contract/sales/orders/order-board';
import { BoardSegments } from '../../../ui/board/board-segments.tsx';
import { type BoardColumn, columnTitles, countLate } from './queue.ts';

interface QueueSegmentsProps {
  columns: readonly BoardColumn[];
  now: number;
  value: BoardKey;
  onChange: (key: BoardKey) => void;
}
export const QueueSegments = ({ columns, now, ...choice }: QueueSegmentsProps) => (
  <BoardSegments
    label="Orders"
    segments={columns.map(({ key, totalRecords, orders }) => ({
      key,
      title: columnTitles[key],
      count: totalRecords,
      late: countLate(orders, now),
    }))}
    {...choice}
  />
);

/** The column a phone opens with: new orders if there are any, else the first one with something to do. */
export const firstSegment = (columns: readonly BoardColumn[]): BoardKey =>
  columns.find(({ orders }) => orders.length > 0)?.key ?? boardColumns[0].key;
