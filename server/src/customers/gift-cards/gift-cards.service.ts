import type { CreditEntry } from '@aisle/contract/customers/credits';
import { formatCode } from '@aisle/contract/customers/gift-card-code';
import type { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import {
  type GiftCard,
  type GiftCardEntry,
  type GiftCardInput,
  type GiftCardPage,
  type GiftCardStatus,
  type GiftCardStep,
  giftCardFlow,
  giftCardStatusLabels,
  type IssuedGiftCard,
  minYearsOfSoldCards,
} from '@aisle/contract/customers/gift-cards';
import type { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Guesser } from '../../core/http/limits/code-guesses.ts';
import type { List } from '../../core/list/list.ts';
import { missingAt, type Problem, problem, stale, wrongField } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getEntry, insertCredit, lockCredit } from '../credits/credits.queries.ts';
import { newCode, storedForm, tryCodes } from './gift-card-codes.ts';
import {
  endsLateEnough,
  expirePromotional,
  type FoundGiftCard,
  getGiftCard,
  insertEntries,
  insertGiftCard,
  listEntries,
  listGiftCards,
  lockGiftCard,
  readOutstanding,
  replaceCode,
  setState,
} from './gift-cards.queries.ts';

export function pageOfGiftCards(
  tx: Tx,
  request: GiftCardPage,
): List<z.infer<(typeof giftCardRoutes)['list']['data']>> {
  return listGiftCards(tx, request).map(async (page) => ({
    ...page,
    outstanding: await readOutstanding(tx),
  }));
}

export async function viewGiftCard(
  tx: Tx,
  id: string,
): Promise<{ giftCard: GiftCard; entries: GiftCardEntry[] }> {
  return { giftCard: await getGiftCard(tx, id), entries: await listEntries(tx, id) };
}

/** The card with its code, which a retry doesn't get. */
const shownOnce = (card: GiftCard, code: string): WithMessage<IssuedGiftCard> =>
  new WithMessage<IssuedGiftCard>({ ...card, code: formatCode(code) }, undefined, card);

/** Issues a card. A sold one was paid for, a promotional one is at the marketplace's expense. */
export async function issueGiftCard(
  { tx, actor, services }: Context,
  input: GiftCardInput,
): Promise<WithMessage<IssuedGiftCard>> {
  const { kind, amount, expiresOn } = input;
  const isSold = kind === 'sold';
  if (expiresOn && !(await endsLateEnough(tx, expiresOn, isSold ? minYearsOfSoldCards : 0))) {
    const earliest = isSold ? `at least ${minYearsOfSoldCards} years from today` : 'today or later';
    throw wrongField('expiresOn', `Choose a day ${earliest}`);
  }
  const code = newCode();
  const id = await insertGiftCard(tx, actor, input, storedForm(services.seals, code));
  const [causeId] = await insertEntries(tx, [{ giftCardId: id, kind: 'issued', amount, by: actor }]);
  await postToMarketplace(tx, {
    kind: 'giftCard',
    causeId: causeId!,
    entries: [
      { account: isSold ? 'customerPayments' : 'discounts', part: 'payment', amount },
      { account: 'giftCardLiability', part: 'payment', amount: -amount },
    ],
  });
  const card = await getGiftCard(tx, id);
  await recordCard(tx, actor, { action: 'create', after: card });
  return shownOnce(card, code);
}

async function lockForStep(tx: Tx, actor: Actor, id: string, version: number): Promise<GiftCard> {
  await mustBeConfirmed(tx, actor);
  const card = await lockGiftCard(tx, id);
  if (card.version !== version) throw stale(card);
  return card;
}

const notPossible = ({ number, status }: GiftCard): Problem =>
  problem('giftCards.step-not-possible', { number, status: giftCardStatusLabels[status].toLowerCase() });

/** Freezes, reactivates or voids a card. Voiding takes what is left, never what was spent. */
export async function stepGiftCard(
  tx: Tx,
  actor: Actor,
  id: string,
  { status, reason, refund = false, version }: GiftCardStep,
): Promise<GiftCard> {
  const before = await lockForStep(tx, actor, id, version);
  const allowed: readonly GiftCardStatus[] = giftCardFlow[before.status];
  if (!allowed.includes(status)) throw notPossible(before);
  if (status === 'voided') {
    const { balance, kind } = before;
    const [causeId] = await insertEntries(tx, [
      { giftCardId: id, kind: 'voided', amount: -balance, reason, by: actor },
    ]);
    await postToMarketplace(tx, {
      kind: 'giftCard',
      causeId: causeId!,
      entries: [
        { account: 'giftCardLiability', part: 'refund', amount: balance },
        { account: refund && kind === 'sold' ? 'refunds' : 'discounts', part: 'refund', amount: -balance },
      ],
    });
  }
  await setState(tx, id, status);
  const after = await getGiftCard(tx, id);
  await recordCard(tx, actor, { action: 'step', before, after: { ...after, reason } });
  return after;
}

