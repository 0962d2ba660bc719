import { formatDay } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { SupportDashboard } from '@aisle/contract/service/support';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { spanText } from '../../../ui/values/when.ts';

const minuteMs = 60_000;
/** "22 min", or a dash if nothing was measured. */
export const durationText = (minutes: number | null): string =>
  minutes === null ? '–' : spanText(minutes * minuteMs);
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;

type Day = SupportDashboard['byDay'][number];
type Category = SupportDashboard['byCategory'][number];
type Agent = SupportDashboard['byAgent'][number];

export function TicketsByDay({ days }: { days: readonly Day[] }) {
  return (
    <LineChart
      label="New tickets by day"
      format={formatCount}
      points={days.map(({ day, created, resolved }) => ({
        key: day,
        tick: formatDay(day).slice(0, 5),
        text: `${formatDay(day)} · ${formatCount(created)} new, ${formatCount(resolved)} resolved`,
        value: created,
      }))}
    />
  );
}

const dayColumns: DataColumn<Day>[] = [
  {
    header: 'Day',
    cell: ({ day, filters }) => (
      <ScreenLink to="/supports" search={filters}>
        {formatDay(day)}
      </ScreenLink>
    ),
    grows: true,
  },
  { header: 'New', cell: ({ created }) => formatCount(created), align: 'right' },
  { header: 'Resolved', cell: ({ resolved }) => formatCount(resolved), align: 'right' },
];
export const DayTable = ({ days }: { days: readonly Day[] }) => (
  <DataTable
    label="Tickets by day"
    columns={dayColumns}
    rows={[...days].reverse()}
    rowKey={({ day }) => day}
  />
);

const categoryColumns = (total: number): DataColumn<Category>[] => [
  {
    header: 'Category',
    cell: ({ name, filters }) => (
      <ScreenLink to="/supports" search={filters}>
        {name}
      </ScreenLink>
    ),
    grows: true,
  },
  { header: 'Tickets', cell: ({ count }) => formatCount(count), align: 'right' },
  { header: 'Share', cell: ({ count }) => shareText(count, total), align: 'right' },
];
export const CategoryTable = ({ rows, total }: { rows: readonly Category[]; total: number }) => (
  <DataTable
    label="Tickets by category"
    columns={categoryColumns(total)}
    rows={rows}
    rowKey={({ category }) => category}
    empty="No new tickets"
  />
);

const agentColumns: DataColumn<Agent>[] = [
  {
    header: 'Agent',
    cell: ({ agent, filters }) => (
      <ScreenLink to="/supports" search={filters}>
        {agent?.name ?? 'Unassigned'}
      </ScreenLink>
    ),
    grows: true,
  },
  { header: 'Tickets', cell: ({ count }) => formatCount(count), align: 'right' },
  { header: 'Resolved', cell: ({ resolved }) => formatCount(resolved), align: 'right' },
  {
    header: 'First response',
    cell: ({ firstResponseMedian }) => durationText(firstResponseMedian),
    align: 'right',
  },
];
export const AgentTable = ({ rows }: { rows: readonly Agent[] }) => (
  <DataTable
    label="Tickets by agent"
    columns={agentColumns}
    rows={rows}
    rowKey={({ agent }) => agent?._id ?? 'nobody'}
    empty="No new tickets"
  />
);
