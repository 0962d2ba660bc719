import type { CreditEntry } from '@aisle/contract/customers/credits';
import { formatCode } from '@aisle/contract/customers/gift-card-code';
import type { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import {
  type GiftCard,
  type GiftCardEntry,
  type GiftCardInput,
  type GiftCardPage,
  type GiftCardReplacement,
  type GiftCardStatus,
  type GiftCardStep,
  giftCardFlow,
  type IssuedGiftCard,
  minYearsOfSoldCards,
} from '@aisle/contract/customers/gift-cards';
import type { z } from 'zod';
import { recordChange, recordChanges } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Guesser } from '../../core/http/limits/code-guesses.ts';
import { newId } from '../../core/ids.ts';
import type { List } from '../../core/list/list.ts';
import { missingAt, problem, stale, wrongField } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getEntry, insertCredit, lockCredit } from '../credits/credits.queries.ts';
import { isDue, lockSealed } from './delivery/gift-card-delivery.queries.ts';
import { endDelivery, sendLinks } from './delivery/gift-card-delivery.ts';
import { makeCode, type NewCode, tryCodes } from './gift-card-codes.ts';
import { notPossible, unusable } from './gift-card-problems.ts';
import {
  endsLateEnough,
  expirePromotional,
  type FoundGiftCard,
  getGiftCard,
  getGiftCards,
  insertEntries,
  insertGiftCards,
  listEntries,
  listGiftCards,
  lockGiftCard,
  type NewGiftCard,
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
    outstanding: await readOutstanding(tx, request),
  }));
}

export async function viewGiftCard(
  tx: Tx,
  id: string,
): Promise<{ giftCard: GiftCard; entries: GiftCardEntry[] }> {
  return { giftCard: await getGiftCard(tx, id), entries: await listEntries(tx, id) };
}

/** Emails the link to the code if its day has come; else the response has the code, which a retry doesn't get. */
async function deliver(
  { tx, actor, services }: Context,
  id: string,
  { code, sealed }: NewCode,
): Promise<GiftCard | WithMessage<IssuedGiftCard>> {
  const card = await getGiftCard(tx, id);
  if (!sealed) return new WithMessage<IssuedGiftCard>({ ...card, code: formatCode(code) }, undefined, card);
  const isLater = card.sendOn !== null && (await isDue(tx, card.sendOn)) === 'later';
  // A frozen card's email waits until it is active again.
  if (isLater || card.status !== 'active') return card;
  await sendLinks(tx, services, actor, [(await lockSealed(tx, id))!]);
  return getGiftCard(tx, id);
}

/** Sold cards keep their value for a legal minimum. */
export async function mustEndLateEnough(
  tx: Tx,
  { kind, expiresOn }: Pick<GiftCardInput, 'kind' | 'expiresOn'>,
): Promise<void> {
  const years = kind === 'sold' ? minYearsOfSoldCards : 0;
  if (!expiresOn || (await endsLateEnough(tx, expiresOn, years))) return;
  throw wrongField(
    'expiresOn',
    `Choose a day ${years > 0 ? `at least ${years} years from today` : 'today or later'}`,
  );
}

/** Issues cards of one kind. Sold ones were paid for, promotional ones are at the marketplace's expense. */
export async function issueCards(tx: Tx, actor: Actor, cards: readonly NewGiftCard[]): Promise<void> {
  await insertGiftCards(tx, actor, cards);
  const [causeId] = await insertEntries(
    tx,
    cards.map(({ id, amount }) => ({ giftCardId: id, kind: 'issued', amount, by: actor })),
  );
  const amount = cards.reduce((sum, card) => sum + card.amount, 0);
  await postToMarketplace(tx, {
    kind: 'giftCard',
    causeId: causeId!,
    entries: [
      { account: cards[0]!.kind === 'sold' ? 'customerPayments' : 'discounts', part: 'payment', amount },
      { account: 'giftCardLiability', part: 'payment', amount: -amount },
    ],
  });
  const issued = await getGiftCards(
    tx,
    cards.map(({ id }) => id),
  );
  await recordChanges(
    tx,
    actor,
    issued.map((after) => changeOf({ action: 'create', after })),
  );
}

export async function issueGiftCard(
  context: Context,
  input: GiftCardInput,
): Promise<GiftCard | WithMessage<IssuedGiftCard>> {
  const { tx, actor, services } = context;
  const { recipient, expiresOn, sendOn } = input;
  await mustEndLateEnough(tx, input);
  if (sendOn && (await isDue(tx, sendOn)) === 'past')
    throw wrongField('sendOn', 'Choose today or a later day');
  if (sendOn && expiresOn && sendOn > expiresOn)
    throw wrongField('sendOn', 'Choose a day before the card expires');
  const id = newId();
  const code = makeCode(services.seals, id, { isSealed: recipient?.email !== undefined });
  await issueCards(tx, actor, [{ ...input, id, code }]);
  return deliver(context, id, code);
}

async function lockForStep(tx: Tx, actor: Actor, id: string, version: number): Promise<GiftCard> {
  await mustBeConfirmed(tx, actor);
  const card = await lockGiftCard(tx, id);
  if (card.version !== version) throw stale(card);
  return card;
}

/** Freezes, reactivates or voids a card. Voiding takes what is left, never what was spent. */
export async function stepGiftCard(
  { tx, actor, services }: Context,
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
    await endDelivery(tx, services, id);
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
  context: Context,
  id: string,
  { reason, recipient, version }: GiftCardReplacement,
): Promise<GiftCard | WithMessage<IssuedGiftCard>> {
  const { tx, actor, services } = context;
  const before = await lockForStep(tx, actor, id, version);
  if (before.status !== 'active' && before.status !== 'frozen') throw notPossible(before);
  const email = recipient ? recipient.email : before.recipient?.email;
  const code = makeCode(services.seals, id, { isSealed: Boolean(email) });
  await endDelivery(tx, services, id);
  await replaceCode(tx, id, code, recipient);
  const after = await getGiftCard(tx, id);
  await recordCard(tx, actor, { action: 'replace', before, after: { ...after, reason } });
  return deliver(context, id, code);
}

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
/** The audit log has no messages: they are private, and an erasure of a person couldn't find them there. */
const withoutMessage = ({ message, ...card }: GiftCard) => card;
const changeOf = (change: Recorded) => ({
  ...change,
  ...('before' in change && { before: withoutMessage(change.before) }),
  after: withoutMessage(change.after),
  resource: 'giftCards' as const,
  recordId: change.after._id,
});
const recordCard = (tx: Tx, actor: Actor, change: Recorded): Promise<void> =>
  recordChange(tx, actor, changeOf(change));

const batchSize = 200;
/** After a missed night, the next call catches up. */
export async function expireGiftCards(db: Database): Promise<void> {
  while ((await systemWork(db, (tx) => expirePromotional(tx, batchSize))) > 0);
}
