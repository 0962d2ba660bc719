import { formatDate } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import type { Tx } from '../../core/db/db.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { type MailFacts, mailFactsOf } from './renewals.queries.ts';

/** The emails that a customer gets about a renewal. */
type RenewalMail =
  | { kind: 'upcoming'; byLink: boolean }
  | { kind: 'cardExpires' }
  | { kind: 'renewed' }
  | { kind: 'notCharged'; problem: string; nextTryAt: string; link?: { url: string; expiresAt: string } }
  | { kind: 'unpaid'; link: { url: string; expiresAt: string }; endsAt: string }
  | { kind: 'ended'; problem: string };

export async function queueRenewalMail(tx: Tx, subscriptionId: string, news: RenewalMail): Promise<void> {
  const facts = await mailFactsOf(tx, subscriptionId);
  if (!facts.email) return;
  const { brandName } = await getSettings(tx);
  const { subject, paragraphs } = textOf(news, facts);
  const text = `${[`Hello ${facts.firstName},`, ...paragraphs, brandName].join('\n\n')}\n`;
  await queueMail(tx, { to: facts.email, subject, text });
}

function textOf(news: RenewalMail, facts: MailFacts): { subject: string; paragraphs: string[] } {
  const { plan, price, nextPrice, endsAt, timeZone, card } = facts;
  const day = (instant: string) => formatDate(instant, timeZone);
  switch (news.kind) {
    case 'upcoming':
      return {
        subject: `${plan} renews on ${day(endsAt)}`,
        paragraphs: [
          `Your ${plan} subscription renews on ${day(endsAt)}. ${
            news.byLink
              ? `We'll email you a link to pay ${formatMoney(nextPrice)}.`
              : `We'll charge ${formatMoney(nextPrice)} to your card.`
          }`,
          'If you want to change or cancel it, contact us before then.',
        ],
      };
    case 'cardExpires':
      return {
        subject: `Your card ending in ${card?.last4} expires ${monthOf(card?.expires)}`,
        paragraphs: [
          `Your card ending in ${card?.last4} pays for your ${plan} subscription and is valid until ${monthOf(card?.expires)}.`,
          `The subscription renews on ${day(endsAt)}. To pay with another card, contact us before then.`,
        ],
      };
    case 'renewed':
      return {
        subject: `${plan} was renewed`,
        paragraphs: [
          `We charged ${formatMoney(price)} to your card. Your ${plan} subscription now runs until ${day(endsAt)}.`,
        ],
      };
    case 'notCharged':
      return {
        subject: `We couldn't renew ${plan}`,
        paragraphs: [
          `Your card wasn't charged for ${plan}: ${sentence(news.problem)}`,
          ...(news.link
            ? [
                `Confirm the payment of ${formatMoney(price)} with your bank, or pay with another card: ${news.link.url}`,
                `The link works until ${day(news.link.expiresAt)}.`,
              ]
            : []),
          `We'll try again on ${day(news.nextTryAt)}. You keep your benefits until then.`,
        ],
      };
    case 'unpaid':
      return {
        subject: `Pay to renew ${plan}`,
        paragraphs: [
          `Your ${plan} subscription was renewed, but we have no saved card to charge for it.`,
          `Pay ${formatMoney(price)} by card: ${news.link.url}`,
          `The link works until ${day(news.link.expiresAt)}. If you save the card there, it pays for the next renewals.`,
          `You keep your benefits until ${day(news.endsAt)}. If you haven't paid by then, the subscription ends.`,
        ],
      };
    case 'ended':
      return {
        subject: `${plan} has ended`,
        paragraphs: [
          `Your ${plan} subscription has ended because it couldn't be renewed: ${sentence(news.problem)}`,
          'You can subscribe again at any time.',
        ],
      };
  }
}
/** Formats a month as cards show it: "2029-04" as "04/2029". */
const monthOf = (month = ''): string => month.split('-').toReversed().join('/');
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
