import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { AuditEntry, AuditListed, accountActions } from '@aisle/contract/system/audit';
import { type FieldChange, fieldChanges, valueText } from '../../ui/record/record-changes.ts';
import { statusLabel } from '../sales/order-status.tsx';

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

/** The noun for a record before its name: "brand Oatly". Numbers and people need none. */
const kinds: Record<string, string> = {
  apiKeys: 'API key',
  brands: 'brand',
  bulkEdits: 'bulk edit',
  categories: 'category',
  customers: 'customer',
  drivers: 'driver',
  imports: 'import',
  locations: 'location',
  payoutAccounts: 'payout account of',
  products: 'product',
  recalls: 'recall',
  subProducts: 'sub-product',
  subscriptionPlans: 'subscription plan',
  taxes: 'tax',
  users: 'user',
  vendors: 'vendor',
  webhooks: 'webhook',
};

const verbs: Record<string, string> = {
  create: 'added',
  edit: 'edited',
  delete: 'deleted',
  sort: 'reordered',
  run: 'ran',
  revoke: 'revoked',
  keep: 'kept',
  takeOver: 'took over',
  undo: 'undid',
  discard: 'discarded',
  merge: 'merged a duplicate into',
  unmerge: 'separated a merged customer from',
  notSame: 'dismissed a possible duplicate of',
  erase: 'erased',
  takeOut: 'exported the data of',
  unsubscribe: 'unsubscribed',
  adjust: 'adjusted stock of',
  receive: 'received',
  post: 'posted',
  cancel: 'cancelled',
  review: 'sent to review',
  recount: 'requested recounts in',
  choose: 'chose a count in',
  reveal: 'viewed the full',
  assign: 'changed products sold at',
  shelve: 'set shelves at',
  status: 'changed the status of',
  rotateSecret: 'created a new secret for',
  addAddress: 'added an address to',
  editAddress: 'edited an address of',
  removeAddress: 'deleted an address of',
  subscribe: 'sold',
  renew: 'renewed',
  recall: 'started',
  'recall-act': 'processed',
  'recall-lift': 'lifted',
  'recall-settle': 'settled part of',
  viewedAs: 'started viewing Aisle as',
  viewAsEnded: 'stopped viewing Aisle as',
  sessionsEnded: 'ended sessions of',
  'add-second-factor': 'added a second factor of',
  'remove-second-factor': 'removed a second factor of',
  'resend-invitation': 'resent the invitation of',
  'reset-second-factor': 'reset the second factor of',
  'new-recovery-codes': 'created new recovery codes of',
  'use-recovery-code': 'used a recovery code of',
  emailChangeRequested: 'requested a new email for',
  emailChanged: 'confirmed the new email of',
  emailChangeStopped: 'kept the old email of',
  'assign-roles': 'changed the roles of',
  'bulk-edit': 'ran',
  'bulk-undo': 'undid',
  'change-password': 'changed the password of',
  'reset-password': 'reset the password of',
  'edit-tax': 'changed the taxes of',
  'mark-down': 'marked down',
  'mark-down-end': 'ended the mark-down of',
};

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
  viewedAs: 'Viewed as another user',
  viewAsEnded: 'View as another user ended',
} as const satisfies Record<(typeof accountActions)[number], string>;

/** The sentence of an action on accounts, which names the user or key itself. */
function accountAction({ action, actorName, recordName, after }: Entry): string | undefined {
  switch (action) {
    case 'signedIn':
      return `${actorName} signed in`;
    case 'signedOut':
      return `${actorName} signed out`;
    case 'signInFailed':
      return `Sign-in failed for ${recordName ?? 'an unknown email'}`;
    case 'passwordLinkRequested':
      return `Password link requested for ${recordName ?? 'a deleted user'}`;
    case 'keyFirstUsed':
      return `API key ${recordName ?? actorName} used for the first time`;
    case 'refused':
      return `${actorName} was refused ${String(factsOf(after).route ?? 'a request')}`;
    default:
      return undefined;
  }
}

type Entry = Pick<AuditListed, 'resource' | 'action' | 'before' | 'after' | 'actorName' | 'recordName'>;

/** An entry as a sentence: "Nora Ellis refunded $11.58 on O-106064". */
export function sentenceOf(entry: Entry): string {
  const { resource, action, actorName, recordName } = entry;
  const ofAccount = accountAction(entry);
  if (ofAccount) return ofAccount;
  const done =
    resource === 'orders' ? orderAction(entry) : resource === 'customers' ? customerAction(entry) : undefined;
  if (done) return `${actorName} ${done}`;
  if (action === 'normalizeText') return normalizedText(actorName, factsOf(entry.after));
  if (resource === 'settings') return `${actorName} edited the settings`;
  const verb = verbs[action] ?? `${inWords(action).toLowerCase()}:`;
  const record = [kinds[resource], recordName].filter(Boolean).join(' ');
  return `${actorName} ${verb} ${record || inWords(resource).toLowerCase()}`;
}

