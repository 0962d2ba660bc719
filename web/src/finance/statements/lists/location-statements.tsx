import { formatMoney } from '@aisle/contract/core/money';
import { totalOf } from '@aisle/contract/core/page';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { StatementLink } from '../../../links/finance/statement-link.tsx';
import { StatementState } from '../../../links/finance/statement-status.tsx';
import { PeriodText } from '../../../links/overview/period.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { payoutText } from '../../payouts/payout-labels.ts';
import classes from '../statements.module.css';

const shownAtOnce = 24;
const columns: DataColumn<Statement>[] = [
  {
    header: 'Statement',
    cell: ({ _id, number }) => <StatementLink id={_id} number={number} />,
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  { header: 'Status', cell: ({ status }) => <StatementState status={status} /> },
  { header: 'Period', cell: (statement) => <PeriodText period={statement} /> },
  { header: 'Total', cell: ({ total }) => formatMoney(total), align: 'right' },
  {
    header: 'Settled by',
    className: classes.wide,
    cell: ({ payout, carriedInto }) => {
      if (payout) return payoutText(payout);
      return carriedInto ? <StatementLink id={carriedInto._id} number={carriedInto.number} /> : '–';
    },
  },
];

interface LocationStatementsProps {
  locationId: string;
  /** The statement that the screen shows, if any. */
  currentId?: string;
}
/** The latest statements of a location. */
export function LocationStatements({ locationId, currentId }: LocationStatementsProps) {
  const query = useQuery({
    ...read(statementRoutes.listOfLocation, { body: { locationId, limit: shownAtOnce } }),
    meta: { quiet: true },
  });
  const total = query.data ? totalOf(query.data) : 0;
  return (
    <Panel
      title="Statements of this location"
      tools={
        <Gate permission="statement_generate">
          <ScreenLink to="/statements/add" search={{ locationId }}>
            New statement
          </ScreenLink>
        </Gate>
      }
    >
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton height={160} className="after-a-while" />
      ) : (
        <DataTable
          label="Statements of this location"
          columns={columns}
          rows={query.data.records}
          rowKey={({ _id }) => _id}
          rowClassName={({ _id }) => (_id === currentId ? classes.current : undefined)}
          empty="No statements yet. A statement adds up what the location is owed for a period."
          isWide
        />
      )}
      {total > shownAtOnce && (
        <p className={`m-0 mt-3 text-sm secondary ${classes.aside}`}>
          <ScreenLink to="/statements" search={{ locationId }}>
            All {total} statements
          </ScreenLink>
        </p>
      )}
    </Panel>
  );
}
