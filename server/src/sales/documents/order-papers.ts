import { formatDate, formatDateTime, timeZoneName } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { formatPhone } from '@aisle/contract/core/phones';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { DocumentKind } from '@aisle/contract/sales/documents';
import {
  discountLabel,
  discountsOf,
  itemDiscounts,
  savingText,
} from '@aisle/contract/sales/main-orders/order-benefits';
import { lineOutcome, quantityInBag } from '@aisle/contract/sales/orders/line-outcome';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { whyOf } from '@aisle/contract/sales/orders/pricing';
import { priceSourceLabels, promotionDiscounts } from '@aisle/contract/sales/promotions/promotion-discounts';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import {
  addressLines,
  type Column,
  type Fact,
  writeAmount,
  writeLetterhead,
  writeParties,
  writeSums,
  writeTable,
} from '../../core/paper/layout.ts';
import { type Cell, type Paper, quiet } from '../../core/paper/pdf.ts';
import type { PrintedLine, PrintedOrder } from './documents.queries.ts';

const titles: Record<DocumentKind, string> = { packingSlip: 'Packing slip', invoice: 'Invoice' };
const numberOf = ({ number }: PrintedOrder): string => formatNumber('order', number);
/** "Invoice N-10001" or "Packing slip O-100042". */
export const titleOf = (kind: DocumentKind, order: PrintedOrder): string =>
  `${titles[kind]} ${order.invoice ? formatNumber('invoice', order.invoice.number) : numberOf(order)}`;

interface DocumentLook {
  kind: DocumentKind;
  /** Says below each line how its total came about. */
  explain: boolean;
}
/** Writes the document of one order, for the bag or for accounting. */
export function writeOrder(paper: Paper, order: PrintedOrder, { kind, explain }: DocumentLook): void {
  if (paper.isRoll) writeRollHead(paper, kind, order);
  else writeSheetHead(paper, kind, order);
  if (order.note) {
    paper.text(`Note: ${order.note}`, { bold: true });
    paper.space(8);
  }
  if (kind === 'packingSlip') writeSlipLines(paper, order);
  else if (paper.isRoll) writeRollLines(paper, order, explain);
  else writeInvoiceLines(paper, order, explain);
  writeTotals(paper, kind, order);
}

const placedOf = ({ createdAt, timeZone }: PrintedOrder): string => formatDateTime(createdAt, timeZone);
function factsOf({ invoice, ...order }: PrintedOrder): Fact[] {
  const facts: Fact[] = [
    ['Order', numberOf({ invoice, ...order })],
    ['Placed', placedOf({ invoice, ...order })],
    ['Checkout', formatNumber('checkout', order.mainNumber)],
  ];
  if (!invoice) return facts;
  return [
    ['Invoice number', formatNumber('invoice', invoice.number)],
    ['Date of issue', formatDate(invoice.issuedAt, order.timeZone)],
    ...facts,
  ];
}

function writeRollHead(paper: Paper, kind: DocumentKind, order: PrintedOrder): void {
  const { location } = order;
  paper.rollHead();
  paper.text(location.name, { align: 'center' });
  if (kind === 'invoice') paper.text(oneLine(location.address), { align: 'center', size: 8 });
  paper.text(order.invoice ? titleOf(kind, order) : titles[kind], { align: 'center', bold: true, gap: 6 });
  paper.space(4);
  paper.barcode(numberOf(order), { align: 'center' });
  paper.text(`Placed ${placedOf(order)}`, { align: 'center' });
  paper.rule();
  paper.text(order.customerName, { bold: true, size: 11 });
  paper.text(formatPhone(order.customerPhone));
  paper.text(handoverOf(order), { gap: 2 });
  if (order.address) paper.text(oneLine(order.address), { gap: 2 });
  paper.space(8);
}

function writeSheetHead(paper: Paper, kind: DocumentKind, order: PrintedOrder): void {
  const { location, address } = order;
  writeLetterhead(paper, titles[kind], factsOf(order));
  if (kind === 'packingSlip') {
    paper.barcode(numberOf(order));
    paper.space(12);
  }
  const recipient = kind === 'invoice' ? 'Bill to' : 'Customer';
  writeParties(paper, [
    {
      label: 'From',
      lines: [
        location.name,
        ...addressLines(location.address),
        location.phone && formatPhone(location.phone),
        location.email,
      ],
    },
    {
      label: recipient,
      lines: [
        order.customerName,
        ...(address ? addressLines(address) : []),
        formatPhone(order.customerPhone),
      ],
    },
    {
      label: order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery',
      lines: [handoverOf(order), timeZoneName(order.timeZone)],
    },
  ]);
  if (kind === 'invoice') writeAmountOf(paper, order);
}

