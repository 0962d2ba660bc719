import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { TimelineEntry, TimelineKind } from '@aisle/contract/service/customer-care';
import { returnLabel } from '../../links/sales/return-status.tsx';
import type { StatusFamily } from '../../ui/values/status-badge.tsx';

/** The text of an event around the link to its record: `before` O-100042 `after`. */
interface EventWords {
  before: string;
  after: string;
  family: StatusFamily;
}

const orderWords: Record<string, [string, StatusFamily]> = {
  placed: ['placed', 'waiting'],
  delivered: ['delivered', 'good'],
  cancelled: ['cancelled', 'off'],
  rejected: ['rejected', 'bad'],
  failed: ['failed', 'bad'],
  expired: ['expired', 'off'],
};
const coinWords: Record<string, string> = {
  earned: 'earned',
  redeemed: 'used',
  returned: 'returned',
  takenBack: 'reversed',
  adjusted: 'adjusted',
  expired: 'expired',
};
const refundWords: Record<string, [string, StatusFamily]> = {
  refunded: ['refunded', 'good'],
  refundFailed: ['refund failed', 'bad'],
};
const messageWords: Record<string, string> = {
  placed: 'order confirmation',
  changed: 'changes',
  ready: 'ready for pickup',
  onTheWay: 'on its way',
  delivered: 'delivered',
  notDelivered: "couldn't be delivered",
  cancelled: 'cancelled',
  refunded: 'refunded',
};
const changeWords: Record<string, string> = {
  create: 'Customer added',
  edit: 'Details changed',
  status: 'Blocked or unblocked',
  addAddress: 'Address added',
  editAddress: 'Address changed',
  removeAddress: 'Address deleted',
  merge: 'Another customer merged into this one',
  unmerge: 'Merge undone',
  takeOut: 'All data exported',
  notSame: 'Suggested duplicate rejected',
};

const sign = (coins: number) => (coins > 0 ? '+' : '−');
const words: Record<TimelineKind, (entry: TimelineEntry) => EventWords> = {
  order: ({ what, amount }) => {
    const [verb, family] = orderWords[what] ?? [what, 'off'];
    const total = what === 'placed' && amount !== null ? `, ${formatMoney(amount)}` : '';
    return { before: 'Order ', after: ` ${verb}${total}`, family };
  },
  return: ({ what }) => ({
    before: 'Return ',
    after: `: ${returnLabel(what).toLowerCase()}`,
    family: 'waiting',
  }),
  refund: ({ what, amount }) => {
    const [verb, family] = refundWords[what] ?? ['being refunded', 'waiting'];
    return { before: `${formatMoney(amount ?? 0)} of `, after: ` ${verb}`, family };
  },
  coins: ({ what, amount, title }) => {
    const coins = amount ?? 0;
    const count = `${sign(coins)}${formatCount(Math.abs(coins))} ${Math.abs(coins) === 1 ? 'coin' : 'coins'}`;
    return {
      before: `${count} ${coinWords[what] ?? what}${title ? ' with ' : ''}`,
      after: '',
      family: 'working',
    };
  },
  subscription: ({ what, amount }) => ({
    before: '',
    after: ` ${what}${amount ? `, ${formatMoney(amount)}` : ''}`,
    family: what === 'cancelled' ? 'off' : 'good',
  }),
  ticket: ({ what }) => ({
    before: 'Ticket ',
    after: ` ${what}`,
    family: what === 'resolved' ? 'good' : 'waiting',
  }),
  message: ({ what }) =>
    what === 'bulk'
      ? { before: 'Message “', after: '” sent', family: 'off' }
      : { before: 'Message about ', after: `: ${messageWords[what] ?? what}`, family: 'off' },
  note: () => ({ before: 'Note on ', after: '', family: 'off' }),
  change: ({ what }) => ({ before: changeWords[what] ?? 'Changed', after: '', family: 'off' }),
};
export const wordsOf = (entry: TimelineEntry): EventWords => words[entry.kind](entry);

/** The filters of the timeline. */
export const kindGroups: readonly { key: string; label: string; kinds?: TimelineKind[] }[] = [
  { key: 'all', label: 'All' },
  { key: 'orders', label: 'Orders', kinds: ['order', 'return', 'refund'] },
  { key: 'coins', label: 'Coins, plan', kinds: ['coins', 'subscription'] },
  { key: 'contact', label: 'Contact', kinds: ['ticket', 'message', 'note'] },
];
