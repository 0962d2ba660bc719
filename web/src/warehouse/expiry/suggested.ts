import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';

const reasons = {
  expired: ['has expired', 'have expired'],
  recalled: ['is recalled', 'are recalled'],
  marked: ['is already marked down', 'are already marked down'],
  unsuggested: ['has no suggestion', 'have no suggestion'],
} as const;
/** The reason why a lot has no suggestion. */
function reasonOf({ daysLeft, isRecalled, markDown }: ExpiryLot): keyof typeof reasons {
  if (isRecalled) return 'recalled';
  if (daysLeft < 0) return 'expired';
  return markDown ? 'marked' : 'unsuggested';
}

/** "2 have expired, 1 is already marked down": why lots have no suggestion. */
function skippedReason(rows: readonly ExpiryLot[]): string {
  const counts = new Map<keyof typeof reasons, number>();
  for (const row of rows) {
    if (row.suggestion) continue;
    const reason = reasonOf(row);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => `${formatCount(count)} ${reasons[reason][count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** Why none of these lots can be marked down, with or without a suggestion; undefined if one can. */
export const noMarkDownReason = (rows: readonly ExpiryLot[]): string | undefined =>
  rows.some((row) => row.suggestion || reasonOf(row) === 'unsuggested')
    ? undefined
    : `Nothing to mark down: ${skippedReason(rows)}.`;

/** The lots that the mark-down skips, for the confirmation. */
export function skippedText(rows: readonly ExpiryLot[]): string {
  const skipped = rows.filter(({ suggestion }) => !suggestion);
  return skipped.length === 0 ? '' : ` Skips ${pluralize(skipped.length, 'lot')}: ${skippedReason(rows)}.`;
}
