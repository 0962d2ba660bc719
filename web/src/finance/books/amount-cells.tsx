import { formatMoney } from '@aisle/contract/core/money';
import type { BookFigures, TrialBalanceRow } from '@aisle/contract/finance/books';
import { dayAfter } from '@aisle/contract/locations/opening';
import type { ReactNode } from 'react';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { BalanceText } from './balance-text.tsx';
import classes from './books.module.css';
import type { Scope } from './trial-row.tsx';

interface AmountCellsProps {
  row: BookFigures & Pick<TrialBalanceRow, 'account' | 'location'>;
  scope: Scope;
  /** Totals aren't links. */
  isTotal?: boolean;
}

/** The four amounts of a row, each linked to its journals. */
export function AmountCells({ row, scope, isTotal = false }: AmountCellsProps) {
  const { from, to } = scope;
  const account = row.account ?? scope.account;
  const locationId = row.location?._id ?? scope.locationId;
  const cell = (head: string, text: ReactNode, amount: number, days: { from?: string; to: string }) => (
    <td data-head={head}>
      {isTotal || amount === 0 ? (
        text
      ) : (
        <ScreenLink
          to="/books/journals"
          search={{ ...days, ...(account && { account }), ...(locationId && { locationId }) }}
          className={classes.figure}
        >
          {text}
        </ScreenLink>
      )}
    </td>
  );
  const amountText = (amount: number) => <span className="tabular">{formatMoney(amount)}</span>;
  return (
    <>
      {cell('Opening balance', <BalanceText value={row.opening} />, row.opening, { to: dayAfter(from, -1) })}
      {cell('Debits', amountText(row.debits), row.debits, { from, to })}
      {cell('Credits', amountText(row.credits), row.credits, { from, to })}
      {cell('Closing balance', <BalanceText value={row.closing} />, row.closing, { to })}
    </>
  );
}
