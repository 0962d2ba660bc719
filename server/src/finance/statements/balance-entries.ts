import { formatDay } from '@aisle/contract/core/dates';
import type { Page } from '@aisle/contract/core/page';
import type { BalanceEntriesPage, BalanceEntry } from '@aisle/contract/finance/statements';
import type { Tx } from '../../core/db/db.ts';
import { missingAt, wrongField } from '../../core/problem.ts';
import { balanceEntries, todayAt } from './balance-entries.queries.ts';

/** The entries behind an explained balance. */
export async function listBalanceEntries(tx: Tx, request: BalanceEntriesPage): Promise<Page<BalanceEntry>> {
  const today = await todayAt(tx, request.locationId);
  if (!today) throw missingAt('locationId', 'Location');
  const day = request.date ?? today;
  if (day > today) throw wrongField('date', `Must not be after today, ${formatDay(today)}`);
  return balanceEntries(tx, { ...request, day });
}
