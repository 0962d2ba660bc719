import { formatDateTime } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { formatPhone } from '@aisle/contract/core/phones';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import type { DocumentKind } from '@aisle/contract/sales/documents';
import { discountLabel, discountsOf, savingText } from '@aisle/contract/sales/main-orders/order-benefits';
import { lineOutcome, quantityInBag } from '@aisle/contract/sales/orders/line-outcome';
import { isCalledOff } from '@aisle/contract/sales/orders/order-status-groups';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import type { Cell, Paper } from '../../core/paper/pdf.ts';
import type { PrintedLine, PrintedOrder } from './documents.queries.ts';

const titles: Record<DocumentKind, string> = { packingSlip: 'Packing slip', invoice: 'Invoice' };
export const titleOf = (kind: DocumentKind, order: PrintedOrder): string =>
  `${titles[kind]} ${formatNumber('order', order.number)}`;

/** Writes the document of one order, for the bag or for accounting. */
export function writeOrder(paper: Paper, kind: DocumentKind, brand: string, order: PrintedOrder): void {
  const isRoll = paper.size.height === null;
  writeHead(paper, { kind, brand, isRoll }, order);
  writePeople(paper, isRoll, order);
  if (order.note) paper.text(`Note: ${order.note}`, { bold: true, gap: 6 });
  paper.space(8);
  if (kind === 'invoice') writeInvoiceLines(paper, isRoll, order);
  else writeSlipLines(paper, order);
  writeTotals(paper, kind, isRoll, order);
}

interface Heading {
  kind: DocumentKind;
  brand: string;
  isRoll: boolean;
}
function writeHead(paper: Paper, { kind, brand, isRoll }: Heading, order: PrintedOrder): void {
  const { location, timeZone, createdAt } = order;
  const number = formatNumber('order', order.number);
  const placed = `Placed ${formatDateTime(createdAt, timeZone)}`;
  const contact = [location.phone && formatPhone(location.phone), location.email].filter(Boolean).join(' · ');
  if (isRoll) {
    paper.text(brand, { size: 14, bold: true, align: 'center' });
    paper.text(location.name, { align: 'center' });
    if (kind === 'invoice') paper.text(oneLine(location.address), { align: 'center', size: 8 });
    paper.text(titles[kind], { align: 'center', bold: true, gap: 6 });
    paper.space(4);
    paper.barcode(number, { align: 'center' });
    paper.text(placed, { align: 'center' });
    paper.rule();
    return;
  }
  paper.row([
    { text: brand, width: 1, size: 18, bold: true },
    { text: titles[kind], width: 1, size: 18, align: 'right' },
  ]);
  paper.row([
    {
      text: [location.name, oneLine(location.address), contact].filter(Boolean).join('\n'),
      width: 3,
      color: '#5b6168',
    },
    {
      text: `${placed}\nCheckout ${formatNumber('checkout', order.mainNumber)}`,
      width: 2,
      align: 'right',
      color: '#5b6168',
    },
  ]);
  paper.space(8);
  paper.barcode(number, { align: 'right' });
  paper.rule(8);
}

function writePeople(paper: Paper, isRoll: boolean, order: PrintedOrder): void {
  const phone = formatPhone(order.customerPhone);
  const whom = [order.customerName, phone].join('\n');
  const how = order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery';
  const where = [`${how}: ${slotOf(order)}`, order.address && oneLine(order.address)]
    .filter(Boolean)
    .join('\n');
  if (isRoll) {
    paper.text(order.customerName, { bold: true, size: 11 });
    paper.text(phone);
    paper.text(where, { gap: 2 });
    return;
  }
  paper.row([
    { text: whom, width: 1, bold: true, size: 12 },
    { text: where, width: 1 },
  ]);
}

const packed = ({ lines }: PrintedOrder): PrintedLine[] => lines.filter((line) => quantityInBag(line) > 0);
const quantityOf = (line: PrintedLine): string => formatQuantity(quantityInBag(line), countedIn(line));
const nameOf = (line: PrintedLine): string => itemName(line) + (line.substituteFor ? ' (substitute)' : '');

const orderedOf = (line: PrintedLine): string => formatQuantity(line.quantity, countedIn(line));
const lighter = (cell: Cell): Cell => ({ ...cell, bold: false, color: '#5b6168' });

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

