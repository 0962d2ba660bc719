import { formatMoney } from '@aisle/contract/core/money';
import type { FastifyInstance } from 'fastify';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import { escaped, type LinkPage, sendPage } from '../../core/http/responses/link-page.ts';
import {
  followRenewalLink,
  readRenewalLink,
} from '../../customers/subscriptions/renewal-links/renewal-links.ts';
import type { PaymentPages } from '../../ledgers/gateways/reports.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { followLink, readLink } from './pay-links.ts';

type Token = {
  Params: { token: string };
  Querystring: { paid?: string };
  Body: { saveCard?: string } | undefined;
};

interface Needs {
  db: Database;
  publicUrl: string;
  /** The pages of the gateway that new payments use. */
  pages: PaymentPages | undefined;
}

/**
 * The public page of a link to pay an order. Opening it changes nothing, because mail programs open links to check them; its
 * button leads to the page of the gateway. Links that don't work all get the same 404.
 */
export function servePayLinks(app: FastifyInstance, { db, publicUrl, pages }: Needs): void {
  app.get<Token>('/pay/:token', async ({ params, query }, reply) => {
    const found = await transaction(db, { ...system, readOnly: true }, async (tx) => {
      const link = (await readLink(tx, params.token)) ?? (await readRenewalLink(tx, params.token));
      return link && { ...link, brandName: (await getSettings(tx)).brandName };
    });
    if (!found || !pages) return sendPage(reply, broken);
    const { brandName, what, due, isRenewal } = found;
    if (due === 0) return sendPage(reply, thanks);
    if (query.paid !== undefined) return sendPage(reply, paying);
    return sendPage(reply, {
      title: `Pay ${escaped(brandName)}`,
      content: `<p class="amount">${formatMoney(due)}</p><p>${escaped(what)}</p>${form(escaped(brandName), isRenewal)}`,
      formsLeadTo: pages.sources,
    });
  });
  app.post<Token>('/pay/:token', { config: { takesForms: true } }, async ({ params, body, log }, reply) => {
    if (!pages) return sendPage(reply, broken);
    const asked = { token: params.token, publicUrl, savesCard: body?.saveCard === 'on' };
    const followed = await systemWork(
      db,
      async (tx) => (await followLink(tx, asked)) ?? (await followRenewalLink(tx, asked)),
    );
    if (!followed) return sendPage(reply, broken);
    if (followed.kind === 'paid') return sendPage(reply, thanks);
    if (followed.kind === 'open') return reply.redirect(followed.url, 303);
    const { page, formerRef, record } = followed;
    try {
      // Not in a transaction, so that no connection waits for the gateway.
      const former = formerRef && (await pages.close(formerRef));
      if (former && former.status === 'paid') return sendPage(reply, thanks);
      const opened = await pages.open(page);
      if (await systemWork(db, (tx) => record(tx, opened))) return reply.redirect(opened.url, 303);
      await pages.close(opened.ref);
      return sendPage(reply, broken);
    } catch (err) {
      log.warn({ err, paymentId: page.paymentId }, 'payment page not opened');
      return sendPage(reply, later);
    }
  });
}

/** The shopper agrees explicitly that the card is charged again without them. */
const form = (brandName: string, isRenewal: boolean): string => `<form method="post">
<label><input type="checkbox" name="saveCard"> Save my card. ${brandName} may charge it again without asking ${
  isRenewal
    ? 'when the subscription renews'
    : 'for this order, for example if the bank ends the authorization before the order is handed over'
}.</label>
<button>Pay by card</button></form>`;

const broken: LinkPage = {
  title: "This link doesn't work",
  content: '<p>It ended, or a newer message has another one. To pay, contact the store.</p>',
  status: 404,
};
const thanks: LinkPage = {
  title: 'Thank you',
  content: '<p>Your payment was received.</p>',
};
/** The shopper comes back from the gateway's page before the gateway reported the payment. */
const paying: LinkPage = {
  title: 'Thank you',
  content: '<p>Your payment is being confirmed. You can close this page.</p>',
};
const later: LinkPage = {
  title: "The payment page can't be opened now",
  content: '<p>Try again in a minute.</p><form method="post"><button>Try again</button></form>',
  status: 503,
};