/** Gives a card a new code, for example because the old one was lost. The old code stops working at once. */
export async function replaceGiftCard(
  { tx, actor, services }: Context,
  id: string,
  { reason, version }: { reason: string; version: number },
): Promise<WithMessage<IssuedGiftCard>> {
  const before = await lockForStep(tx, actor, id, version);
  if (before.status !== 'active' && before.status !== 'frozen') throw notPossible(before);
  const code = newCode();
  await replaceCode(tx, id, storedForm(services.seals, code));
  const after = await getGiftCard(tx, id);
  await recordCard(tx, actor, { action: 'replace', before, after: { ...after, reason } });
  return shownOnce(after, code);
}

/** The reason is only for those who can view cards. */
export const unusable = ({ permissions }: Pick<Actor, 'permissions'>, status?: GiftCardStatus): Problem => {
  if (!status || !permissions.has('gift_card_view')) return problem('giftCards.not-usable');
  const message = `This gift card is ${giftCardStatusLabels[status].toLowerCase()}`;
  return problem('giftCards.not-usable', {}, { message });
};

/** Finds an active card by its code, and locks it to spend it. */
async function findUsable(
  context: Context & Guesser,
  code: string,
  isSpending: boolean,
): Promise<FoundGiftCard> {
  const { cards, throttledFor } = await tryCodes(context, [code], isSpending);
  if (throttledFor !== null) throw problem('too-many-requests', { seconds: throttledFor });
  const [card] = cards;
  if (card?.status !== 'active') throw unusable(context.actor, card?.status);
  return card;
}

/** Turns what is left on a card into store credit of a customer. */
export async function redeemGiftCard(
  context: Context,
  { code, customerId: wanted }: { code: string; customerId: string },
): Promise<CreditEntry> {
  const { tx, actor } = context;
  // Customers are locked before gift cards everywhere.
  const customer = await lockCredit(tx, wanted);
  if (!customer) throw missingAt('customerId', 'Customer');
  const found = await findUsable({ ...context, customerId: wanted }, code, true);
  const before = await getGiftCard(tx, found.id);
  const { balance } = before;
  const [entry] = await insertEntries(tx, [
    { giftCardId: found.id, kind: 'redeemed', amount: -balance, customerId: customer.id, by: actor },
  ]);
  const causeId = entry!;
  await postToMarketplace(tx, {
    kind: 'giftCard',
    causeId,
    entries: [
      { account: 'giftCardLiability', part: 'payment', amount: balance },
      { account: 'storeCreditLiability', part: 'payment', amount: -balance },
    ],
  });
  const entryId = await insertCredit(tx, {
    customerId: customer.id,
    kind: 'fromGiftCard',
    amount: balance,
    causeId,
    userId: actor.userId,
  });
  await recordCard(tx, actor, { action: 'redeem', before, after: await getGiftCard(tx, found.id) });
  return getEntry(tx, customer.id, entryId);
}

/** The balance of the card with a code. Any card that can't be used gets the same answer. */
export async function balanceOf(
  call: Context,
  code: string,
): Promise<Pick<GiftCard, 'last4' | 'balance' | 'expiresOn'>> {
  const { last4, balance, expiresOn } = await findUsable(call, code, false);
  return { last4, balance, expiresOn };
}

type Recorded =
  | { action: 'create'; after: GiftCard }
  | { action: 'step' | 'replace' | 'redeem'; before: GiftCard; after: GiftCard & { reason?: string } };
const recordCard = (tx: Tx, actor: Actor, change: Recorded): Promise<void> =>
  recordChange(tx, actor, { ...change, resource: 'giftCards', recordId: change.after._id });

const batchSize = 200;
/** After a missed night, the next call catches up. */
export async function expireGiftCards(db: Database): Promise<void> {
  while ((await systemWork(db, (tx) => expirePromotional(tx, batchSize))) > 0);
}
