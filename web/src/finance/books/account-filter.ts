import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { choice } from '../../ui/list/filters/filter.ts';

/** The filter `account` of the books. */
export const accountFilter = choice(
  'account',
  'Account',
  ledgerAccounts.map((value) => ({ value, label: ledgerAccountWords[value].label })),
);
