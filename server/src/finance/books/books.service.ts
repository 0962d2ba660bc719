import { latestDay } from '@aisle/contract/core/dates';
import type { Page } from '@aisle/contract/core/page';
import {
  type BookEntry,
  type BookEntryPage,
  codeOf,
  type Journal,
  type JournalPage,
  type TrialBalance,
  type TrialBalanceInput,
} from '@aisle/contract/finance/books';
import { type LedgerAccount, ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { List } from '../../core/list/list.ts';
import { notFound, wrongField } from '../../core/problem.ts';
import { readSettingsRow } from '../../system/settings/settings.queries.ts';
import { listEntries, listJournals } from './journals.queries.ts';
import { readTrialBalance } from './trial-balance.queries.ts';

export async function trialBalance(tx: Tx, input: TrialBalanceInput): Promise<TrialBalance> {
  const { from, to, locationId } = input;
  if (to > latestDay()) throw wrongField('to', "Choose a day that isn't in the future");
  const { accountCodes } = await readSettingsRow(tx);
  const { locations, records, ...rest } = await readTrialBalance(tx, input, byCode(accountCodes));
  if (locationId && locations === 0) throw notFound('Location');
  return {
    from,
    to,
    ...rest,
    records: records.map((row) => ({ ...row, code: row.account && codeOf(accountCodes, row.account) })),
  };
}

const numeric = new Intl.Collator('en-US', { numeric: true });
/** The accounts sorted by code; those without a code come last. */
function byCode(codes: Parameters<typeof codeOf>[0]): LedgerAccount[] {
  const coded = ledgerAccounts.filter((account) => codeOf(codes, account) !== null);
  const others = ledgerAccounts.filter((account) => codeOf(codes, account) === null);
  return [
    ...coded.sort((a, b) => numeric.compare(codeOf(codes, a) ?? '', codeOf(codes, b) ?? '')),
    ...others,
  ];
}

export async function journals(tx: Tx, actor: Actor, request: JournalPage): Promise<List<Page<Journal>>> {
  checkPeriod(request);
  const { accountCodes } = await readSettingsRow(tx);
  return listJournals(tx, actor, request).mapRows((journal) => ({
    ...journal,
    entries: journal.entries.map((entry) => ({ ...entry, code: codeOf(accountCodes, entry.account) })),
  }));
}

export async function entries(tx: Tx, actor: Actor, request: BookEntryPage): Promise<Page<BookEntry>> {
  checkPeriod(request);
  const { accountCodes } = await readSettingsRow(tx);
  const page = await listEntries(tx, actor, request);
  return {
    ...page,
    records: page.records.map((entry) => ({ ...entry, code: codeOf(accountCodes, entry.account) })),
  };
}

function checkPeriod({ filters: { from, to } }: JournalPage): void {
  if (from && to && from > to) throw wrongField('filters.to', 'Must not be before the start');
}
