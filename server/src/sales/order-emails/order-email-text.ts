import { formatDateTime } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { OrderEmailKind } from '@aisle/contract/system/settings';
import type { EmailFacts, EmailLine } from './order-emails.queries.ts';

interface EmailText {
  subject: string;
  text: string;
}

/** The subject and the text of an email about an order. */
export function orderEmailText(kind: OrderEmailKind, facts: OrderFacts, brandName: string): EmailText {
  const { subject, paragraphs } = messageOf(kind, facts)(facts);
  const { name, phone } = facts.location;
  const help = phone ? `Questions? Call ${name} at ${phone}.` : `Questions? Contact ${name}.`;
  const text = [`Hello ${facts.firstName},`, ...paragraphs.filter((part) => part !== ''), help, brandName];
  return { subject, text: `${text.join('\n\n')}\n` };
}

/** What an email says about an order, without its recipient. */
type OrderFacts = Omit<EmailFacts, 'email'>;
type Message = (facts: OrderFacts) => { subject: string; paragraphs: string[] };

function messageOf(kind: OrderEmailKind, facts: OrderFacts): Message {
  if (kind === 'changed' && facts.changedDetails) return changedDetailsMessage;
  return (facts.replaces && replacementTexts[kind]) || texts[kind];
}

/** Free replacements are neither ordered nor paid, so they are confirmed and received in other words. */
const replacementTexts: Partial<Record<OrderEmailKind, Message>> = {
  placed: (facts) => ({
    subject: `Your replacement for order ${facts.replaces}`,
    paragraphs: [
      `${facts.location.name} will prepare your replacement, order ${facts.number}. You won't be charged for it.`,
      dueText(facts),
      replacedText(facts.lines),
    ],
  }),
  delivered: (facts) => ({
    subject: `Your replacement for order ${facts.replaces} was ${receivedText(facts)}`,
    paragraphs: [
      `Order ${facts.number} was ${receivedText(facts)}, free of charge.`,
      replacedText(facts.lines),
    ],
  }),
  cancelled: (facts) => ({
    subject: `Your replacement for order ${facts.replaces} was cancelled`,
    paragraphs: [
      `The replacement from ${facts.location.name} was cancelled${facts.cancelReason ? `: ${facts.cancelReason}` : '.'}`,
    ],
  }),
};

const changedDetailsMessage: Message = (facts) => ({
  subject: `Order ${facts.number} has changed`,
  paragraphs: [
    facts.changedDetails?.includes('address') && facts.address
      ? `It will be delivered to ${oneLine(facts.address)}.`
      : '',
    facts.changedDetails?.includes('slot') ? dueText(facts) || `${dueLabel(facts)}: as soon as possible` : '',
    facts.total > 0 ? `The total is ${formatMoney(facts.total)}.` : '',
  ],
});

const texts: Record<OrderEmailKind, Message> = {
  placed: (facts) => ({
    subject: `Order ${facts.number} confirmed`,
    paragraphs: [
      `Thanks for your order. ${facts.location.name} will prepare it.`,
      dueText(facts),
      itemsText(facts.lines),
      totalsText(facts),
    ],
  }),
  changed: (facts) => ({
    subject: `Order ${facts.number} has changed`,
    paragraphs: [
      'Some items in your order changed.',
      changesText(facts.lines),
      `Your new total is ${formatMoney(facts.total)}.`,
    ],
  }),
  ready: (facts) => ({
    subject: `Order ${facts.number} is ready for pickup`,
    paragraphs: [
      `Pick up your order at ${facts.location.name}, ${addressText(facts)}.`,
      facts.handOverCode ? `Your pickup code is ${facts.handOverCode}.` : '',
      dueAmountText(facts),
    ],
  }),
  onTheWay: (facts) => ({
    subject: `Order ${facts.number} is on its way`,
    paragraphs: [
      facts.delivery
        ? `${facts.delivery.driverName} from ${facts.location.name} is bringing your order.`
        : `${facts.location.name} is bringing your order.`,
      facts.delivery ? `Give the driver this code at the door: ${facts.delivery.dropCode}` : '',
      dueAmountText(facts),
    ],
  }),
  notDelivered: (facts) => ({
    subject: `We couldn't deliver order ${facts.number}`,
    paragraphs: [
      `We tried to deliver your order, but couldn't${facts.delivery?.reason ? `: ${facts.delivery.reason}` : '.'}`,
      `${facts.location.name} will contact you about another attempt.`,
    ],
  }),
  delivered: (facts) => ({
    subject: `Order ${facts.number} was ${receivedText(facts)}`,
    paragraphs: ["Here's your receipt.", itemsText(facts.lines), totalsText(facts)],
  }),
  cancelled: (facts) => ({
    subject: `Order ${facts.number} was cancelled`,
    paragraphs: [
      `Your order from ${facts.location.name} was cancelled${facts.cancelReason ? `: ${facts.cancelReason}` : '.'}`,
      facts.paid > 0 ? `${formatMoney(facts.paid)} will be refunded.` : 'You were not charged.',
    ],
  }),
  refunded: (facts) => ({
    subject: `Refund for order ${facts.number}`,
    paragraphs: [refundText(facts)],
  }),
};