type Facts = Record<string, unknown>;
const factsOf = (value: unknown): Facts =>
  typeof value === 'object' && value !== null ? (value as Facts) : {};
const labelOf = (status: unknown): string => (typeof status === 'string' ? statusLabel(status) : '');

const normalizedText = (actorName: string, { changed, skipped }: Facts): string =>
  `${actorName} normalized stored text: ${pluralize(Number(changed), 'record')} changed, ${pluralize(Number(skipped), 'possible duplicate')}`;

function orderAction(entry: Entry): string | undefined {
  const number = entry.recordName ?? 'an order';
  const [before, after] = [factsOf(entry.before), factsOf(entry.after)];
  switch (entry.action) {
    case 'create':
      return `placed ${number}`;
    case 'step':
      return `moved ${number} to ${labelOf(after.status !== before.status ? after.status : after.dispatchStatus)}`;
    case 'refund':
      return refundAction(after, number);
    case 'return':
      return returnAction(after, number);
    case 'details':
      return `changed the details of ${number}`;
    case 'takeOver':
      return `took over the picking of ${number}`;
    case 'note':
      return `added a note to ${number}`;
    case 'assigned':
      return `changed the owner or the tags of ${number}`;
    case 'payment':
      return `recorded a payment for ${number}`;
    case 'lines':
      return `changed the items of ${number}`;
    default:
      return undefined;
  }
}

function returnAction(after: Facts, order: string): string {
  // Older entries lack the number.
  const named = typeof after.number === 'string' ? `return ${after.number}` : 'a return';
  if (after.status === undefined) return `added a note to ${named} of ${order}`;
  if (after.status === 'requested') return `requested ${named} of ${order}`;
  return `changed ${named} of ${order} to ${labelOf(after.status)}`;
}

function customerAction({ action, before, after, recordName }: Entry): string | undefined {
  const { status } = factsOf(after);
  if (action === 'status') {
    return `${status === 'blocked' ? 'blocked' : 'unblocked'} customer ${recordName ?? ''}`.trim();
  }
  if (action !== 'adjustCoins') return undefined;
  const added = Number(factsOf(after).coinBalance) - Number(factsOf(before).coinBalance);
  const customer = recordName ?? 'a customer';
  const coins = pluralize(Math.abs(added), 'coin');
  return added < 0 ? `removed ${coins} from ${customer}` : `added ${coins} for ${customer}`;
}

const refundVerbs: Record<string, string> = {
  refundInitiated: 'started a refund of',
  refundProcessing: 'sent a refund of',
  refunded: 'refunded',
  refundFailed: 'recorded a failed refund of',
};
function refundAction({ status, amount }: Facts, number: string): string {
  const verb = refundVerbs[String(status)] ?? 'changed a refund of';
  if (typeof amount === 'number') return `${verb} ${formatMoney(amount)} on ${number}`;
  return status === 'refunded' ? `made a refund on ${number}` : `changed a refund on ${number}`;
}

/** Fields in cents, anywhere in a record. */
const money =
  /(^|\.)(price|salePrice|costPrice|cost|ownPrice|total|paid|refunded|amount|minimumOrder|base|perMile|freeAbove|payPerDelivery|payPerMile)$/;
const statuses = /(^|\.)(status|dispatchStatus|headlineStatus)$/;

/** The displayed value of an entry: amounts as money, statuses with their label. */
export function shownValue(resource: string, path: string, value: unknown): string {
  if (typeof value === 'number' && money.test(path)) return formatMoney(value);
  if (typeof value === 'string' && resource === 'orders' && statuses.test(path)) return statusLabel(value);
  return valueText(value);
}

const maxShown = 2;
const longest = 40;
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
const isShort = ({ before, after }: FieldChange): boolean =>
  [before, after].every((value) => value === null || typeof value !== 'object');

/** The changes of an edit, old → new; limited to the first fields. */
export function changesText(entry: Pick<AuditEntry, 'resource' | 'before' | 'after'>): string {
  if (entry.before === null || entry.after === null) return '–';
  // For fields that the previous record didn't have, shows only summaries.
  const changes = fieldChanges(entry).filter(({ before, isSummary }) => before !== undefined || isSummary);
  if (changes.length === 0) return '–';
  const shown = changes.slice(0, maxShown).map((change) => {
    if (change.isSummary) return `${change.label}: ${change.after}`;
    if (!isShort(change)) return change.label;
    const [was, is] = [change.before, change.after].map((value) =>
      clipped(shownValue(entry.resource, change.path, value)),
    );
    return `${change.label}: ${was} → ${is}`;
  });
  const more = changes.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
