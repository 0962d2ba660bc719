import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import type { LedgerAccount } from '@aisle/contract/system/ledger-accounts';
import classes from './books.module.css';

/** An account with its code and name. */
export function AccountName({ account, code }: { account: LedgerAccount; code: string | null }) {
  const { label, means } = ledgerAccountWords[account];
  return (
    <span title={means}>
      {code && <span className={classes.code}>{code}</span>}
      {label}
    </span>
  );
}
