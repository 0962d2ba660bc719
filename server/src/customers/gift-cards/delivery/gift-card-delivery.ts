import { randomBytes } from 'node:crypto';
import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCode } from '@aisle/contract/customers/gift-card-code';
import type { GiftCard } from '@aisle/contract/customers/gift-cards';
import { systemActor } from '../../../core/audit.ts';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { afterCommit, type Database, type Tx } from '../../../core/db/db.ts';
import { systemWork } from '../../../core/db/deadlock.ts';
import { giftCardContext } from '../../../core/db/seals/sealed-columns.ts';
import { storePrintFile } from '../../../core/files/prints.ts';
import type { Storage } from '../../../core/files/storage.ts';
import { type Actor, hashToken } from '../../../core/http/actor.ts';
import { writeAmount, writeLetterhead } from '../../../core/paper/layout.ts';
import { openPdf, papers } from '../../../core/paper/pdf.ts';
import { problem } from '../../../core/problem.ts';
import type { Services } from '../../../core/services.ts';
import { queueMails } from '../../../system/mails/mail.ts';
import { readBrand } from '../../../system/settings/document-brand.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { notPossible } from '../gift-card-problems.ts';
import { getGiftCard } from '../gift-cards.queries.ts';
import {
  deletePrints,
  findByLink,
  forgetCodes,
  lockDue,
  lockSealed,
  type SealedCard,
  setLinks,
  setPrint,
} from './gift-card-delivery.queries.ts';

type Sender = Pick<Actor, 'userId' | 'name'>;

/** Emails recipients links that show the codes. A former link of a card ends. */
export async function sendLinks(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  actor: Sender,
  cards: readonly SealedCard[],
): Promise<void> {
  const { brandName } = await getSettings(tx);
  const sent = cards.map((card) => {
    // Short enough that the link fits on one line of an email.
    const token = randomBytes(24).toString('base64url');
    const link = `${settings.publicUrl}/gift/${token}`;
    return { card, hash: hashToken(token), mail: mailOf(card, link, brandName) };
  });
  await setLinks(
    tx,
    sent.map(({ card: { id }, hash }) => ({ id, hash })),
  );
  await queueMails(
    tx,
    sent.map(({ mail }) => mail),
  );
  await recordChanges(
    tx,
    actor,
    cards.map(({ id }) => ({ action: 'send', resource: 'giftCards', recordId: id })),
  );
}

function mailOf(card: SealedCard, link: string, brandName: string) {
  const { recipientName, recipientEmail, balance, message, expiresOn } = card;
  const paragraphs = [
    `Hello ${recipientName},`,
    `You have a gift card of ${formatMoney(balance)} for ${brandName}.`,
    message,
    `See its code: ${link}`,
    'The code is shown once. Keep it somewhere safe, because anyone who has it can spend the card.',
    expiresOn && `You can use the card until ${formatDay(expiresOn)}.`,
    brandName,
  ];
  return {
    to: recipientEmail!,
    subject: `A gift card of ${formatMoney(balance)} for ${brandName}`,
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
  };
}

/** The card, locked, unless its code was delivered. */
async function mustBeSealed(tx: Tx, id: string): Promise<SealedCard> {
  const sealed = await lockSealed(tx, id);
  if (sealed) return sealed;
  const card = await getGiftCard(tx, id);
  if (card.status === 'voided') throw notPossible(card);
  throw problem('giftCards.delivered', { number: card.number });
}

export async function resendLink({ tx, actor, services }: Context, id: string): Promise<GiftCard> {
  const sealed = await mustBeSealed(tx, id);
  if (!sealed.recipientEmail) throw problem('giftCards.no-email', { number: sealed.number });
  const card = await getGiftCard(tx, id);
  if (card.status !== 'active') throw notPossible(card);
  await sendLinks(tx, services, actor, [sealed]);
  return getGiftCard(tx, id);
}

/** Prints the code within the request, because it is a single page. Printing isn't a delivery. */
export async function printGiftCard(
  { tx, actor, services }: Context,
  id: string,
): Promise<{ url: string; jobId: null }> {
  const { storage, seals } = services;
  const card = await mustBeSealed(tx, id);
  const { statementPaper } = await getSettings(tx);
  const title = `Gift card ${card.number}`;
  const pdf = await openPdf(title, await readBrand(tx, storage));
  const code = seals.open(card.sealed, giftCardContext(id));
  pdf.paper(papers[statementPaper], { footer: title }, (paper) => {
    writeLetterhead(paper, 'Gift card', [
      ['Number', card.number],
      ...(card.recipientName ? [['For', card.recipientName] as const] : []),
      ...(card.expiresOn ? [['Use until', formatDay(card.expiresOn)] as const] : []),
    ]);
    writeAmount(paper, formatMoney(card.balance), card.message ?? undefined);
    paper.text(formatCode(code), { size: 15, bold: true });
    paper.space(10);
    paper.barcode(code);
  });
  const name = `${title}.pdf`;
  const bytes = await pdf.end();
  await removePrints(tx, storage, [card]);
  const { key } = await storePrintFile(tx, storage, { name, bytes, createdBy: actor.userId });
  await setPrint(tx, id, key);
  await recordChanges(tx, actor, [{ action: 'print', resource: 'giftCards', recordId: id }]);
  return { url: storage.namedUrl(key, name), jobId: null };
}

export async function removePrints(tx: Tx, storage: Storage, cards: readonly SealedCard[]): Promise<void> {
  const keys = cards.flatMap(({ printKey }) => printKey ?? []);
  if (keys.length === 0) return;
  await deletePrints(tx, keys);
  afterCommit(tx, () => Promise.all(keys.map((key) => storage.remove(key))));
}

/** Ends link and print of a code that stops working. */
export async function endDelivery(tx: Tx, { storage }: Pick<Services, 'storage'>, id: string): Promise<void> {
  const sealed = await lockSealed(tx, id);
  if (!sealed) return;
  await removePrints(tx, storage, [sealed]);
  await forgetCodes(tx, [id], { isDelivered: false });
}

/** Shows the code of a link for the only time. Undefined for links that don't work. */
export async function openLink(
  tx: Tx,
  { seals, storage }: Pick<Services, 'seals' | 'storage'>,
  token: string,
): Promise<(SealedCard & { code: string }) | undefined> {
  const card = await findByLink(tx, hashToken(token), true);
  if (!card) return undefined;
  const code = seals.open(card.sealed, giftCardContext(card.id));
  await removePrints(tx, storage, [card]);
  await forgetCodes(tx, [card.id], { isDelivered: true });
  await recordChanges(tx, { userId: null, name: 'Recipient' }, [
    { action: 'deliver', resource: 'giftCards', recordId: card.id },
  ]);
  return { ...card, code };
}

const batchSize = 50;
/** Sends the emails of today. After a missed run, the next one catches up. */
export async function sendGiftCards(db: Database, services: Pick<Services, 'settings'>): Promise<void> {
  let count = batchSize;
  while (count === batchSize) {
    count = await systemWork(db, async (tx) => {
      const due = await lockDue(tx, batchSize);
      if (due.length > 0) await sendLinks(tx, services, systemActor, due);
      return due.length;
    });
  }
}
