import { formatDay } from './core/dates.ts';
import { itemName } from './core/item-name.ts';
import { formatMoney } from './core/money.ts';
import { formatCount, pluralize } from './core/pluralize.ts';
import { disputeStatusLabels } from './sales/dispute-status.ts';
import { statusLabels } from './sales/orders/status-labels.ts';
import { ticketStatusLabels } from './service/support-flow.ts';
import type { AuditListed } from './system/audit.ts';
import type { ChangedResourceName } from './system/live/changes.ts';

type Values = Record<string, unknown>;
interface Sides {
  before: Values;
  after: Values;
}
/**
 * The action of the actor: "deleted {record}". {record} is the record with its kind ("brand Oatly", or "a brand" if the name is
 * unknown), {name} only its name, {location} the entry's location, {item} the item of a lot, and {field} or {field:format} a value of the entry. Of
 * [first|second] the first text counts whose values are all known, or none: older entries have fewer values. A text that begins
 * with a capital letter is a whole sentence.
 */
type Sentence = string | ((sides: Sides) => string);

/** "[brand {name}|a brand]". */
const named = (kind: string): string => `[${kind} {name}|${/^([aeio]|API)/.test(kind) ? 'an' : 'a'} ${kind}]`;

const switched = ({ before, after }: Sides): string => {
  const changed = Object.keys(after).filter((name) => !['version', 'updatedAt'].includes(name));
  const isOnlyStatus =
    typeof after.status === 'boolean' &&
    after.status === !before.status &&
    changed.every((name) => name === 'status' || isSame(before[name], after[name]));
  if (!isOnlyStatus) return 'edited {record}';
  return after.status ? 'activated {record}' : 'deactivated {record}';
};
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const create = 'added {record}';
const edit = switched;
const remove = 'deleted {record}';
const restore = 'restored {record}';
const maintained = { create, edit, delete: remove };
const bulk = (records: string) => ({
  'bulk-edit': `ran a bulk edit of ${records}[, “{name}”]`,
  'bulk-undo': `undid a bulk edit of ${records}[, “{name}”]`,
});
const keptKey = {
  keep: 'kept {record} after its creator left',
  takeOver: 'took over {record}',
};
const addresses = {
  addAddress: 'added an address to {record}',
  editAddress: 'edited an address of {record}',
  removeAddress: 'deleted an address of {record}',
};

const labelOf = (labels: Values, status: unknown): string => String(labels[String(status)] ?? status);

const movedOrder = ({ before, after }: Sides): string => {
  const status = after.status === before.status ? after.dispatchStatus : after.status;
  if (status === undefined) return 'changed the status of {record}';
  return `moved {record} to ${labelOf(statusLabels, status)}`;
};

const refunds: Record<string, string> = {
  refundInitiated: '[started a refund of {amount:money} on|changed a refund on] {record}',
  refundProcessing: '[sent a refund of {amount:money} on|changed a refund on] {record}',
  refunded: '[refunded {amount:money}|made a refund] on {record}',
  refundFailed: '[recorded a failed refund of {amount:money} on|changed a refund on] {record}',
};
const refunded = ({ after }: Sides): string =>
  refunds[String(after.status)] ?? 'changed a refund[ of {amount:money}] on {record}';

const returned = ({ after }: Sides): string => {
  const what = '[return {number}|a return] of {record}';
  if (after.status === undefined) return `added a note to ${what}`;
  if (after.status === 'requested') return `requested ${what}`;
  return `changed ${what} to ${labelOf(statusLabels, after.status)}`;
};

const changedMembers = ({ after }: Sides): string => {
  const added = Number(after.added ?? 0);
  const removed = Number(after.removed ?? 0);
  const group = '{record}';
  if (added === 0) return `removed ${pluralize(removed, 'customer')} from ${group}`;
  const adding = `added ${pluralize(added, 'customer')} to`;
  return removed === 0 ? `${adding} ${group}` : `${adding} and removed ${formatCount(removed)} from ${group}`;
};

const adjustedCoins = ({ before, after }: Sides): string => {
  const added = Number(after.coinBalance) - Number(before.coinBalance);
  if (Number.isNaN(added)) return 'changed the coins of [{name}|a customer]';
  const coins = pluralize(Math.abs(added), 'coin');
  return added < 0 ? `removed ${coins} from [{name}|a customer]` : `added ${coins} for [{name}|a customer]`;
};

