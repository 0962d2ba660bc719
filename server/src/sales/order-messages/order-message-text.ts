import { formatDateTime } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { countedIn, countedName, formatQuantity } from '@aisle/contract/core/quantity';
import { fillParagraphs, fillTemplate } from '@aisle/contract/core/templates';
import {
  type OrderMessageField,
  type OrderMessageKind,
  type OrderMessageRules,
  type OrderMessageTemplate,
  standardTemplates,
} from '@aisle/contract/system/order-messages';
import type { MessageFacts, MessageLine } from './order-messages.queries.ts';

/** All forms of a message. Emails use the subject and body; phones show the text, with the subject as its title. */
export interface MessageText {
  subject: string;
  body: string;
  text: string;
}
interface Words {
  brandName: string;
  /** The marketplace's custom texts. The others are standard. */
  templates: OrderMessageRules['templates'];
}

/** A message about an order, with its fields filled in. */
export function orderMessageText(kind: OrderMessageKind, facts: OrderFacts, words: Words): MessageText {
  const template = words.templates[kind] ?? standardTemplates[kind];
  const message = fillIn(template, facts, words.brandName);
  const fixed = facts.replaces ? replacementTexts[kind]?.(facts) : undefined;
  if (!fixed) return message;
  const { help, brand } = { help: helpText(facts), brand: words.brandName };
  const parts = [`Hello ${facts.firstName},`, ...fixed.paragraphs.filter((part) => part !== ''), help, brand];
  return { ...message, subject: fixed.subject, body: `${parts.join('\n\n')}\n` };
}

/** Fills in any template, including unsaved ones. */
export function fillIn(template: OrderMessageTemplate, facts: OrderFacts, brandName: string): MessageText {
  const values = orderMessageValues(facts, brandName);
  const short = fillTemplate(template.text, values);
  return {
    subject: fillTemplate(template.subject, values).replace(/\s+/g, ' ').trim(),
    body: `${fillParagraphs(template.body, values)}\n`,
    text: short.replace(/[^\S\n]+/g, ' ').trim(),
  };
}

const helpText = ({ location: { name, phone } }: OrderFacts): string =>
  phone ? `Questions? Call ${name} at ${formatPhone(phone)}.` : `Questions? Contact ${name}.`;

function orderMessageValues(facts: OrderFacts, brandName: string): Record<OrderMessageField, string> {
  const { location, delivery } = facts;
  const withReason = (result: string, reason: string | null | undefined) =>
    reason ? `${result}: ${reason}` : `${result}.`;
  return {
    'customer.firstName': facts.firstName,
    'customer.lastName': facts.lastName,
    'brand.name': brandName,
    'order.number': facts.number,
    'order.due': dueText(facts),
    'order.items': itemsText(facts.lines),
    'order.totals': totalsText(facts),
    'order.total': formatMoney(facts.total),
    'order.amountDue': dueAmountText(facts),
    'order.changes': allChangesText(facts),
    'order.newTotal': newTotalText(facts),
    'order.received': receivedText(facts),
    'order.cancelled': withReason('cancelled', facts.cancelReason),
    'order.refundNote':
      facts.paid > 0 ? `${formatMoney(facts.paid)} will be refunded.` : 'You were not charged.',
    'location.name': location.name,
    'location.phone': location.phone ? formatPhone(location.phone) : '',
    'location.address': addressText(facts),
    'location.help': helpText(facts),
    // Deliveries have a code as well, but it is for the driver.
    'pickup.code': (facts.fulfilment === 'pickup' && facts.handOverCode) || '',
    'delivery.who': delivery ? `${delivery.driverName} from ${location.name}` : location.name,
    'delivery.code': delivery?.dropCode ?? '',
    'delivery.failed': withReason("couldn't", delivery?.reason),
    'refund.text': refundText(facts),
    'return.number': facts.returned?.number ?? '',
    'return.step': facts.returned ? returnStepText(facts.returned) : '',
  };
}

