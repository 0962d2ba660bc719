import { formatDate, timeZoneName } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { benefitTexts, planPeriodLabels } from '@aisle/contract/customers/subscription-plans';
import type { Subscription, SubscriptionPayment } from '@aisle/contract/customers/subscriptions';
import type { Context } from '../../core/context.ts';
import { storePrintFile } from '../../core/files/prints.ts';
import { idOf } from '../../core/http/actor.ts';
import {
  writeAmount,
  writeLetterhead,
  writeParties,
  writeSums,
  writeTable,
} from '../../core/paper/layout.ts';
import { openPdf, type Paper, papers, quiet } from '../../core/paper/pdf.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import { readBrand } from '../../system/settings/document-brand.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { getSubscription, subscriberOf } from './subscriptions.queries.ts';

interface Printed {
  brandAddress: string;
  timeZone: string;
  subscription: Subscription;
  /** Name, address, email and phone. */
  customer: string[];
}

/** Prints the invoice of a subscription within the request, because it is a single page. */
export async function printInvoice(
  { tx, actor, services }: Context,
  id: string,
): Promise<{ url: string; jobId: null }> {
  await holdOffErasures(tx);
  const subscription = await getSubscription(tx, id);
  const { marketplaceAddress, statementPaper, timeZone } = await getSettings(tx);
  const title = `Invoice ${subscription.invoiceNumber}`;
  const pdf = await openPdf(title, await readBrand(tx, services.storage));
  const printed: Printed = {
    brandAddress: marketplaceAddress,
    timeZone,
    subscription,
    customer: await subscriberOf(tx, subscription.customerId),
  };
  pdf.paper(papers[statementPaper], { footer: title }, (paper) => writeInvoice(paper, printed));
  const name = `${title}.pdf`;
  const bytes = await pdf.end();
  const { key } = await storePrintFile(tx, services.storage, { name, bytes, createdBy: idOf(actor) });
  return { url: services.storage.namedUrl(key, name), jobId: null };
}

function writeInvoice(paper: Paper, { brandAddress, timeZone, subscription, customer }: Printed): void {
  const { edition, startsAt, endsAt, invoiceNumber, createdAt, payments, cancelledAt, reason } = subscription;
  const day = (instant: string) => formatDate(instant, timeZone);
  writeLetterhead(paper, 'Invoice', [
    ['Invoice number', invoiceNumber],
    ['Date of issue', day(createdAt)],
  ]);
  writeParties(paper, [
    { label: 'From', lines: [paper.brand.name, brandAddress] },
    { label: 'Bill to', lines: customer.map(formatPhone) },
  ]);
  const due = Math.max(0, cancelledAt ? 0 : edition.price - subscription.pricePaid);
  const charge = payments.findLast(({ kind, status }) => kind === 'charge' && status === 'captured');
  if (due > 0) writeAmount(paper, `${formatMoney(due)} due ${day(startsAt)}`);
  else {
    const paidOn = charge ? ` on ${day(charge.settledAt ?? charge.createdAt)}` : '';
    writeAmount(paper, `${formatMoney(subscription.pricePaid)} paid${paidOn}`);
  }
  const period = `${day(startsAt)} – ${day(endsAt)}, ${timeZoneName(timeZone)}`;
  const description = [
    `${edition.name}, ${planPeriodLabels[edition.period].toLowerCase()}`,
    period,
    ...benefitTexts(edition.benefits),
  ].join('\n');
  writeTable(
    paper,
    [
      { header: 'Description', width: 8, text: () => description },
      { header: 'Amount', width: 2, align: 'right', text: () => formatMoney(edition.price) },
    ],
    [edition],
  );
  const sums: [label: string, amount: number, isTotal?: boolean][] = [['Total', edition.price, true]];
  for (const payment of payments) {
    const label = labelOf(payment);
    const at = payment.settledAt ?? payment.createdAt;
    if (label) sums.push([`${label}, ${day(at)}`, -signed(payment)]);
  }
  sums.push(['Amount due', due, true]);
  writeSums(
    paper,
    sums.map(([label, amount, isTotal = false]) => ({ label, amount: formatMoney(amount), isTotal })),
  );
  if (cancelledAt) paper.text(`Cancelled ${day(cancelledAt)}: ${reason}`, { color: quiet, gap: 4 });
}

const signed = ({ kind, amount }: SubscriptionPayment) => (kind === 'refund' ? -amount : amount);
/** The text for a payment on the invoice; undefined if the payment never took place. */
function labelOf({ kind, status, provider }: SubscriptionPayment): string | undefined {
  const how = provider === 'cash' ? 'in cash' : provider === 'terminal' ? 'by card terminal' : 'by card';
  if (status === 'captured') return kind === 'credit' ? 'Credit for the previous plan' : `Paid ${how}`;
  return status === 'refunded' ? `Refunded ${how}` : undefined;
}