const adjustedCredit = ({ before, after }: Sides): string => {
  const added = Number(after.storeCredit) - Number(before.storeCredit);
  if (Number.isNaN(added)) return 'changed the store credit of [{name}|a customer]';
  const credit = `${formatMoney(Math.abs(added))} of store credit`;
  return added < 0 ? `removed ${credit} from [{name}|a customer]` : `issued ${credit} to [{name}|a customer]`;
};

const steppedGiftCard = ({ after }: Sides): string => {
  if (after.status === 'frozen') return 'froze {record}';
  return after.status === 'voided' ? 'voided {record}' : 'reactivated {record}';
};

const adjustedStock = ({ after }: Sides): string => {
  const change = Number(after.quantity);
  const item = '[{name}|an item][ at {location}]';
  if (Number.isNaN(change) || change === 0) return `adjusted stock of ${item}`;
  return change > 0
    ? `added {quantity} to the stock of ${item}`
    : `removed {quantity:unsigned} from the stock of ${item}`;
};

const steppedTransfer = ({ after }: Sides): string =>
  after.status === 'cancelled' ? 'cancelled {record}' : 'sent {record}';

const setTicketStatus = ({ after }: Sides): string =>
  after.status === undefined
    ? 'changed the status of {record}'
    : `changed {record} to ${labelOf(ticketStatusLabels, after.status)}`;

