import { formatDateTime } from '@aisle/contract/core/dates';
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
  const { subject, paragraphs } = texts[kind](facts);
  const { name, phone } = facts.location;
  const help = phone ? `Questions? Call ${name} at ${phone}.` : `Questions? Contact ${name}.`;
  const text = [`Hello ${facts.firstName},`, ...paragraphs.filter((part) => part !== ''), help, brandName];
  return { subject, text: `${text.join('\n\n')}\n` };
}

/** What an email says about an order, without its recipient. */
type OrderFacts = Omit<EmailFacts, 'email'>;
type Message = (facts: OrderFacts) => { subject: string; paragraphs: string[] };

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
    subject: `Order ${facts.number} was ${facts.fulfilment === 'pickup' ? 'picked up' : 'delivered'}`,
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

const addressText = ({ location: { address } }: OrderFacts): string =>
  [address.line1, address.line2, address.city].filter(Boolean).join(', ');

function dueText({ slotFrom, slotTo, fulfilment, location }: OrderFacts): string {
  if (!slotFrom || !slotTo) return '';
  const [from, to] = [slotFrom, slotTo].map((instant) => formatDateTime(instant, location.timeZone));
  return `${fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}: ${from} to ${to!.split(', ')[1]}`;
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