function refundText({ refund, number }: OrderFacts): string {
  if (!refund) return `We refunded part of order ${number}.`;
  const money = refund.amount - refund.inCoins;
  const parts = [
    money > 0 &&
      (refund.provider
        ? `${formatMoney(money)} to your card, which can take 5 to 10 days to arrive`
        : formatMoney(money)),
    refund.coinsReturned > 0 && `${refund.coinsReturned} coins`,
  ].filter((part) => part !== false);
  return `We refunded ${parts.join(' and ')} for order ${number}.`;
}

const oneLine = ({ line1, line2, city }: Pick<Address, 'line1' | 'line2' | 'city'>): string =>
  [line1, line2, city].filter(Boolean).join(', ');
const addressText = ({ location }: OrderFacts): string => oneLine(location.address);
const receivedText = ({ fulfilment }: OrderFacts): string =>
  fulfilment === 'pickup' ? 'picked up' : 'delivered';
const dueLabel = ({ fulfilment }: OrderFacts): string => (fulfilment === 'pickup' ? 'Pickup' : 'Delivery');

function dueText(facts: OrderFacts): string {
  const { slotFrom, slotTo, location } = facts;
  if (!slotFrom || !slotTo) return '';
  const [from, to] = [slotFrom, slotTo].map((instant) => formatDateTime(instant, location.timeZone));
  return `${dueLabel(facts)}: ${from} to ${to!.split(', ')[1]}`;
}

const dueAmountText = ({ total, paid }: OrderFacts): string =>
  total > paid ? `Amount due: ${formatMoney(total - paid)}` : '';

/** What is, or was, in the bag: the quantity picked, or the quantity ordered before picking. */
const inBag = ({ removed, pickedQuantity, quantity }: EmailLine): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

const itemsText = (lines: readonly EmailLine[]): string =>
  lines
    .filter((line) => inBag(line) > 0)
    .map(
      (line) => `${formatQuantity(inBag(line), countedIn(line))} × ${line.name}  ${formatMoney(line.total)}`,
    )
    .join('\n');

/** Items without prices. */
const replacedText = (lines: readonly EmailLine[]): string =>
  lines
    .filter((line) => inBag(line) > 0)
    .map((line) => `${formatQuantity(inBag(line), countedIn(line))} × ${line.name}`)
    .join('\n');

const totalsText = ({ deliveryFee, discountTotal, taxTotal, total }: OrderFacts): string =>
  [
    discountTotal > 0 && `Discount: −${formatMoney(discountTotal)}`,
    deliveryFee > 0 && `Delivery: ${formatMoney(deliveryFee)}`,
    taxTotal > 0 && `Tax: ${formatMoney(taxTotal)}`,
    `Total: ${formatMoney(total)}`,
  ]
    .filter((part) => part !== false)
    .join('\n');

function changesText(lines: readonly EmailLine[]): string {
  const changes = lines.flatMap((line) => {
    const substitute = lines.find(({ substituteFor, removed }) => substituteFor === line.id && !removed);
    if (substitute) return [`- ${line.name} was replaced by ${substitute.name}`];
    if (line.substituteFor) return [];
    const ordered = formatQuantity(line.quantity, countedIn(line));
    if (inBag(line) === 0) return [`- ${line.name} was removed`];
    const isShort = !line.soldByWeight && inBag(line) < line.quantity;
    return isShort ? [`- ${line.name}: ${formatQuantity(inBag(line), countedIn(line))} of ${ordered}`] : [];
  });
  return changes.join('\n');
}
