import {
  discountsAt,
  type KeptOrderPromotions,
  type LineDiscount,
} from '@aisle/contract/sales/promotions/promotion-discounts';
import type { PromotionPart } from '../../ledgers/money/accounts.ts';

/** A line of an order with promotions. */
interface PromotedLine {
  id: string;
  unitPrice: number;
  quantity: number;
  pickedQuantity: number | null;
  removed: boolean;
  total: number;
  discounts: readonly LineDiscount[];
}
/** A line of a refund, as its refund keeps it. */
interface RefundedLine {
  lineId: string;
  amount: number;
  /** Present if it was refunded by quantity. */
  quantity?: number | null;
  promotions?: readonly PromotionPart[];
}
/** A sale or a refund with entries that a vendor owes. */
export interface VendorJournal {
  locationId: string;
  journalId: string;
  orderId: string;
  lines: readonly PromotedLine[];
  /** The lines of a refund; null for a sale. */
  refunded: readonly RefundedLine[] | null;
  /** The journal reverses the refund of these lines. */
  isReversed: boolean;
  /** The promotion of the delivery fee, and its entry in the journal. */
  delivery: KeptOrderPromotions['delivery'];
  deliveryAmount: number;
}
/** The vendor's part of a promotion on one line; negative for a refund that isn't reversed. */
export interface NewClaimLine {
  locationId: string;
  journalId: string;
  orderId: string;
  /** Null for the delivery fee. */
  lineId: string | null;
  promotionId: string;
  units: number;
  amount: number;
}

type Part = Pick<NewClaimLine, 'lineId' | 'promotionId' | 'units' | 'amount'>;

/** Splits the entries of a sale or a refund by promotion and line. The lines add up to the entries. */
export function claimLinesOf(
  { locationId, journalId, orderId, ...journal }: VendorJournal,
  vendorId: string,
): NewClaimLine[] {
  const { lines, refunded, isReversed } = journal;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const ofItems = refunded
    ? refunded.flatMap((part) => refundedParts(part, byId.get(part.lineId), { vendorId, isReversed }))
    : lines.flatMap((line) => soldParts(line, vendorId));
  return [...ofItems, ...deliveryParts(journal)]
    .filter(({ amount }) => amount !== 0)
    .map((part) => ({ locationId, journalId, orderId, ...part }));
}

const deliveredOf = ({ removed, pickedQuantity, quantity }: PromotedLine): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

const soldParts = (line: PromotedLine, vendorId: string): Part[] =>
  discountsAt(line, deliveredOf(line))
    .filter(({ funding }) => funding.vendorId === vendorId)
    .map(({ promotionId, units, funded }) => ({
      lineId: line.id,
      promotionId,
      units,
      amount: funded.vendor,
    }));

/** A refund has the vendor's part of each promotion that reduced the line. A reversed refund adds it again. */
function refundedParts(
  { lineId, amount, quantity, promotions = [] }: RefundedLine,
  line: PromotedLine | undefined,
  { vendorId, isReversed }: { vendorId: string; isReversed: boolean },
): Part[] {
  const sign = isReversed ? 1 : -1;
  if (!line) return [];
  const share = quantity ? quantity / deliveredOf(line) : amount / line.total;
  const sold = soldParts(line, vendorId);
  return promotions
    .filter((part) => part.funder === 'vendor' && part.vendorId === vendorId)
    .map(({ promotionId, amount: part }) => {
      const { units = 0 } = sold.find((one) => one.promotionId === promotionId) ?? {};
      return { lineId, promotionId, units: sign * rounded(units * share), amount: sign * part };
    });
}

/** A delivery counts as one unit. */
function deliveryParts({
  delivery,
  deliveryAmount: amount,
}: Pick<VendorJournal, 'delivery' | 'deliveryAmount'>): Part[] {
  if (!delivery || amount === 0) return [];
  const { promotionId, funded } = delivery;
  return [{ lineId: null, promotionId, units: rounded(amount / funded.vendor), amount }];
}

/** Refunded cents are rounded, so a refunded unit is a whole unit only after rounding. */
const rounded = (units: number): number => Math.round(units * 100) / 100;