/** Every action that the server records, by resource. The types of `recordChange` and `audit` refuse any other. */
export const auditSentences = {
  access: { record: 'access', does: { refused: 'was refused [{route}|a request]' } },
  adjustments: {
    record: named('adjustment'),
    does: { create: 'added an adjustment[ of {amount:money}][ for {location}]' },
  },
  apiKeys: {
    record: named('API key'),
    does: {
      create,
      edit,
      rotate: 'created a new secret for {record}',
      revoke: 'revoked {record}',
      keyFirstUsed: 'API key[ {name}] used for the first time',
      assistantCall: 'called [the tool {tool}|a tool] as an assistant with {record}',
      ...keptKey,
    },
  },
  assistantDrafts: {
    record: "[an assistant's draft of {tool}|a draft of an assistant]",
    does: {
      create: 'left {record} for a person',
      approve: 'approved {record}',
      discard: 'discarded {record}',
    },
  },
  brands: { record: named('brand'), does: { ...maintained, restore, ...bulk('brands') } },
  bulkActions: {
    record: named('bulk action'),
    does: {
      'bulk-edit': 'ran a bulk action[, “{name}”]',
      'bulk-undo': 'undid a bulk action[, “{name}”]',
    },
  },
  bulkEdits: { record: named('bulk edit'), does: {} },
  categories: {
    record: named('category'),
    does: {
      ...maintained,
      restore,
      ...bulk('categories'),
      sort: 'reordered categories[ in {parent}]',
      merge: 'merged {record}[ into {into}]',
      'edit-tax': 'changed the taxes of {record}',
    },
  },
  connections: {
    record: named('connection'),
    does: {
      edit,
      switchOn: 'turned on {record}',
      switchOff: 'turned off {record}',
      rerun: 'sent refused rows of {record} again',
    },
  },
  credits: { record: 'store credit', does: {} },
  customerAddresses: { record: named('address'), does: addresses },
  customerGroups: {
    record: named('customer group'),
    does: {
      ...maintained,
      members: changedMembers,
      refresh: 'updated the members of {record}',
    },
  },
  customers: {
    record: named('customer'),
    does: {
      create,
      edit: 'edited {record}',
      delete: remove,
      ...addresses,
      ...bulk('customers'),
      status: ({ after }) => (after.status === 'blocked' ? 'blocked {record}' : 'unblocked {record}'),
      adjustCoins: adjustedCoins,
      adjustCredit: adjustedCredit,
      merge: 'merged a duplicate into {record}',
      unmerge: 'separated a merged customer from {record}',
      notSame: 'dismissed a possible duplicate of {record}',
      erase: 'erased the personal data of {record}',
      takeOut: 'exported the data of {record}',
      unsubscribe: 'unsubscribed {record} from messages',
    },
  },
  disputes: {
    record: named('dispute'),
    does: {
      create: 'opened {record}[ over {amount:money}]',
      edit: 'edited the evidence of {record}',
      submit: ({ after }) => (after.accept ? 'accepted {record}' : 'submitted the evidence of {record}'),
      status: ({ after }) =>
        after.status === undefined
          ? 'updated {record}'
          : `moved {record} to ${labelOf(disputeStatusLabels, after.status).toLowerCase()}`,
      refused: 'could not send the answer to {record}',
    },
  },
  drivers: { record: named('driver'), does: maintained },
  giftCards: {
    record: named('gift card'),
    does: {
      create: 'issued {record}[, {amount:money}]',
      step: steppedGiftCard,
      replace: 'replaced the code of {record}',
      send: 'emailed the link of {record}',
      deliver: 'opened the code of {record}',
      download: 'downloaded the code of {record}',
      print: 'printed {record}',
      redeem: 'redeemed {record}',
    },
  },
  handIns: {
    record: 'cash',
    does: { create: 'received [{counted:money} in cash|cash][ from driver {driver}][ at {location}]' },
  },
  imports: {
    record: named('import'),
    does: { run: 'ran {record}', undo: 'undid {record}', discard: 'discarded {record}' },
  },
  inventory: {
    record: '[{name}|a lot]',
    does: {
      receive: 'received [{accepted:lot}|lot {name} of {item}|{item}|a lot][ at {location}]',
      edit: 'edited [lot {name}|a lot][ of {item}][ at {location}]',
      delete: 'deleted [lot {name}|a lot][ of {item}][ at {location}]',
      adjust: adjustedStock,
      shelve: 'set the shelves[ of {changed:item}][ at {location}]',
    },
  },
  locationRates: {
    record: '[{name}|a location]',
    does: { edit: 'changed the tax and commission rates of {record}[ from {from:day}]' },
  },
  locations: {
    record: named('location'),
    does: { ...maintained, assign: 'changed the products sold at [{name}|a location]' },
  },
  messageDrafts: {
    record: '[message {kind} “{name}”|a message draft]',
    does: { create: 'saved {record}', edit: 'edited {record}', delete: remove },
  },
  messages: {
    record: '[message “{name}”|a message]',
    does: {
      send: ({ after }) =>
        after.sendAt ? 'scheduled {record}' : 'sent {record}[ to {recipients:recipient}]',
      stop: 'stopped {record}[ after {counts.sent:recipient}]',
      resume: 'resumed {record}',
    },
  },
  orders: {
    record: '[{name}|an order]',
    does: {
      create: 'placed {record}',
      step: movedOrder,
      refund: refunded,
      return: returned,
      details: 'changed the details of {record}',
      takeOver: 'took over the picking of {record}',
      note: 'added a note to {record}',
      assigned: 'changed the owner or the tags of {record}',
      payment: 'recorded a payment for {record}',
      payLink: 'sent a payment link for {record}',
      openPayLink: 'opened the payment link of {record}',
      lines: 'changed the items of {record}',
      ...bulk('orders'),
    },
  },
  payoutAccounts: {
    record: '[the payout account of {name}|a payout account]',
    does: {
      ...maintained,
      edit: 'edited {record}',
      reveal: 'viewed the full account numbers of {record}',
      onboard: 'opened the onboarding of {record} at the card provider',
      onboarding: 'updated {record} at the card provider',
      disconnect: 'disconnected {record} from the card provider',
    },
  },
  payoutRuns: {
    record: named('payout run'),
    does: {
      create: 'started paying [{statements:statement}|statements][, {total:money}][, in payout run {name}]',
      resume: 'resumed {record}',
    },
  },
  products: {
    record: named('product'),
    does: { ...maintained, ...bulk('products') },
  },
  promotions: {
    record: named('promotion'),
    does: {
      ...maintained,
      publish: 'published {record}',
      pause: 'paused {record}',
      end: 'ended {record}',
      addCodes: 'created [{codes:code}|codes] for {record}',
      revokeCodes: 'revoked [{codes:code}|codes] of {record}',
    },
  },
  reconciliation: {
    record: named('reconciliation'),
    does: {
      resolve: 'resolved [{transaction}|a row] of {record}[ as {as}]',
      resolveRow: 'resolved the row {record}[ as {as}]',
      close: 'closed {record}',
    },
  },
  recalls: {
    record: named('recall'),
    does: {
      recall: 'started {record}[, blocked {blocked:lot}]',
      'recall-act': 'processed {record}',
      'recall-lift': 'lifted {record}',
      'recall-settle': 'settled part of {record}',
    },
  },
  settings: {
    record: 'the settings',
    does: {
      edit: 'edited the settings',
      normalizeText: 'normalized stored text[: {changed:record} changed, {skipped:possible duplicate}]',
    },
  },
  statements: {
    record: named('statement'),
    does: {
      create: 'created {record}[, {total:money}][ for {location}]',
      delete: 'deleted {record}[, {total:money}][ for {location}]',
      payout: 'paid {record}[, {amount:money}][ to {location}]',
      voidPayout: 'voided the payout of {record}[, {amount:unsignedMoney}][ to {location}]',
    },
  },
  stockCounts: {
    record: named('stock count'),
    does: {
      create: 'started {record}[ at {location}]',
      review: 'sent {record} to review',
      recount: 'requested recounts in {record}',
      choose: 'chose a result in {record}',
      post: 'posted {record}[ at {location}]',
      cancel: 'cancelled {record}',
    },
  },
  subProducts: {
    record: named('sub-product'),
    does: {
      ...maintained,
      ...bulk('sub-products'),
      'mark-down': 'marked down [{name}|an item][ to {price:money}][ at {location}]',
      'mark-down-end': 'ended the mark-down of [{name}|an item][ at {location}]',
    },
  },
  subscriptionPlans: { record: named('subscription plan'), does: maintained },
  subscriptions: {
    record: named('subscription'),
    does: {
      subscribe: 'sold [plan {plan}|a subscription][ to {name}][, {total:money}]',
      renew: 'renewed [plan {plan}|a subscription][ of {name}]',
      cancel: 'cancelled [plan {plan}|a subscription][ of {name}]',
      refund: 'refunded [{amount:money} of ][plan {plan}|a subscription][ of {name}]',
    },
  },
  support: {
    record: named('ticket'),
    does: {
      ...bulk('tickets'),
      create: 'opened {record}',
      edit: 'edited {record}',
      status: setTicketStatus,
      assigned: ({ after }) =>
        after.assigned === null ? 'unassigned {record}' : 'assigned {record}[ to {assigned}]',
      merged: 'merged [ticket {before.merged}|a ticket] into {record}',
    },
  },
  taxes: { record: named('tax'), does: { ...maintained, restore, ...bulk('taxes') } },
  transfers: {
    record: named('transfer'),
    does: {
      create: ({ after }) =>
        after.status === 'inTransit' ? 'created and sent {record}' : 'created {record}',
      edit: 'edited {record}',
      step: steppedTransfer,
      receive: 'received {record}[ at {location}]',
    },
  },
  users: {
    record: named('user'),
    does: {
      ...maintained,
      ...bulk('users'),
      signedIn: 'signed in',
      signedOut: 'signed out',
      signInFailed: 'Sign-in failed for [{name}|an unknown email]',
      passwordLinkRequested: 'Password link requested for [{name}|a deleted user]',
      sessionsEnded: 'ended [{ended:session}|sessions] of {record}',
      viewedAs: 'started viewing Aisle as {record}',
      viewAsEnded: 'stopped viewing Aisle as {record}',
      'assign-roles': 'changed the roles of {record}',
      'add-second-factor': 'added a second factor of {record}',
      'remove-second-factor': 'removed a second factor of {record}',
      'reset-second-factor': 'reset the second factor of {record}',
      'new-recovery-codes': 'created new recovery codes of {record}',
      'use-recovery-code': 'used a recovery code of {record}',
      'resend-invitation': 'resent the invitation of {record}',
      'change-password': 'changed the password of {record}',
      'reset-password': 'reset the password of {record}',
      emailChangeRequested: 'requested a new email for {record}',
      emailChanged: 'confirmed the new email of {record}',
      emailChangeStopped: 'kept the old email of {record}',
    },
  },
  vendorClaims: {
    record: named('claim'),
    does: {
      create: 'created {record}[, {amount:money}][, against {vendor}]',
      settle: 'recorded the payment of {record}[, {amount:money}][, by {vendor}]',
    },
  },
  vendors: { record: named('vendor'), does: { ...maintained, restore, ...bulk('vendors') } },
  webhooks: {
    record: named('webhook'),
    does: { ...maintained, ...keptKey, rotateSecret: 'created a new secret for {record}' },
  },
} as const satisfies Record<
  ChangedResourceName | 'access' | 'assistantDrafts',
  { record: string; does: Readonly<Record<string, Sentence>> }
