import type { Quote, QuoteInput, QuoteProblem } from '@aisle/contract/sales/main-orders/main-orders';
import type { Settings } from '@aisle/contract/system/settings';
import type { Context } from '../../../core/context.ts';
import { lockCredit } from '../../../customers/credits/credits.queries.ts';
import { tryCodes } from '../../../customers/gift-cards/gift-card-codes.ts';
import { unusable } from '../../../customers/gift-cards/gift-card-problems.ts';
import type { FoundGiftCard } from '../../../customers/gift-cards/gift-cards.queries.ts';
import { refusal } from '../../orders/lines/selling-rule.ts';
import { type Buyer, lockCoins } from '../basket.queries.ts';

/** The part of an order that a gift card pays. */
export interface CardPart {
  giftCardId: string;
  last4: string;
  amount: number;
}
/** What store credit and gift cards pay of each order of a checkout. */
export interface TenderParts {
  credit: number[];
  cards: CardPart[][];
  giftCards: Quote['giftCards'];
  problems: QuoteProblem[];
}

interface Wanted {
  input: QuoteInput;
  buyer: Buyer | null;
  settings: Settings;
  isPlacing: boolean;
}
/**
 * Spreads store credit and then gift cards over what is due of the orders. When an order is placed, locks the customer and then
 * the cards, so that two checkouts don't spend the same amounts.
 */
export async function payWithTenders(
  context: Context,
  dues: readonly number[],
  { input, buyer, settings, isPlacing }: Wanted,
): Promise<TenderParts> {
  const { storeCredit = false, giftCards: sent = [] } = input;
  const isAllowed = storeCredit && settings.tenders.storeCredit && buyer?.creditBalance !== null;
  const codes = settings.tenders.giftCards ? [...new Set(sent)] : [];
  const locked = isPlacing && buyer ? await lockBuyer(context, buyer, { isAllowed, codes }) : undefined;
  const credit = spreadBalance(dues, isAllowed ? (locked ?? buyer?.creditBalance ?? 0) : 0);
  const { cards } =
    codes.length > 0
      ? await tryCodes({ ...context, customerId: buyer?.id }, codes, isPlacing)
      : { cards: [] };
  const usable = cards.flatMap((card) => (card?.status === 'active' ? [card] : []));
  const spread = spreadCards(
    dues.map((due, index) => due - credit[index]!),
    usable,
  );
  return {
    credit,
    cards: spread,
    giftCards: usable.map(({ id, last4, balance }) => {
      const parts = spread.flat().filter(({ giftCardId }) => giftCardId === id);
      const used = parts.reduce((sum, { amount }) => sum + amount, 0);
      return { last4, used, left: balance - used };
    }),
    problems: [...creditProblem(input, buyer, settings), ...cardProblems(context, input, settings, cards)],
  };
}

/** Locks the customer before gift cards. Returns the store credit if it is used. */
async function lockBuyer(
  { tx }: Context,
  buyer: Buyer,
  { isAllowed, codes }: { isAllowed: boolean; codes: readonly string[] },
): Promise<number | undefined> {
  if (isAllowed) return (await lockCredit(tx, buyer.id))?.balance;
  if (codes.length > 0) await lockCoins(tx, buyer.id, 0);
  return undefined;
}

/** Spreads a balance over the orders of a checkout in sequence, up to what is still due of each. */
function spreadBalance(dues: readonly number[], balance: number): number[] {
  let left = balance;
  return dues.map((due) => {
    const used = Math.min(left, due);
    left -= used;
    return used;
  });
}

/** The parts of each order that cards pay, one card after the other. */
function spreadCards(dues: readonly number[], cards: readonly FoundGiftCard[]): CardPart[][] {
  const parts: CardPart[][] = dues.map(() => []);
  let left = dues;
  for (const { id: giftCardId, last4, balance } of cards) {
    const used = spreadBalance(left, balance);
    left = left.map((due, index) => due - used[index]!);
    for (const [index, amount] of used.entries()) {
      if (amount > 0) parts[index]!.push({ giftCardId, last4, amount });
    }
  }
  return parts;
}

/** Why store credit can't be used as requested. Balances belong to the marketplace, so store users can't spend them. */
function creditProblem(
  { storeCredit = false }: Pick<QuoteInput, 'storeCredit'>,
  buyer: Pick<Buyer, 'creditBalance'> | null,
  { tenders }: Pick<Settings, 'tenders'>,
): QuoteProblem[] {
  if (!storeCredit) return [];
  if (!tenders.storeCredit) return [refusal('orders.tender-off', 'Paying with store credit is turned off')];
  if (buyer?.creditBalance !== null) return [];
  return [refusal('orders.tender-off', 'Only marketplace staff can use store credit')];
}

/** One problem for the first card that can't be used. Anyone with a code can spend its card, also at a store. */
function cardProblems(
  { actor }: Pick<Context, 'actor'>,
  { giftCards = [] }: Pick<QuoteInput, 'giftCards'>,
  { tenders }: Pick<Settings, 'tenders'>,
  cards: readonly (FoundGiftCard | undefined)[],
): QuoteProblem[] {
  if (giftCards.length === 0) return [];
  if (!tenders.giftCards) return [refusal('orders.tender-off', 'Paying with gift cards is turned off')];
  const wrong = cards.findIndex((card) => card?.status !== 'active');
  if (wrong === -1) return [];
  return [refusal('giftCards.not-usable', unusable(actor, cards[wrong]?.status).message)];
}