const dueOf = ({ status, total, paid, held }: PrintedOrder): number =>
  isCalledOff(status) ? 0 : Math.max(0, total - paid - held);
const paymentOf = ({ paymentType, fulfilment }: PrintedOrder): string =>
  paymentLabel(paymentType, fulfilment);

/** The amount due and its day; after the payment, the amount paid. */
function writeAmountOf(paper: Paper, order: PrintedOrder): void {
  const { paid, paidAt, refunded, timeZone, deliveredAt, slotFrom, createdAt } = order;
  const due = dueOf(order);
  const day = formatDate(deliveredAt ?? slotFrom ?? createdAt, timeZone);
  const paidOn = paidAt ? ` on ${formatDate(paidAt, timeZone)}` : '';
  const note = [
    due > 0 ? paymentOf(order) : `${formatMoney(0)} due`,
    due > 0 && paid > 0 && `${formatMoney(paid)} paid${paidOn}`,
    refunded > 0 && `${formatMoney(refunded)} refunded`,
  ].filter(Boolean);
  const text = due > 0 ? `${formatMoney(due)} due ${day}` : `${formatMoney(paid)} paid${paidOn}`;
  writeAmount(paper, text, note.join(' · '));
}

const packed = ({ lines }: PrintedOrder): PrintedLine[] => lines.filter((line) => quantityInBag(line) > 0);
const quantityOf = (line: PrintedLine): string => formatQuantity(quantityInBag(line), countedIn(line));
const nameOf = (line: PrintedLine): string => itemName(line) + (line.substituteFor ? ' (substitute)' : '');

const orderedOf = (line: PrintedLine): string => formatQuantity(line.quantity, countedIn(line));
const lighter = (cell: Cell): Cell => ({ ...cell, bold: false, color: quiet });

function writeSlipLines(paper: Paper, order: PrintedOrder): void {
  const cells = (quantity: string, name: string, sku: string): Cell[] => [
    { text: quantity, width: 3, bold: true, gap: 3 },
    { text: name, width: 11, gap: 3 },
    { text: sku, width: 5, gap: 3, size: paper.size.fontSize - 2, align: 'right' },
  ];
  paper.heading([
    { text: 'Qty', width: 3, size: 8 },
    { text: 'Item', width: 11, size: 8 },
    { text: 'SKU', width: 5, size: 8, align: 'right' },
  ]);
  for (const line of packed(order)) {
    const isShort = quantityInBag(line) < line.quantity && !line.soldByWeight;
    const fate = lineOutcome(line, order.lines);
    const more = [isShort && `ordered ${orderedOf(line)}`, fate].filter(Boolean).join(', ');
    paper.row(cells(quantityOf(line), itemName(line) + (more && ` (${more})`), line.sku));
  }
  paper.endOfTable();
  const missing = order.lines.filter((line) => quantityInBag(line) === 0);
  if (missing.length === 0) return;
  paper.text('Not in the bag', { bold: true, gap: 8 });
  for (const line of missing) {
    const fate = lineOutcome(line, order.lines);
    paper.row(cells(orderedOf(line), itemName(line) + (fate ? ` (${fate})` : ''), line.sku).map(lighter));
  }
}

const priceOf = (line: PrintedLine): string =>
  formatMoney(line.unitPrice) + (line.soldByWeight ? ` / ${line.unit}` : '');

function writeRollLines(paper: Paper, order: PrintedOrder, explain: boolean): void {
  for (const line of packed(order)) {
    paper.row([
      { text: `${nameOf(line)}\n${quantityOf(line)} × ${priceOf(line)}`, width: 3, gap: 3 },
      { text: formatMoney(line.total), width: 1, gap: 3, align: 'right' },
    ]);
    if (explain) paper.text(whyText(line, order), { size: 7.5, color: quiet });
  }
}