>;

export type AuditedResource = keyof typeof auditSentences;
export type AuditAction<Resource extends AuditedResource = AuditedResource> = Resource extends AuditedResource
  ? keyof (typeof auditSentences)[Resource]['does'] & string
  : never;
/** Resources whose records can be edited in bulk. */
export type BulkResource = {
  [Resource in AuditedResource]: 'bulk-edit' extends AuditAction<Resource> ? Resource : never;
}[AuditedResource];

interface Entry
  extends Pick<AuditListed, 'resource' | 'action' | 'before' | 'after' | 'actorName' | 'recordName'> {
  locationName?: string | null;
}

const formats: Readonly<Record<string, (value: unknown) => string>> = {
  money: (value) => formatMoney(Number(value)),
  unsignedMoney: (value) => formatMoney(Math.abs(Number(value))),
  unsigned: (value) => formatCount(Math.abs(Number(value))),
  day: (value) => formatDay(String(value)),
};

/** The sentence without the actor: "paid statement S-2036, $4,096.91 to Downtown Market". */
export function auditDeed(entry: Entry): string {
  const { resource, action } = entry;
  const found: Partial<Record<string, { record: string; does: Readonly<Record<string, Sentence>> }>> =
    auditSentences;
  const { record, does } = found[resource] ?? { record: 'a record', does: {} };
  const sides: Sides = { before: valuesOf(entry.before), after: valuesOf(entry.after) };
  // Entries of removed features.
  const sentence = does[action] ?? 'changed {record}';
  const text = (typeof sentence === 'string' ? sentence : sentence(sides)).replaceAll('{record}', record);
  return filled(text, (path) => {
    if (path === 'name') return entry.recordName ?? undefined;
    if (path === 'location') return entry.locationName ?? undefined;
    if (path === 'item') return itemOf(sides.after) ?? itemOf(sides.before);
    return valueAt(sides, path) ?? valueAt(sides.after, path) ?? valueAt(sides.before, path);
  });
}

