import { formatDate } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { benefitTexts, planPeriodLabels } from '@aisle/contract/customers/subscription-plans';
import type { Subscription, SubscriptionPayment } from '@aisle/contract/customers/subscriptions';
import type { Context } from '../../core/context.ts';
import { storePrintFile } from '../../core/files/prints.ts';
import { openPdf, type Paper, papers } from '../../core/paper/pdf.ts';
import { holdOffErasures } from '../../system/erasure/erasures.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { getSubscription, subscriberOf } from './subscriptions.queries.ts';

interface Printed {
  brand: string;
  brandAddress: string;
  timeZone: string;
  subscription: Subscription;
  /** Name, phone and email. */
  customer: string[];
}

/** Prints the invoice of a subscription within the request, because it is a single page. */
export async function printInvoice(
  { tx, actor, services }: Context,
  id: string,
): Promise<{ url: string; jobId: null }> {
  await holdOffErasures(tx);
  const subscription = await getSubscription(tx, id);
  const { brandName, marketplaceAddress, statementPaper, timeZone } = await getSettings(tx);
  const title = `Invoice ${subscription.invoiceNumber}`;
  const pdf = await openPdf(title);
  const printed: Printed = {
    brand: brandName,
    brandAddress: marketplaceAddress,
    timeZone,
    subscription,
    customer: await subscriberOf(tx, subscription.customerId),
  };
  pdf.paper(papers[statementPaper], { footer: `${brandName} · ${title}` }, (paper) =>
    writeInvoice(paper, printed),
  );
  const name = `${title}.pdf`;
  const bytes = await pdf.end();
  const { key } = await storePrintFile(tx, services.storage, { name, bytes, createdBy: actor.userId });
  return { url: services.storage.namedUrl(key, name), jobId: null };
}

const quiet = '#5b6168';
const small = 8;

function writeInvoice(
  paper: Paper,
  { brand, brandAddress, timeZone, subscription, customer }: Printed,
): void {
  const { edition, startsAt, endsAt, invoiceNumber, createdAt, payments, cancelledAt, reason } = subscription;
  const day = (instant: string) => formatDate(instant, timeZone);
  paper.row([
    { text: brand, width: 1, size: 18, bold: true },
    { text: `Invoice ${invoiceNumber}`, width: 1, size: 18, align: 'right' },
  ]);
  paper.space(8);
  paper.row([
    { text: 'From', width: 1, size: small, color: quiet },
    { text: 'To', width: 1, size: small, color: quiet },
  ]);
  paper.row([
    { text: [brand, brandAddress].filter(Boolean).join('\n'), width: 1 },
    { text: customer.join('\n'), width: 1 },
  ]);
  paper.space(8);
  paper.text(`Date ${day(createdAt)}`, { color: quiet });
  paper.rule(8);
  const amount = (label: string, cents: number, bold = false) =>
    paper.row([
      { text: label, width: 3, bold, gap: 2 },
      { text: formatMoney(cents), width: 1, align: 'right', bold, gap: 2 },
    ]);
  amount(`${edition.name}, ${planPeriodLabels[edition.period].toLowerCase()}`, edition.price);
  paper.text(`${day(startsAt)} to ${day(endsAt)}, time zone ${timeZone}`, { color: quiet });
  for (const benefit of benefitTexts(edition.benefits)) paper.text(benefit, { color: quiet });
  paper.rule(4);
  amount('Total', edition.price, true);
  for (const payment of payments) {
    const label = labelOf(payment);
    if (label) amount(`${label}, ${day(payment.settledAt ?? payment.createdAt)}`, -signed(payment));
  }
  amount('Due', Math.max(0, cancelledAt ? 0 : edition.price - subscription.pricePaid), true);
  if (cancelledAt) paper.text(`Cancelled ${day(cancelledAt)}: ${reason}`, { color: quiet, gap: 4 });
}

const signed = ({ kind, amount }: SubscriptionPayment) => (kind === 'refund' ? -amount : amount);
const providers: Record<string, string> = {
  cash: 'in cash',
  terminal: 'by card terminal',
  simulated: 'by card',
};
/** The text for a payment on the invoice; undefined if the payment never took place. */
function labelOf({ kind, status, provider }: SubscriptionPayment): string | undefined {
  const how = providers[provider ?? ''];
  if (status === 'captured') return kind === 'credit' ? 'Credit for the previous plan' : `Paid ${how}`;
  return status === 'refunded' ? `Refunded ${how}` : undefined;
}