const changedItemsText = ({ lines }: OrderFacts): string => {
  const changes = changesText(lines);
  return changes && `Some items in your order changed.\n\n${changes}`;
};
const changedDetailsText = (facts: OrderFacts): string =>
  [
    facts.changedDetails?.includes('address') && facts.address
      ? `It will be delivered to ${oneLine(facts.address)}.`
      : '',
    facts.changedDetails?.includes('slot') ? dueText(facts) || `${dueLabel(facts)}: as soon as possible` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
const allChangesText = (facts: OrderFacts): string =>
  [
    facts.changedDetails ? changedDetailsText(facts) : '',
    facts.hasItemChanges || !facts.changedDetails ? changedItemsText(facts) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
function newTotalText({ changedDetails, hasItemChanges, total }: OrderFacts): string {
  if (!changedDetails || hasItemChanges) return `Your new total is ${formatMoney(total)}.`;
  return total > 0 ? `The total is ${formatMoney(total)}.` : '';
}

/** The outcome of a return or a replacement, in words for the customer. */
function returnStepText({ kind, status, note }: NonNullable<MessageFacts['returned']>): string {
  const isReturn = kind === 'return';
  const noun = isReturn ? 'return' : 'replacement';
  const because = note ? `: ${note}` : '.';
  switch (status) {
    case 'requested':
      return `We received your ${noun} request and will review it.`;
    case 'approved':
      return `Your ${noun} was approved.`;
    case 'returnRejected':
    case 'replacementRejected':
      return `We can't accept your ${noun}${because}`;
    case 'returnFailed':
    case 'replacementFailed':
      return `Your ${noun} couldn't be completed${because}`;
    case 'returned':
      return 'Your return is complete.';
    case 'replaced':
      return 'Your replacement is complete.';
    default:
      return `We received the items of your ${noun}.`;
  }
}

/** The facts for an email about an order, without its recipient. */
type OrderFacts = Omit<MessageFacts, 'email' | 'phone' | 'customerId'>;
type Message = (facts: OrderFacts) => { subject: string; paragraphs: string[] };

/** Texts for free replacements, which the customer neither ordered nor paid for. */
const replacementTexts: Partial<Record<OrderMessageKind, Message>> = {
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

function refundText({ refund, number }: OrderFacts): string {
  if (!refund) return `We refunded part of order ${number}.`;
  const credit = refund.inCredit + refund.toCredit;
  const money = refund.amount - refund.inCoins - refund.inGiftCards - credit;
  const parts = [
    money > 0 &&
      (refund.provider
        ? `${formatMoney(money)} to your card, which can take 5 to 10 days to arrive`
        : formatMoney(money)),
    refund.inGiftCards > 0 && `${formatMoney(refund.inGiftCards)} to your gift card`,
    credit > 0 && `${formatMoney(credit)} to your store credit`,
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

const dueAmountText = ({ total, paid, held }: OrderFacts): string =>
  total > paid + held ? `Amount due: ${formatMoney(total - paid - held)}` : '';

/** The quantity in the bag: the picked quantity, or the ordered one before picking. */
const inBag = ({ removed, pickedQuantity, quantity }: MessageLine): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

const itemsText = (lines: readonly MessageLine[]): string =>
  lines
    .filter((line) => inBag(line) > 0)
    .map((line) => `${countedName(inBag(line), line)}  ${formatMoney(line.total)}`)
    .join('\n');

/** Items without prices. */
const replacedText = (lines: readonly MessageLine[]): string =>
  lines
    .filter((line) => inBag(line) > 0)
    .map((line) => countedName(inBag(line), line))
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

/** The picker's note, such as "out of stock" or "agreed by phone". */
const noteText = ({ note }: MessageLine): string => (note ? ` (${note})` : '');

function changesText(lines: readonly MessageLine[]): string {
  const changes = lines.flatMap((line) => {
    const substitute = lines.find(({ substituteFor, removed }) => substituteFor === line.id && !removed);
    if (substitute) return [`- ${itemName(line)} was replaced by ${itemName(substitute)}${noteText(line)}`];
    if (line.substituteFor) return [];
    const ordered = formatQuantity(line.quantity, countedIn(line));
    if (inBag(line) === 0) return [`- ${itemName(line)} was removed${noteText(line)}`];
    const isShort = !line.soldByWeight && inBag(line) < line.quantity;
    return isShort
      ? [
          `- ${itemName(line)}: ${formatQuantity(inBag(line), countedIn(line))} of ${ordered}${noteText(line)}`,
        ]
      : [];
  });
  return changes.join('\n');
}
