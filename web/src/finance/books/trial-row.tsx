import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import type { TrialBalanceRow } from '@aisle/contract/finance/books';
import type { LedgerAccount } from '@aisle/contract/system/ledger-accounts';
import { ExpandButton } from '../../ui/table/expand-button.tsx';
import { AccountName } from './account-name.tsx';

/** The scope of the amounts, besides their row. */
export interface Scope {
  from: string;
  to: string;
  account?: LedgerAccount | undefined;
  locationId?: string | undefined;
}

export const keyOfRow = ({ account, location }: TrialBalanceRow): string => account ?? location?._id ?? '';
const nameOf = ({ account, location }: TrialBalanceRow): string =>
  account ? ledgerAccountWords[account].label : (location?.name ?? '');

interface RowNameProps {
  row: TrialBalanceRow;
  isOpen?: boolean;
  /** Expands the row, if it can be expanded. */
  onFlip?: (() => void) | undefined;
}
export function RowName({ row, isOpen, onFlip }: RowNameProps) {
  return (
    <th scope="row">
      <span className="row gap-1 min-w-0 break-anywhere">
        {onFlip && (
          <ExpandButton
            isOpen={isOpen}
            label={`${row.account ? 'Locations' : 'Accounts'} of ${nameOf(row)}`}
            onClick={onFlip}
          />
        )}
        {row.account ? <AccountName account={row.account} code={row.code} /> : <bdi>{nameOf(row)}</bdi>}
      </span>
    </th>
  );
}
