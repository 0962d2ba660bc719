import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { ExpiryLot } from '@aisle/contract/warehouse/expiry';

/** Combines several lots of an item: the lowest suggested price, valid until the latest expiration. */
export function bySubProduct(rows: readonly ExpiryLot[]) {
  const items = new Map<string, { locationId: string; subProductId: string; price: number; until: string }>();
  for (const { locationId, subProductData, suggestion, expiresOn } of rows) {
    if (!suggestion) continue;
    const key = `${locationId} ${subProductData._id}`;
    const before = items.get(key);
    items.set(key, {
      locationId,
      subProductId: subProductData._id,
      price: Math.min(suggestion.price, before?.price ?? suggestion.price),
      until: before && before.until > expiresOn ? before.until : expiresOn,
    });
  }
  return [...items.values()];
}

const reasons = {
  expired: ['has expired', 'have expired'],
  recalled: ['is recalled', 'are recalled'],
  marked: ['is already marked down', 'are already marked down'],
  unsuggested: ['has no suggestion', 'have no suggestion'],
} as const;
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

/** Why no suggestion applies to these lots; undefined if one does. */
export const noSuggestionReason = (rows: readonly ExpiryLot[]): string | undefined =>
  rows.some(({ suggestion }) => suggestion) ? undefined : `Nothing to mark down: ${skippedReason(rows)}.`;

/** The lots that the mark-down skips, for the confirmation. */
export function skippedText(rows: readonly ExpiryLot[]): string {
  const skipped = rows.filter(({ suggestion }) => !suggestion);
  return skipped.length === 0 ? '' : ` Skips ${pluralize(skipped.length, 'lot')}: ${skippedReason(rows)}.`;
}