const invoiceColumns: readonly Column<PrintedLine>[] = [
  { header: 'Item', width: 10, text: nameOf },
  { header: 'Qty', width: 2.4, align: 'right', text: quantityOf },
  { header: 'Unit price', width: 2.8, align: 'right', text: priceOf },
  {
    header: 'Discount',
    width: 2.2,
    align: 'right',
    text: ({ discount }) => (discount > 0 ? formatMoney(-discount) : ''),
  },
  { header: 'Tax', width: 2.2, align: 'right', text: ({ tax }) => (tax > 0 ? formatMoney(tax) : '') },
  { header: 'Amount', width: 2.4, align: 'right', text: ({ total }) => formatMoney(total) },
];
const writeInvoiceLines = (paper: Paper, order: PrintedOrder, explain: boolean): void =>
  writeTable(paper, invoiceColumns, packed(order), explain ? { below: (line) => whyText(line, order) } : {});

/** The source of the price, each discount with its rule, and the tax: a sentence for each. */
function whyText(line: PrintedLine, { benefits }: PrintedOrder): string {
  const { unitPrice, discounts, tax } = whyOf({ ...line, quantity: quantityInBag(line) }, benefits);
  const rate = `${tax.rate}%`;
  // Taxes are often named after their rate.
  const taxName = tax.source?.includes(rate) ? tax.source : `${tax.source ?? 'Tax'} ${rate}`;
  return [
    unitPrice.source && `${priceSourceLabels[unitPrice.source]}: ${priceOf(line)}`,
    ...discounts.map(({ rule, amount }) => `${rule}: ${formatMoney(-amount)}`),
    tax.amount > 0 && `${taxName} on ${formatMoney(tax.base)}: ${formatMoney(tax.amount)}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function writeTotals(paper: Paper, kind: DocumentKind, order: PrintedOrder): void {
  const sums: [label: string, amount: number, isTotal?: boolean][] = [['Items', order.itemsTotal]];
  const promotions = promotionDiscounts(order.lines, order.promotions, null);
  const discounts = discountsOf(order.benefits, order.discountTotal, promotions);
  for (const discount of itemDiscounts(discounts)) {
    sums.push([discountLabel(discount), -discount.amount]);
  }
  if (kind === 'invoice') sums.push(...taxesOf(order));
  else if (order.taxTotal > 0) sums.push(['Tax', order.taxTotal]);
  const saved = savingText([{ benefits: order.benefits, discounts }]);
  if (order.fulfilment === 'delivery') {
    sums.push([saved ? `Delivery (${saved})` : 'Delivery', order.deliveryFee]);
  }
  sums.push(['Total', order.total, true]);
  const due = dueOf(order);
  if (order.paid > 0) sums.push([`Paid (${paymentOf(order)})`, order.paid]);
  if (order.held > 0) sums.push(['Coins, store credit and gift cards', order.held]);
  if (due > 0) sums.push([`Amount due (${paymentOf(order)})`, due, true]);
  if (order.refunded > 0) sums.push(['Refunded', -order.refunded]);
  if (paper.isRoll) paper.rule();
  writeSums(
    paper,
    sums.map(([label, amount, isTotal = false]) => ({ label, amount: formatMoney(amount), isTotal })),
  );
  paper.space(10);
}

/** Returns "Tax 8.25%" for each rate; their sum is the order's tax. */
function taxesOf({ lines, taxTotal }: PrintedOrder): [string, number][] {
  const byRate = new Map<number, number>();
  for (const { taxRate, tax } of lines) if (tax > 0) byRate.set(taxRate, (byRate.get(taxRate) ?? 0) + tax);
  if (byRate.size === 0) return taxTotal > 0 ? [['Tax', taxTotal]] : [];
  return [...byRate].sort(([a], [b]) => a - b).map(([rate, tax]) => [`Tax ${rate}%`, tax]);
}

const oneLine = ({ line1, line2, city, state, postalCode }: Address): string =>
  [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(', ');

/** The time at which the customer got the order, or is to get it. */
function handoverOf({ fulfilment, deliveredAt, slotFrom, slotTo, timeZone }: PrintedOrder): string {
  const isPickup = fulfilment === 'pickup';
  if (deliveredAt)
    return `${isPickup ? 'Picked up' : 'Delivered'} on ${formatDateTime(deliveredAt, timeZone)}`;
  const how = isPickup ? 'Pickup' : 'Delivery';
  if (!slotFrom || !slotTo) return `${how} as soon as possible`;
  const until = formatDateTime(slotTo, timeZone).replace(/^\S+ /, '');
  return `${how} ${formatDateTime(slotFrom, timeZone)} – ${until}`;
}
