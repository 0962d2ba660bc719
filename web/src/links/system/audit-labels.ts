import { auditDeed, isSentence } from '@aisle/contract/audit-sentences';
import { formatDateTime, formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import { disputeStatusLabels } from '@aisle/contract/sales/dispute-status';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import { messageChannelLabels } from '@aisle/contract/service/messages';
import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import type { AuditEntry, accountActions } from '@aisle/contract/system/audit';
import { transferStatusLabels } from '@aisle/contract/warehouse/transfers';
import { type FieldChange, fieldChanges, valueText } from '../../ui/record/record-changes.ts';

/** "apiKeys" → "API keys", "assign-roles" → "Assign roles". */
export function inWords(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]/g, ' ')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace('sub products', 'sub-products');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The actions by which the log can be filtered. */
export const activityNames = {
  signedIn: 'Signed in',
  'add-second-factor': 'Second factor added',
  'remove-second-factor': 'Second factor removed',
  'reset-second-factor': 'Second factor reset',
  'new-recovery-codes': 'New recovery codes',
  'use-recovery-code': 'Recovery code used',
  signInFailed: 'Sign-in failed',
  signedOut: 'Signed out',
  sessionsEnded: 'Sessions ended',
  refused: 'Refused',
  passwordLinkRequested: 'Password link requested',
  'reset-password': 'Password set by link',
  'change-password': 'Password changed',
  keyFirstUsed: 'API key first used',
  assistantCall: 'Assistant call',
  viewedAs: 'Viewed as another user',
  viewAsEnded: 'View as another user ended',
} as const satisfies Record<(typeof accountActions)[number], string>;

/** What the actor of an entry did to the record of that name, in the record's own history. */
export function historyDeed(entry: AuditEntry, recordName: string | null): string {
  const deed = auditDeed({ ...entry, recordName });
  return isSentence(deed) ? `· ${deed}` : deed;
}

/** Fields in cents, anywhere in a record. */
const money =
  /(^|\.)(price|salePrice|costPrice|cost|ownPrice|total|paid|refunded|amount|refund|expected|counted|minimumOrder|base|perMile|freeAbove|payPerDelivery|payPerMile)$/;
/** The labels of fields with fixed values, by resource; of other such fields the values are their own words. */
const labels: Record<string, Partial<Record<string, string>>> = {
  'disputes.status': disputeStatusLabels,
  'orders.status': statusLabels,
  'orders.dispatchStatus': statusLabels,
  'orders.headlineStatus': statusLabels,
  'support.status': ticketStatusLabels,
  'transfers.status': transferStatusLabels,
  'statements.method': payoutMethodLabels,
  'payoutRuns.method': payoutMethodLabels,
  'vendorClaims.method': payoutMethodLabels,
  'messages.channel': messageChannelLabels,
};
const isChoice =
  /(^|\.)(status|method|paymentType|kind|reason|because|when|priority|userType|vehicleType|factor|period)$/;
const isWireName = /^[a-z]+([A-Z][a-z]+)*$/;
const isDay = /^\d{4}-\d\d-\d\d$/;
const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The displayed value of an entry: amounts as money, statuses with their label, and dates. */
export function shownValue(resource: string, path: string, value: unknown): string {
  if (typeof value === 'number' && money.test(path)) return formatMoney(value);
  if (typeof value !== 'string') return valueText(value);
  if (isDay.test(value)) return formatDay(value);
  if (isInstant.test(value)) return formatDateTime(value);
  const label = labels[`${resource}.${path.split('.').at(-1)}`]?.[value];
  if (label !== undefined) return label;
  return isChoice.test(path) && isWireName.test(value) ? inWords(value) : valueText(value);
}

const maxShown = 2;
const longest = 40;
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
const isShort = ({ before, after }: FieldChange): boolean =>
  [before, after].every((value) => value === null || typeof value !== 'object');

/** Fields of an entry that its sentence shows, or that mean nothing to users. */
const isInSentence =
  /^(_id|name|number|title|plan|total|amount|statements|recipients|userAgent|version)$|(^|\.)\w*Ids?$/;
const isId = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;
const isDetail = ({ path, after }: FieldChange): boolean =>
  !isInSentence.test(path) && !(typeof after === 'string' && isId.test(after));

/** The changes of an edit, old → new; limited to the first fields. For other actions, their details. Empty without any. */
export function changesText(entry: Pick<AuditEntry, 'action' | 'resource' | 'before' | 'after'>): string {
  const { action, before, after } = entry;
  if (after === null || action === 'create') return '';
  const found = fieldChanges(entry);
  // For fields that the previous record didn't have, shows only summaries.
  const changes =
    before === null
      ? found.filter((change) => isShort(change) && isDetail(change))
      : found.filter((change) => change.before !== undefined || change.isSummary);
  if (changes.length === 0) return '';
  const shown = changes.slice(0, maxShown).map((change) => {
    if (change.isSummary) return `${change.label}: ${change.after}`;
    if (!isShort(change)) return change.label;
    const [was, is] = [change.before, change.after].map((value) =>
      clipped(shownValue(entry.resource, change.path, value)),
    );
    return before === null ? `${change.label}: ${is}` : `${change.label}: ${was} → ${is}`;
  });
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
