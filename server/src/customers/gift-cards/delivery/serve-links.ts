import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCode } from '@aisle/contract/customers/gift-card-code';
import type { FastifyInstance } from 'fastify';
import { type Database, system, transaction } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import { escaped, type LinkPage, sendPage } from '../../../core/http/responses/link-page.ts';
import { barsOf } from '../../../core/paper/code128.ts';
import type { Services } from '../../../core/services.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { findByLink, type SealedCard } from './gift-card-delivery.queries.ts';
import { openLink } from './gift-card-delivery.ts';

type Token = { Params: { token: string } };

/**
 * The public page of a link in an email, which shows the code of a gift card once. Opening the page changes nothing, because
 * mail programs open links to check them; only its button does. Links that don't work all get the same 404.
 */
export function serveGiftLinks(
  app: FastifyInstance,
  db: Database,
  services: Pick<Services, 'seals' | 'storage'>,
): void {
  app.get<Token>('/gift/:token', async ({ params }, reply) => {
    const found = await transaction(db, { ...system, readOnly: true }, async (tx) => {
      const card = await findByLink(tx, hashToken(params.token));
      return card && { card, brandName: (await getSettings(tx)).brandName };
    });
    if (!found) return sendPage(reply, broken);
    const button = '<form method="post"><button>Show code</button></form>';
    const note = '<p>The code is shown once. Have something ready to write it down.</p>';
    return sendPage(reply, {
      title: titleOf(found.brandName),
      content: `${cardFacts(found.card)}${note}${button}`,
    });
  });
  app.post<Token>('/gift/:token', { config: { takesForms: true } }, async ({ params }, reply) => {
    const found = await transaction(db, system, async (tx) => {
      const card = await openLink(tx, services, params.token);
      return card && { card, brandName: (await getSettings(tx)).brandName };
    });
    if (!found) return sendPage(reply, broken);
    const { card, brandName } = found;
    const code = `<p class="code">${formatCode(card.code)}</p>${barcodeOf(card.code)}`;
    const note = "<p>Write the code down or print this page. It can't be shown again.</p>";
    return sendPage(reply, { title: titleOf(brandName), content: `${cardFacts(card)}${code}${note}` });
  });
}

const cardFacts = ({ balance, message, expiresOn }: SealedCard): string =>
  [
    `<p class="amount">${formatMoney(balance)}</p>`,
    message && `<p class="message">${escaped(message)}</p>`,
    expiresOn && `<p>Use it until ${formatDay(expiresOn)}.</p>`,
  ]
    .filter(Boolean)
    .join('');

/** The barcode as black bars on white in both themes, with quiet zones, so that scanners can read it from a phone. */
function barcodeOf(code: string): string {
  let x = 10;
  const bars = barsOf(code).map((width, index) => {
    const bar = index % 2 === 0 ? `<rect x="${x}" width="${width}" height="40"/>` : '';
    x += width;
    return bar;
  });
  return `<svg role="img" aria-label="Barcode of the code" viewBox="0 -6 ${x + 10} 52"><rect y="-6" width="${x + 10}" height="52" fill="#fff"/>${bars.join('')}</svg>`;
}

const titleOf = (brandName: string): string => `Gift card for ${escaped(brandName)}`;
const broken: LinkPage = {
  title: "This link doesn't work",
  content:
    "<p>It was used, or a newer email has another one. If you don't have the code, contact the store.</p>",
  status: 404,
};