function writeInvoiceLines(paper: Paper, isRoll: boolean, order: PrintedOrder): void {
  const price = (line: PrintedLine) =>
    formatMoney(line.unitPrice) + (line.soldByWeight ? ` / ${line.unit}` : '');
  if (isRoll) {
    for (const line of packed(order)) {
      paper.row([
        { text: `${nameOf(line)}\n${quantityOf(line)} × ${price(line)}`, width: 3, gap: 3 },
        { text: formatMoney(line.total), width: 1, gap: 3, align: 'right' },
      ]);
    }
    return;
  }
  const right = { align: 'right', gap: 3 } as const;
  paper.heading([
    { text: 'Item', width: 8, size: 8 },
    { text: 'Quantity', width: 2.4, size: 8, align: 'right' },
    { text: 'Price', width: 2.6, size: 8, align: 'right' },
    { text: 'Discount', width: 2.2, size: 8, align: 'right' },
    { text: 'Tax', width: 2.4, size: 8, align: 'right' },
    { text: 'Total', width: 2.4, size: 8, align: 'right' },
  ]);
  for (const line of packed(order)) {
    paper.row([
      { text: nameOf(line), width: 8, gap: 3 },
      { text: quantityOf(line), width: 2.4, ...right },
      { text: price(line), width: 2.6, ...right },
      { text: line.discount > 0 ? formatMoney(-line.discount) : '', width: 2.2, ...right },
      { text: line.tax > 0 ? formatMoney(line.tax) : '', width: 2.4, ...right },
      { text: formatMoney(line.total), width: 2.4, ...right },
    ]);
  }
  paper.endOfTable();
}

function writeTotals(paper: Paper, kind: DocumentKind, isRoll: boolean, order: PrintedOrder): void {
  const sums: [string, number][] = [['Items', order.itemsTotal]];
  for (const discount of discountsOf(order.benefits, order.discountTotal)) {
    sums.push([discountLabel(discount), -discount.amount]);
  }
  if (kind === 'invoice') sums.push(...taxesOf(order));
  else sums.push(['Tax', order.taxTotal]);
  const saved = savingText([order]);
  if (order.fulfilment === 'delivery') {
    sums.push([saved ? `Delivery (${saved})` : 'Delivery', order.deliveryFee]);
  }
  const row = (name: string, amount: number, look: { bold?: boolean; size?: number } = {}) =>
    paper.row([
      { text: '', width: isRoll ? 1 : 10 },
      { text: name, width: isRoll ? 12 : 6, ...look },
      { text: formatMoney(amount), width: isRoll ? 6 : 4, align: 'right', ...look },
    ]);
  paper.rule();
  for (const [name, amount] of sums) row(name, amount);
  row('Total', order.total, { bold: true, size: 12 });
  const due = order.total - order.paid;
  const label = paymentLabel(order.paymentType, order.fulfilment);
  if (order.paid > 0) row(`Paid (${label})`, order.paid);
  if (due > 0 && !isCalledOff(order.status)) row(`To be paid (${label})`, due, { bold: true });
  if (order.refunded > 0) row('Refunded', -order.refunded);
  paper.space(10);
}

/** Returns "Tax 8.25 %" for each rate; their sum is the order's tax. */
function taxesOf({ lines, taxTotal }: PrintedOrder): [string, number][] {
  const byRate = new Map<number, number>();
  for (const { taxRate, tax } of lines) if (tax > 0) byRate.set(taxRate, (byRate.get(taxRate) ?? 0) + tax);
  if (byRate.size === 0) return [['Tax', taxTotal]];
  return [...byRate].sort(([a], [b]) => a - b).map(([rate, tax]) => [`Tax ${rate} %`, tax]);
}

const oneLine = ({ line1, line2, city, state, postalCode }: Address): string =>
  [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(', ');

function slotOf({ slotFrom, slotTo, timeZone }: PrintedOrder): string {
  if (!slotFrom || !slotTo) return 'as soon as possible';
  const until = formatDateTime(slotTo, timeZone).replace(/^\S+ /, '');
  return `${formatDateTime(slotFrom, timeZone)} – ${until}`;
}
