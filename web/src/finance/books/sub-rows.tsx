import { howMany } from '@aisle/contract/core/how-many';
import { bookRoutes, type TrialBalanceRow } from '@aisle/contract/finance/books';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../core/api.ts';
import { useHeld } from '../../ui/list/held.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import classes from './books.module.css';
import { FigureCells } from './figure-cells.tsx';
import { keyOfRow, RowName, type Scope } from './trial-row.tsx';

const shown = 100;

interface SubRowsProps {
  row: TrialBalanceRow;
  scope: Scope;
  /** How often new figures were shown: these follow with the row that they add up to. */
  shows: number;
}

/** The locations of an account, or the accounts of a location. */
export function SubRows({ row, scope, shows }: SubRowsProps) {
  const account = row.account ?? scope.account;
  const locationId = row.location?._id ?? scope.locationId;
  const { from, to } = scope;
  const of = { ...(account && { account }), ...(locationId && { locationId }) };
  const groupBy = row.account ? 'location' : 'account';
  const body = { from, to, ...of, groupBy, limit: shown } as const;
  const query = useQuery({ ...read(bookRoutes.trialBalance, { body }), meta: { quiet: true } });
  const { data } = useHeld(query, JSON.stringify([body, shows]));
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
          <FigureCells row={sub} scope={{ ...scope, ...of }} />
        </tr>
      ))}
      {totalRecords > records.length &&
        wide(
          <ScreenLink to="/books" search={{ by: groupBy, from, to, ...of }}>
            Show all {howMany(totalRecords, 'location')}
          </ScreenLink>,
        )}
    </>
  );
}
