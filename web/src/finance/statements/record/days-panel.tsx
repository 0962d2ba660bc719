import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { StatementView } from '@aisle/contract/finance/statements';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { DayText } from '../../../ui/values/values.tsx';
import classes from '../statements.module.css';

type Day = StatementView['byDay'][number];

/** The sum of all parts except items, tax and commission. */
const othersOf = ({ discounts, promotions, coins, refunds, corrections, adjustments }: Day): number =>
  discounts + promotions + coins + refunds + corrections + adjustments;

/** A column with an amount per day and the total in the footer. */
function amounts(header: string, days: readonly Day[], amountOf: (day: Day) => number): DataColumn<Day> {
  return {
    header,
    cell: (day) => formatMoney(amountOf(day)),
    align: 'right',
    className: classes.wide,
    footer: formatMoney(days.reduce((sum, day) => sum + amountOf(day), 0)),
  };
}

/** The length of a day's bar, in percent of the longest. */
function barLength(total: number, days: readonly Pick<Day, 'total'>[]): number {
  const longest = Math.max(0, ...days.map((day) => Math.abs(day.total)));
  return longest === 0 ? 0 : (Math.abs(total) / longest) * 100;
}

/** The days of a statement; each links to its orders in the tree. */
export function DaysPanel({ statement }: { statement: StatementView }) {
  const { _id: id, byDay, carriedIn, total } = statement;
  if (byDay.length === 0) return null;
  const columns: DataColumn<Day>[] = [
    {
      header: 'Day',
      cell: ({ day }) => (
        <ScreenLink to="/statements/$id" params={{ id }} search={{ tab: 'tree', day }}>
          <DayText value={day} />
        </ScreenLink>
      ),
      isRowHeader: true,
      footer: carriedIn === 0 ? 'Total' : 'Total without what was carried in',
    },
    {
      header: 'Orders',
      cell: ({ orders }) => formatCount(orders),
      align: 'right',
      footer: formatCount(byDay.reduce((sum, { orders }) => sum + orders, 0)),
    },
    amounts('Goods', byDay, ({ goods }) => goods),
    amounts('Tax', byDay, ({ tax }) => tax),
    amounts('Commission', byDay, ({ commission }) => commission),
    ...(byDay.some((day) => othersOf(day) !== 0) ? [amounts('Other', byDay, othersOf)] : []),
    {
      header: 'Total',
      cell: (day) => formatMoney(day.total),
      align: 'right',
      footer: formatMoney(total - carriedIn),
    },
    {
      header: 'Chart',
      cell: (day) => (
        <span
          className={classes.bar}
          data-negative={day.total < 0 || undefined}
          style={{ width: `${barLength(day.total, byDay)}%` }}
          aria-hidden
        />
      ),
      className: classes.barColumn,
    },
  ];
  return (
    <Panel title="By day">
      <DataTable
        label="By day"
        columns={columns}
        rows={byDay}
        rowKey={({ day }) => day}
        {...(byDay.length > 62 && { maxHeight: '640px' })}
      />
    </Panel>
  );
}
