import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  bookRoutes,
  type TrialBalance,
  type TrialBalanceInput,
  type TrialBalanceRow,
} from '@aisle/contract/finance/books';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../core/api.ts';
import { usePausedData } from '../../ui/list/paused-data.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { AmountCells } from './amount-cells.tsx';
import classes from './books.module.css';
import { keyOfRow, RowName, type Scope } from './trial-row.tsx';

type GroupBy = TrialBalanceInput['groupBy'];
interface TrialTableProps {
  balance: TrialBalance;
  /** How often the user has loaded new data; expanded rows update at the same time. */
  shows: number;
  groupBy: GroupBy;
  scope: Scope;
  /** Whether other rows are loading. */
  isChanging: boolean;
  paging: { page: number; size: number; onPage: (page: number) => void };
}

/** The trial balance. Each row expands into locations or accounts, and each amount links to its journals. */
export function TrialTable({ balance, shows, groupBy, scope, isChanging, paging }: TrialTableProps) {
  const { records, totals } = balance;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const flip = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  // One account of one location can't be expanded.
  const isWhole = groupBy === 'account' ? !scope.locationId : !scope.account;
  return (
    <>
      <BalanceLine totals={totals} scope={scope} />
      <div className={`card ${classes.box}`}>
        <table
          className={`w-full text-sm tabular ${classes.table}`}
          aria-label="Trial balance"
          aria-busy={isChanging}
        >
          <thead>
            <tr>
              <th scope="col">{groupBy === 'account' ? 'Account' : 'Location'}</th>
              <th scope="col">Opening balance</th>
              <th scope="col">Debits</th>
              <th scope="col">Credits</th>
              <th scope="col">Closing balance</th>
            </tr>
          </thead>
          {records.map((row) => {
            const key = keyOfRow(row);
            return (
              <tbody key={key}>
                <tr>
                  <RowName row={row} isOpen={open.has(key)} onFlip={isWhole ? () => flip(key) : undefined} />
                  <AmountCells row={row} scope={scope} />
                </tr>
                {open.has(key) && isWhole && <SubRows row={row} scope={scope} shows={shows} />}
              </tbody>
            );
          })}
          {records.length > 0 && (
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <AmountCells row={{ ...totals, account: null, location: null }} scope={scope} isTotal />
              </tr>
            </tfoot>
          )}
        </table>
        {records.length === 0 && (
          <p className={classes.none}>Nothing was posted up to the end of this period.</p>
        )}
      </div>
      <Pages total={balance.totalRecords} {...paging} />
    </>
  );
}

/** The period, and whether the books are in balance. A single account never is, so it shows only the period. */
function BalanceLine({ totals, scope }: { totals: TrialBalance['totals']; scope: Scope }) {
  const period = `${formatDay(scope.from)} – ${formatDay(scope.to)}`;
  if (scope.account)
    return <p className={`row gap-2 m-0 text-sm secondary ${classes.inBalance}`}>{period}</p>;
  const off = totals.closing !== 0 || totals.debits !== totals.credits;
  const Icon = off ? IconAlertTriangle : IconCircleCheck;
  return (
    <Text
      className={`row gap-2 m-0 text-sm secondary ${classes.inBalance}`}
      data-off={off || undefined}
      role="status"
      component="p"
    >
      <Icon size={16} className="flex-none" color={`var(--aisle-${off ? 'bad' : 'good'})`} aria-hidden />
      <span className="tabular">{period}</span>
      {off
        ? `Out of balance by ${formatMoney(Math.abs(totals.closing || totals.debits - totals.credits))}. Contact support.`
        : 'In balance: debits and credits are equal, and all balances add up to zero.'}
    </Text>
  );
}

interface PagesProps {
  total: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
}
function Pages({ total, page, size, onPage }: PagesProps) {
  const first = (page - 1) * size + 1;
  return (
    <Pager page={page} pages={Math.ceil(total / size)} onPage={onPage}>
      {formatCount(first)}–{formatCount(Math.min(total, page * size))} of {formatCount(total)}
    </Pager>
  );
}

const shown = 100;

interface SubRowsProps {
  row: TrialBalanceRow;
  scope: Scope;
  /** How often the user has loaded new data; these rows update together with their parent row. */
  shows: number;
}

/** The locations of an account, or the accounts of a location. */
function SubRows({ row, scope, shows }: SubRowsProps) {
  const account = row.account ?? scope.account;
  const locationId = row.location?._id ?? scope.locationId;
  const { from, to } = scope;
  const of = { ...(account && { account }), ...(locationId && { locationId }) };
  const groupBy = row.account ? 'location' : 'account';
  const body = { from, to, ...of, groupBy, limit: shown } as const;
  const query = useQuery({ ...read(bookRoutes.trialBalance, { body }), meta: { quiet: true } });
  const { data } = usePausedData(query, JSON.stringify([body, shows]));
  const wide = (content: ReactNode) => (
    <tr className={classes.sub}>
      <td colSpan={5}>{content}</td>
    </tr>
  );
  if (query.error && !data) {
    return wide(
      <span role="alert">
        {query.error.message}{' '}
        <Button variant="default" size="compact-xs" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </span>,
    );
  }
  if (!data) return wide(<Skeleton height={20} className="after-a-while" />);
  const { records, totalRecords } = data;
  return (
    <>
      {records.map((sub) => (
        <tr key={keyOfRow(sub)} className={classes.sub}>
          <RowName row={sub} />
          <AmountCells row={sub} scope={{ ...scope, ...of }} />
        </tr>
      ))}
      {totalRecords > records.length &&
        wide(
          <ScreenLink to="/books" search={{ by: groupBy, from, to, ...of }}>
            Show all {pluralize(totalRecords, 'location')}
          </ScreenLink>,
        )}
    </>
  );
}
