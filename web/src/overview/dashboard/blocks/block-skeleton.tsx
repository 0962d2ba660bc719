import type { BlockName } from '@aisle/contract/overview/dashboard';
import { Group, Skeleton } from '@mantine/core';
import classes from './block-skeleton.module.css';

interface Shape {
  /** Approximately the height of the loaded block, so that the layout moves little. */
  height: number;
  figures?: number;
  hasChart?: boolean;
}
const shapes: Record<BlockName, Shape> = {
  attention: { height: 52, figures: 5 },
  today: { height: 72, figures: 3 },
  payouts: { height: 72, figures: 2 },
  money: { height: 160 },
  sales: { height: 292, figures: 3, hasChart: true },
  orders: { height: 240 },
  topProducts: { height: 320 },
  stock: { height: 320, figures: 3 },
  service: { height: 160 },
  topLocations: { height: 240 },
  customers: { height: 72, figures: 3 },
};
const metricHeight = 72;
const rowHeight = 36;
const barHeights = Array.from({ length: 24 }, (_, day) => 40 + ((day * 37) % 55));

/** The skeleton of a block, in its shape: metrics side by side, and a chart or table rows below them. */
export function BlockSkeleton({ name }: { name: BlockName }) {
  const { height, figures = 0, hasChart = false } = shapes[name];
  const below = height - (figures > 0 ? metricHeight : 0);
  return (
    <div className={`${classes.skeleton} after-a-while`} style={{ height }} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {figures > 0 && <MetricsSkeleton count={figures} />}
      {hasChart ? (
        <div className={classes.bars}>
          {barHeights.map((percent, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars of nothing yet stay in their places
            <Skeleton key={day} height={`${percent}%`} radius={2} />
          ))}
        </div>
      ) : (
        <RowsSkeleton count={Math.floor(below / rowHeight)} />
      )}
    </div>
  );
}

function MetricsSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.figures}>
      {Array.from({ length: count }, (_, figure) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures of nothing yet stay in their places
        <div key={figure}>
          <Skeleton height={10} width={72} mb={10} />
          <Skeleton height={20} width={96} />
        </div>
      ))}
    </div>
  );
}

function RowsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing yet stay in their places
    <Group key={row} justify="space-between" wrap="nowrap" h={rowHeight}>
      <Skeleton height={10} width={`${35 + ((row * 13) % 30)}%`} />
      <Skeleton height={10} width="12%" />
    </Group>
  ));
}
