import { formatMoney } from '@aisle/contract/core/money';
import {
  type Adjustment,
  type Correction,
  maxRowsShown,
  type StatementPart,
  type StatementView,
} from '@aisle/contract/finance/statements';
import { Text } from '@mantine/core';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { DateText, DayText } from '../../../ui/values/values.tsx';
import classes from '../statements.module.css';
import { DaysPanel } from './days-panel.tsx';
import { totalLabel } from './statement-head.tsx';
import { StatementSums } from './statement-sums.tsx';

/** The sums of the statement, with links to their details. */
export function MainTab({ statement }: { statement: StatementView }) {
  const { _id: id, correctionRows, adjustmentRows } = statement;
  const inTree = (part?: StatementPart) => ({
    to: '/statements/$id' as const,
    params: { id },
    search: { tab: 'tree', ...(part && { part }) },
  });
  return (
    <>
      <Panel title="Statement">
        <StatementSums
          sums={statement}
          totalLabel={totalLabel(statement)}
          linkTo={(part, label) => <ScreenLink {...inTree(part)}>{label}</ScreenLink>}
          ordersLink={(text) => <ScreenLink {...inTree()}>{text}</ScreenLink>}
        />
      </Panel>
      {correctionRows.length > 0 && (
        <Panel title="Corrections">
          <DataTable
            label="Corrections"
            columns={correctionColumns(statement.corrections)}
            rows={correctionRows}
            rowKey={({ orderId, day, amount, cause }) => `${orderId} ${day} ${amount} ${cause}`}
            isWide
          />
          <MoreInTree shown={correctionRows.length} />
        </Panel>
      )}
      {adjustmentRows.length > 0 && (
        <Panel title="Adjustments">
          <DataTable
            label="Adjustments"
            columns={adjustmentColumns(statement.adjustments)}
            rows={adjustmentRows}
            rowKey={({ _id }) => _id}
            isWide
          />
          <MoreInTree shown={adjustmentRows.length} />
        </Panel>
      )}
      <DaysPanel statement={statement} />
    </>
  );
}

const MoreInTree = ({ shown }: { shown: number }) =>
  shown >= maxRowsShown ? (
    <Text c="dimmed" size="sm" mt="sm">
      The first {maxRowsShown}. The breakdown has all of them.
    </Text>
  ) : null;

const correctionColumns = (total: number): DataColumn<Correction>[] => [
  {
    header: 'Order',
    cell: ({ orderId, orderNumber, day }) => (
      <>
        <OrderLink id={orderId} number={orderNumber} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <DayText value={day} />
        </Text>
      </>
    ),
    className: 'tabular nowrap',
    footer: 'Total',
  },
  { header: 'Day', cell: ({ day }) => <DayText value={day} />, className: classes.wide },
  { header: 'Cause', cell: ({ cause }) => cause },
  {
    header: 'Corrects',
    cell: ({ statementId, statementNumber }) => <StatementLink id={statementId} number={statementNumber} />,
    className: 'tabular nowrap',
  },
  {
    header: 'Amount',
    cell: ({ amount }) => formatMoney(amount),
    align: 'right',
    footer: formatMoney(total),
  },
];

const adjustmentColumns = (total: number): DataColumn<Adjustment>[] => [
  { header: 'Day', cell: ({ day }) => <DayText value={day} />, footer: 'Total' },
  {
    header: 'Reason',
    cell: ({ reason, note }) => (
      <>
        {reason}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </>
    ),
  },
  { header: 'By', cell: ({ by }) => by, className: classes.wide },
  {
    header: 'Amount',
    cell: ({ amount }) => formatMoney(amount),
    align: 'right',
    footer: formatMoney(total),
  },
];

/** The creator of the statement, and its cutoff. */
export function AboutPanel({ statement }: { statement: StatementView }) {
  const { cut, createdAt, createdBy, timeZone, carriedFrom } = statement;
  return (
    <Panel title="About">
      <Facts
        facts={[
          ['Created', <DateText key="created" value={createdAt} withTime timeZone={timeZone} />],
          ['Created by', createdBy ?? 'The schedule'],
          ['Cutoff', <DateText key="cut" value={cut} withTime timeZone={timeZone} />],
          [
            'Carried in from',
            carriedFrom && <StatementLink id={carriedFrom._id} number={carriedFrom.number} />,
          ],
        ]}
      />
    </Panel>
  );
}
