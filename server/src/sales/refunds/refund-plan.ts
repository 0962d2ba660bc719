import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { isFeeRefundable, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import { type MoneyPlan, moneyOf, type RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import { problem, wrongField } from '../../core/problem.ts';
import {
  deliveredOf,
  deliveryShare,
  planOf,
  type Share,
  type SoldLine,
  shareOf,
} from '../../ledgers/money/money-plan.ts';
import { coinValue, reversedCoins, valueOfPlan } from '../orders/money/coins-taken-back.ts';
import type { RefundFacts } from '../orders/money/refund-facts.queries.ts';

/** The refundable amounts of a line, of the fee, and in total: captured less refunded and open refunds. */
export function refundableOf(facts: RefundFacts) {
  const left = Math.max(0, facts.paid - facts.opened);
  const ofFee = Math.min(left, Math.max(0, facts.deliveryFee - facts.feeOpened));
  // The amounts of lines can still change until they are picked.
  if (!isPicked(facts.status)) {
    const feeOnly = isFeeRefundable(facts.status) ? ofFee : 0;
    return { inAll: feeOnly, ofLine: () => 0, ofFee: feeOnly, unitsOf: () => 0 };
  }
  const ofLine = (line: SoldLine) =>
    Math.min(left, Math.max(0, line.total - (facts.lineOpened[line.id] ?? 0)));
  /** The quantity that wasn't refunded by quantity. */
  const unitsOf = (line: SoldLine) =>
    Math.max(0, addQuantities(deliveredOf(line), -(facts.unitsOpened[line.id] ?? 0)));
  return { inAll: left, ofLine, ofFee, unitsOf };
}

/** A line that costs nothing is refunded by quantity. */
const isFree = (line: SoldLine): boolean => line.total === 0;

/** What is refunded of a line. */
interface Wanted {
  amount: number;
  quantity: number | null;
}
type Room = ReturnType<typeof refundableOf>;

/** The effects of a refund on everyone involved. An empty draft refunds everything left. */
export const planRefund = (facts: RefundFacts, lines: readonly SoldLine[], wish: RefundDraft): MoneyPlan =>
  planParts(facts, lines, wish).plan;

/** The effects of a refund, and the parts of lines that it keeps. */
export function planParts(
  facts: RefundFacts,
  lines: readonly SoldLine[],
  wish: RefundDraft,
): { plan: MoneyPlan; parts: Share[] } {
  const room = refundableOf(facts);
  const { inAll, ofLine, ofFee, unitsOf } = room;
  const isAll = !wish.lines && wish.deliveryFee === undefined;
  const wanted = isAll ? everything(lines, room) : partsOf(wish, lines, { ...room, facts });
  const amounts = new Map([...wanted].map(([lineId, part]) => [lineId, part.amount]));
  const deliveryFee = isAll
    ? Math.min(ofFee, inAll - [...amounts.values()].reduce((sum, amount) => sum + amount, 0))
    : (wish.deliveryFee ?? 0);
  rejectTooMuch(lines, wanted, { ...room, deliveryFee });
  const shares = lines.map((line) => {
    return {
      ...wantedShare(facts, line, wanted.get(line.id)),
      name: line.name,
      productName: line.productName,
      variantName: line.variantName,
      refundable: ofLine(line),
      refundableQuantity: isFree(line) ? unitsOf(line) : 0,
    };
  });
  const amount = shares.reduce((sum, share) => sum + share.amount, deliveryFee);
  const shared = tenderShares(facts, amount, wish);
  const toCredit = wish.to === 'storeCredit' ? moneyOf({ amount, ...shared, toCredit: 0 }) : 0;
  const coins = reversedCoins(facts, lines, amounts);
  // Coins that this refund returns can be reversed at once. Before the delivery, so can those still to be earned.
  const isSold = facts.status === 'delivered';
  const coinsNotTaken = isSold ? Math.max(0, coins - facts.coinBalance - shared.coinsReturned) : 0;
  const coinsWorth = coinValue(coins - coinsNotTaken, facts);
  const plan = planOf({
    shares,
    deliveryFee,
    deliveryFeeRefundable: ofFee,
    deliveryPromotions: deliveryShare(facts.deliveryPromotion, facts.deliveryFee, {
      before: facts.feeOpened,
      amount: deliveryFee,
    }),
    refund: amount,
    coins,
    coinsNotTaken,
    coinsWorth,
    coinsOfLocation: coinsWorth - valueOfPlan(coinsWorth, facts),
    isDiscountOfPlan: facts.isDiscountOfPlan,
    discountsFundedBy: facts.discountsFundedBy,
    taxRemittedBy: facts.taxRemittedBy,
    inBooks: facts.status === 'delivered',
    ...shared,
    toCredit,
    by: refundMethod(facts, { amount, ...shared, toCredit }),
    refundable: inAll,
  });
  const parts = lines
    .map((line) => wantedShare(facts, line, wanted.get(line.id)))
    .filter(({ amount: refunded, quantity }) => refunded > 0 || quantity != null);
  return { plan, parts };
}

const wantedShare = (
  { lineOpened, unitsOpened }: RefundFacts,
  line: SoldLine,
  { amount, quantity }: Wanted = { amount: 0, quantity: null },
) => shareOf(line, lineOpened[line.id] ?? 0, amount, { unitsBefore: unitsOpened[line.id] ?? 0, quantity });

/** Takes line by line, up to the refundable total. */
function everything(lines: readonly SoldLine[], { inAll, ofLine, unitsOf }: Room): Map<string, Wanted> {
  let left = inAll;
  return new Map(
    lines.map((line) => {
      if (isFree(line)) return [line.id, { amount: 0, quantity: unitsOf(line) || null }];
      const amount = Math.min(left, ofLine(line));
      left -= amount;
      return [line.id, { amount, quantity: null }];
    }),
  );
}

function partsOf(
  { lines: wanted = [] }: RefundDraft,
  lines: readonly SoldLine[],
  room: Room & { facts: RefundFacts },
): Map<string, Wanted> {
  const parts = new Map<string, Wanted>();
  for (const [index, { lineId, amount, quantity }] of wanted.entries()) {
    const path = `lines.${index}`;
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw wrongField(`${path}.lineId`, 'This item is not on the order');
    if (parts.has(lineId)) throw wrongField(`${path}.lineId`, 'Each item can be listed only once');
    if (isFree(line) && quantity === undefined) {
      throw wrongField(`${path}.amount`, 'This item was free. Enter a quantity instead');
    }
    if (quantity !== undefined && amount === undefined && quantity > room.unitsOf(line)) {
      const most = room.unitsOf(line);
      throw wrongField(`${path}.quantity`, `${itemName(line)}: up to ${formatQuantity(most)}`);
    }
    parts.set(lineId, {
      amount: amount ?? amountFor(line, quantity ?? 0, room),
      quantity: quantity ?? null,
    });
  }
  return parts;
}

/** The part of a line's total for a quantity, counted from the beginning, up to what can be refunded. */
function amountFor(
  line: SoldLine,
  quantity: number,
  { facts, ofLine }: Room & { facts: RefundFacts },
): number {
  const before = facts.unitsOpened[line.id] ?? 0;
  const upTo = (units: number) =>
    roundedShare(line.total, Math.round(units * 1000), Math.round(deliveredOf(line) * 1000));
  return Math.min(ofLine(line), upTo(before + quantity) - upTo(before));
}

interface Bounds extends Room {
  deliveryFee: number;
}
function rejectTooMuch(
  lines: readonly SoldLine[],
  wanted: ReadonlyMap<string, Wanted>,
  { ofLine, ofFee, deliveryFee, inAll }: Bounds,
): void {
  const tooMuch = (most: number, path: string, what: string) =>
    problem(
      'refunds.too-much',
      { most: formatMoney(most), refundable: most },
      { fields: [{ path, message: `${what}: up to ${formatMoney(most)}` }] },
    );
  for (const [index, [lineId, { amount }]] of [...wanted].entries()) {
    const line = lines.find((one) => one.id === lineId)!;
    if (amount > ofLine(line)) throw tooMuch(ofLine(line), `lines.${index}.amount`, itemName(line));
  }
  if (deliveryFee > ofFee) throw tooMuch(ofFee, 'deliveryFee', 'Delivery fee');
  const sum = [...wanted.values()].reduce((total, { amount }) => total + amount, deliveryFee);
  if (sum > inAll) throw tooMuch(inAll, 'lines', 'Total');
}

function refundMethod({ onCards }: RefundFacts, parts: Parameters<typeof moneyOf>[0]): MoneyPlan['by'] {
  const { amount, inCoins, inGiftCards } = parts;
  if (amount === 0) return null;
  if (inCoins === amount) return 'coins';
  const money = moneyOf(parts);
  if (money === 0) return inCoins + inGiftCards === amount ? 'giftCard' : 'storeCredit';
  return onCards >= money ? 'card' : 'hand';
}

type TenderShares = Pick<MoneyPlan, 'inCoins' | 'coinsReturned' | 'inCredit' | 'inGiftCards' | 'giftCards'>;
/**
 * The shares of coins, store credit and gift cards in a refund. Each gets back its share of the amount in proportion to what it
 * paid, counted from the first refund, so that the last one returns the rest. Money takes what is left; a cent that it can't
 * take goes to the first tender that can. A refund to store credit treats gift cards like money.
 */
function tenderShares(facts: RefundFacts, amount: number, { to }: Pick<RefundDraft, 'to'>): TenderShares {
  const cards = to === 'storeCredit' ? [] : facts.giftCards;
  const tenders = [
    { paid: facts.inCoins, back: facts.inCoinsOpened },
    { paid: facts.inCredit, back: facts.inCreditOpened },
    ...cards,
  ];
  const soldFor = facts.paid - facts.overpaid;
  const upTo = facts.opened - facts.overpaid + amount;
  let left = amount;
  const shares = tenders.map(({ paid, back }) => {
    const share = facts.isInProportion && soldFor > 0 ? roundedShare(paid, upTo, soldFor) - back : 0;
    const taken = Math.min(left, Math.max(0, share));
    left -= taken;
    return taken;
  });
  const openInMoney = tenders.reduce(
    (open, { paid, back }) => open - (paid - back),
    facts.paid - facts.opened,
  );
  let rest = left - Math.max(0, openInMoney);
  const [inCoins = 0, inCredit = 0, ...ofCards] = tenders.map(({ paid, back }, index) => {
    const more = Math.min(Math.max(0, rest), paid - back - shares[index]!);
    rest -= more;
    return shares[index]! + more;
  });
  const coinsReturned =
    inCoins === 0
      ? 0
      : roundedShare(facts.coinsPaid, facts.inCoinsOpened + inCoins, facts.inCoins) - facts.coinsReturned;
  return {
    inCoins,
    coinsReturned,
    inCredit,
    inGiftCards: ofCards.reduce((sum, share) => sum + share, 0),
    giftCards: cards
      .map(({ giftCardId, last4 }, index) => ({ giftCardId, last4, amount: ofCards[index]! }))
      .filter((share) => share.amount > 0),
  };
}
