import { type bookRoutes, codeOf } from '@aisle/contract/finance/books';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import type { Handlers } from '../../core/http/serve.ts';
import { readSettingsRow } from '../../system/settings/settings.queries.ts';
import { entries, journals, trialBalance } from './books.service.ts';

export const bookHandlers: Handlers<typeof bookRoutes> = {
  trialBalance: ({ tx, body }) => trialBalance(tx, body),
  journals: ({ tx, actor, body }) => journals(tx, actor, body),
  entries: ({ tx, actor, body }) => entries(tx, actor, body),
  accounts: async ({ tx }) => {
    const { accountCodes } = await readSettingsRow(tx);
    return { accounts: ledgerAccounts.map((account) => ({ account, code: codeOf(accountCodes, account) })) };
  },
};
