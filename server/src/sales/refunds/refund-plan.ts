import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney, roundedShare } from '@aisle/contract/core/money';
import { isFeeRefundable, isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import { type MoneyPlan, moneyOf, type RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import { problem, wrongField } from '../../core/problem.ts';
import { planOf, type SoldLine, shareOf } from '../../ledgers/money/money-plan.ts';
import { coinValue, reversedCoins, valueOfPlan } from '../orders/money/coins-taken-back.ts';
import type { RefundFacts } from '../orders/money/refund-facts.queries.ts';

/** The refundable amounts of a line, of the fee, and in total: captured less refunded and open refunds. */
export function refundableOf(facts: RefundFacts) {
  const left = Math.max(0, facts.paid - facts.opened);
  const ofFee = Math.min(left, Math.max(0, facts.deliveryFee - facts.feeOpened));
  // The amounts of lines can still change until they are picked.
  if (!isPicked(facts.status)) {
    const feeOnly = isFeeRefundable(facts.status) ? ofFee : 0;
    return { inAll: feeOnly, ofLine: () => 0, ofFee: feeOnly };
  }
  const ofLine = (line: SoldLine) =>
    Math.min(left, Math.max(0, line.total - (facts.lineOpened[line.id] ?? 0)));
  return { inAll: left, ofLine, ofFee };
}

/** The effects of a refund on everyone involved. An empty draft refunds everything left. */
export function planRefund(facts: RefundFacts, lines: readonly SoldLine[], wish: RefundDraft): MoneyPlan {
  const { inAll, ofLine, ofFee } = refundableOf(facts);
  const isAll = !wish.lines && wish.deliveryFee === undefined;
  const wanted = isAll ? everything(lines, ofLine, inAll) : amountsOf(wish, lines);
  const deliveryFee = isAll
    ? Math.min(ofFee, inAll - [...wanted.values()].reduce((sum, amount) => sum + amount, 0))
    : (wish.deliveryFee ?? 0);
  rejectTooMuch(lines, wanted, { ofLine, ofFee, deliveryFee, inAll });
  const shares = lines.map((line) => {
    const before = facts.lineOpened[line.id] ?? 0;
    return {
      ...shareOf(line, before, wanted.get(line.id) ?? 0),
      name: line.name,
      productName: line.productName,
      variantName: line.variantName,
      refundable: ofLine(line),
    };
  });
  const amount = shares.reduce((sum, share) => sum + share.amount, deliveryFee);
  const { inCoins, coinsReturned, inCredit } = tenderShares(facts, amount);
  const toCredit = wish.to === 'storeCredit' ? amount - inCoins - inCredit : 0;
  const coins = reversedCoins(facts, lines, wanted);
  // Coins that this refund returns can be reversed at once. Before the delivery, so can those still to be earned.
  const isSold = facts.status === 'delivered';
  const coinsNotTaken = isSold ? Math.max(0, coins - facts.coinBalance - coinsReturned) : 0;
  const coinsWorth = coinValue(coins - coinsNotTaken, facts);
  return planOf({
    shares,
    deliveryFee,
    deliveryFeeRefundable: ofFee,
    refund: amount,
    coins,
    coinsNotTaken,
    coinsWorth,
    ofPlan: { isDiscount: facts.isDiscountOfPlan, coinsWorth: valueOfPlan(coinsWorth, facts) },
    discountsFundedBy: facts.discountsFundedBy,
    taxRemittedBy: facts.taxRemittedBy,
    inBooks: facts.status === 'delivered',
    inCoins,
    coinsReturned,
    inCredit,
    toCredit,
    by: refundMethod(facts, { amount, inCoins, inCredit, toCredit }),
    refundable: inAll,
  });
}

/** Takes line by line, up to the refundable total. */
function everything(
  lines: readonly SoldLine[],
  ofLine: (line: SoldLine) => number,
  inAll: number,
): Map<string, number> {
  let left = inAll;
  return new Map(
    lines.map((line) => {
      const amount = Math.min(left, ofLine(line));
      left -= amount;
      return [line.id, amount];
    }),
  );
}

function amountsOf({ lines: wanted = [] }: RefundDraft, lines: readonly SoldLine[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const [index, { lineId, amount }] of wanted.entries()) {
    const path = `lines.${index}.lineId`;
    if (!lines.some((line) => line.id === lineId)) throw wrongField(path, 'This item is not on the order');
    if (amounts.has(lineId)) throw wrongField(path, 'Each item can be listed only once');
    amounts.set(lineId, amount);
  }
  return amounts;
}

interface Bounds {
  ofLine: (line: SoldLine) => number;
  ofFee: number;
  deliveryFee: number;
  inAll: number;
}
function rejectTooMuch(
  lines: readonly SoldLine[],
  wanted: ReadonlyMap<string, number>,
  { ofLine, ofFee, deliveryFee, inAll }: Bounds,
): void {
  const tooMuch = (most: number, path: string, what: string) =>
    problem(
      'refunds.too-much',
      { most: formatMoney(most), refundable: most },
      { fields: [{ path, message: `${what}: up to ${formatMoney(most)}` }] },
    );
  for (const [index, [lineId, amount]] of [...wanted].entries()) {
    const line = lines.find((one) => one.id === lineId)!;
    if (amount > ofLine(line)) throw tooMuch(ofLine(line), `lines.${index}.amount`, itemName(line));
  }
  if (deliveryFee > ofFee) throw tooMuch(ofFee, 'deliveryFee', 'Delivery fee');
  const sum = [...wanted.values()].reduce((total, amount) => total + amount, deliveryFee);
  if (sum > inAll) throw tooMuch(inAll, 'lines', 'Total');
}

function refundMethod(
  { onCards }: RefundFacts,
  parts: Pick<MoneyPlan, 'amount' | 'inCoins' | 'inCredit' | 'toCredit'>,
): MoneyPlan['by'] {
  const { amount, inCoins } = parts;
  if (amount === 0) return null;
  if (inCoins === amount) return 'coins';
  const money = moneyOf(parts);
  if (money === 0) return 'storeCredit';
  return onCards >= money ? 'card' : 'hand';
}

/**
 * The shares of coins and store credit in a refund. Each gets back its share of the amount in proportion to what it paid,
 * counted from the first refund, so that the last one returns the rest. Money takes what is left; a cent that it can't take
 * goes to the first tender that can.
 */
function tenderShares(
  facts: RefundFacts,
  amount: number,
): Pick<MoneyPlan, 'inCoins' | 'coinsReturned' | 'inCredit'> {
  const { inCoins: coins, inCoinsOpened, inCredit: credit, inCreditOpened } = facts;
  const tenders = [
    { paid: coins, back: inCoinsOpened },
    { paid: credit, back: inCreditOpened },
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
  const inMoneyOpened = facts.opened - inCoinsOpened - inCreditOpened;
  let rest = left - Math.max(0, facts.paid - coins - credit - inMoneyOpened);
  const [inCoins = 0, inCredit = 0] = tenders.map(({ paid, back }, index) => {
    const more = Math.min(Math.max(0, rest), paid - back - shares[index]!);
    rest -= more;
    return shares[index]! + more;
  });
  if (inCoins === 0) return { inCoins, coinsReturned: 0, inCredit };
  const coinsReturned = roundedShare(facts.coinsPaid, inCoinsOpened + inCoins, coins) - facts.coinsReturned;
  return { inCoins, coinsReturned, inCredit };
}
