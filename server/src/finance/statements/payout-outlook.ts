import { bankingDayFrom } from '@aisle/contract/core/banking-days';
import { addDays } from '@aisle/contract/core/dates';
import { nextDueEnd } from '@aisle/contract/finance/statement-periods';
import type { Balance, PayoutOutlook } from '@aisle/contract/finance/statements';
import type { StatementRules } from '@aisle/contract/system/settings';
import type { Tx } from '../../core/db/db.ts';
import { withExactEstimates } from './balances.queries.ts';
import { estimateDue } from './due-estimate.ts';
import { type OutlookFacts, readOutlookFacts } from './payout-outlook.queries.ts';

export interface LocationOutlook extends PayoutOutlook {
  locationId: string;
  locationName: string;
  balance: Balance;
}

/** The next and the latest payout of a location, or of all accessible ones, by name. */
export async function readPayoutOutlooks(
  tx: Tx,
  rules: StatementRules,
  locationId: string | null,
): Promise<LocationOutlook[]> {
  const facts = await readOutlookFacts(tx, locationId);
  const due = facts.flatMap(({ since, ...row }) =>
    since === null ? [] : [{ locationId: row.locationId, ...estimateDue({ ...row, since }, rules) }],
  );
  const estimates = new Map((await withExactEstimates(tx, due)).map((row) => [row.locationId, row]));
  return facts.map((row) => ({
    locationId: row.locationId,
    locationName: row.locationName,
    balance: row.balance,
    next: nextPayout(row, estimates.get(row.locationId), rules),
    last: row.last,
  }));
}

/** Open statements are paid first. Without any, the statement of the current period is the next one to be paid. */
function nextPayout(
  { balance, today }: OutlookFacts,
  due: { periodEnd: string; estimate: number } | undefined,
  rules: StatementRules,
): PayoutOutlook['next'] {
  if (balance.open > 0) return { day: null, amount: balance.open, isEstimate: false };
  const periodEnd = due?.periodEnd ?? nextDueEnd(rules, today, today);
  if (rules.every === 'never' || periodEnd === null) return null;
  const amount = (due?.estimate ?? 0) + balance.carried;
  const isPaid = amount > 0 && amount >= rules.minimumPayout;
  return {
    day: bankingDayFrom(addDays(periodEnd, rules.holdDays + 1)),
    amount: isPaid ? amount : 0,
    isEstimate: true,
  };
}
