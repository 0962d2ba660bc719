import { formatCount } from '@aisle/contract/core/how-many';
import { type BoardKey, boardColumns } from '@aisle/contract/sales/order-board';
import { SegmentedControl } from '@mantine/core';
import classes from './queue.module.css';
import { type BoardColumn, columnTitles, countLate } from './queue.ts';

interface QueueSegmentsProps {
  columns: readonly BoardColumn[];
  now: number;
  value: BoardKey;
  onChange: (key: BoardKey) => void;
}
/** On a phone one column at a time; a red dot marks those with late orders. */
export function QueueSegments({ columns, now, value, onChange }: QueueSegmentsProps) {
  return (
    <SegmentedControl<BoardKey>
      fullWidth
      aria-label="Orders"
      className={classes.segments ?? ''}
      value={value}
      onChange={onChange}
      data={columns.map((column) => ({ value: column.key, label: <Segment column={column} now={now} /> }))}
    />
  );
}

function Segment({ column, now }: { column: BoardColumn; now: number }) {
  const late = countLate(column.orders, now);
  return (
    <span className={classes.segment}>
      {columnTitles[column.key]} <span className="tabular">{formatCount(column.totalRecords)}</span>
      {late > 0 && (
        <span className={classes.lateDot}>
          <span className="visually-hidden">, {formatCount(late)} late</span>
        </span>
      )}
    </span>
  );
}

/** The column a phone opens with: new orders if there are any, else the first one with something to do. */
export const firstSegment = (columns: readonly BoardColumn[]): BoardKey =>
  columns.find(({ orders }) => orders.length > 0)?.key ?? boardColumns[0].key;