/** "Nora Ellis refunded $11.58 on O-106064". */
export function auditSentence(entry: Entry): string {
  const deed = auditDeed(entry);
  return isSentence(deed) ? deed : `${entry.actorName} ${deed}`;
}
/** Whether a deed is a whole sentence, without an actor: "Sign-in failed for Ben Reed". */
export const isSentence = (deed: string): boolean => /^[A-Z]/.test(deed);

const valuesOf = (side: unknown): Values =>
  typeof side === 'object' && side !== null && !Array.isArray(side) ? (side as Values) : {};
const valueAt = (root: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => valuesOf(value)[name], root) ?? undefined;

/** The name of the item of a lot. */
function itemOf({ subProductData }: Values): string | undefined {
  const { productName, variantName, name } = valuesOf(subProductData);
  if (typeof productName === 'string' && typeof variantName === 'string')
    return itemName({ productName, variantName });
  return typeof name === 'string' ? name : undefined;
}

/** Resolves the alternatives of a text, then its values. */
function filled(text: string, readAt: (path: string) => unknown): string {
  const fill = (part: string): string | undefined => {
    let isKnown = true;
    const done = part.replace(/\{([\w.]+)(?::([\w ]+))?\}/g, (_, path: string, format?: string) => {
      const value = readAt(path);
      if (value === undefined || value === '') isKnown = false;
      if (format === undefined) return String(value);
      return formats[format]?.(value) ?? pluralize(Number(value), format);
    });
    return isKnown ? done : undefined;
  };
  return text
    .split(/(\[[^[\]]*\])/)
    .map((part) => {
      if (!part.startsWith('[')) return fill(part) ?? part;
      const options = part.slice(1, -1).split('|').map(fill);
      return options.find((option) => option !== undefined) ?? '';
    })
    .join('');
}
