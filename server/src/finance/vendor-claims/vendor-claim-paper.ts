import { formatDate, formatDay } from '@aisle/contract/core/dates';
import type { Address } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import type { VendorClaimLine, VendorClaimView } from '@aisle/contract/finance/vendor-claims';
import {
  addressLines,
  writeAmount,
  writeLetterhead,
  writeParties,
  writeTable,
  writeTitle,
} from '../../core/paper/layout.ts';
import { type Paper, quiet } from '../../core/paper/pdf.ts';

/** All data on a printed claim. */
export interface PrintedClaim {
  claim: VendorClaimView;
  /** Of the marketplace, whose days the claim has. */
  timeZone: string;
  brandAddress: string | null;
  vendorAddress: Address | null;
  lines: readonly VendorClaimLine[];
}

/** The lines that a PDF shows. The export has all of them. */
export const maxPrintedLines = 2000;

export function writeClaim(paper: Paper, printed: PrintedClaim): void {
  const { claim, timeZone, brandAddress, vendorAddress, lines } = printed;
  writeLetterhead(paper, 'Claim', [
    ['Claim number', claim.number],
    ['Period', `${formatDay(claim.from)} – ${formatDay(claim.to)}`],
    ['Date of issue', formatDate(claim.createdAt, timeZone)],
  ]);
  writeParties(paper, [
    { label: 'From', lines: [paper.brand.name, brandAddress] },
    { label: 'To', lines: [claim.vendor.name, ...(vendorAddress ? addressLines(vendorAddress) : [])] },
  ]);
  writeAmountOf(paper, claim);
  paper.text(`Your part of promotions in ${pluralize(claim.orders, 'order')}, less refunds.`, {
    color: quiet,
    gap: 4,
  });
  writePromotions(paper, claim);
  writeTitle(paper, `Lines of claim ${claim.number}`);
  writeLines(paper, lines.slice(0, maxPrintedLines));
  if (lines.length > maxPrintedLines) {
    const text = `These are the first ${formatCount(maxPrintedLines)} lines. A file with all of them is available on request.`;
    paper.text(text, { color: quiet, gap: 4 });
  }
}

function writeAmountOf(paper: Paper, { amount, payment }: VendorClaimView): void {
  if (payment) {
    const how = `${payoutMethodLabels[payment.method]} ${payment.reference}`;
    writeAmount(paper, `${formatMoney(amount)} paid on ${formatDay(payment.paidOn)}`, how);
  } else writeAmount(paper, `${formatMoney(amount)} due`);
}

function writePromotions(paper: Paper, { promotions, amount }: VendorClaimView): void {
  writeTable(
    paper,
    [
      { header: 'Promotion', width: 2, text: ({ number }) => number, total: 'Total' },
      { header: 'Label', width: 6, text: ({ label }) => label },
      { header: 'Units', width: 2, align: 'right', text: ({ units }) => formatQuantity(units) },
      {
        header: 'Amount',
        width: 3,
        align: 'right',
        text: (promotion) => formatMoney(promotion.amount),
        total: formatMoney(amount),
      },
    ],
    promotions,
  );
}

function writeLines(paper: Paper, lines: readonly VendorClaimLine[]): void {
  writeTable(
    paper,
    [
      { header: 'Date', width: 3, text: ({ day }) => formatDay(day) },
      { header: 'Order', width: 3, text: ({ order }) => order.number },
      {
        header: 'Item',
        width: 7,
        text: ({ item, isRefund }) =>
          [isRefund && 'Refund:', item ? itemName(item) : 'Delivery fee'].filter(Boolean).join(' '),
      },
      { header: 'Promotion', width: 2, text: ({ promotion }) => promotion.number },
      { header: 'Units', width: 2, align: 'right', text: ({ units }) => formatQuantity(units) },
      { header: 'Amount', width: 3, align: 'right', text: ({ amount }) => formatMoney(amount) },
    ],
    lines,
    { size: 8 },
  );
}
