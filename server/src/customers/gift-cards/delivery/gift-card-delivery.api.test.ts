import { type GiftCard, type GiftCardInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { describe, expect, test } from 'vitest';
import { runSql } from '../../../../test/order-builders.ts';
import { readPdfText } from '../../../../test/pdf-text.ts';
import { mailsTo } from '../../../../test/people-builders.ts';
import { openShop, refusal, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { sendGiftCards } from './gift-card-delivery.ts';

// The demo keeps the texts of sent emails.
const shop = await openShop({ demo: true });
const manager = await shop.signIn();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const codeForm = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}-[0-9A-Z]/;
const newEmail = () => `grace-${newId()}@shoppers.example`;
const issue = async (more: Partial<GiftCardInput> = {}, email = newEmail()) => {
  const recipient = { name: 'Grace Hill', email };
  const card = await manager.do(giftCardRoutes.create, {
    body: { kind: 'promotional', amount: 2500, recipient, ...more },
  });
  return { card, email };
};
const linksTo = async (email: string) =>
  (await mailsTo(shop, email)).map(({ body }) => /\/gift\/[\w-]+/.exec(body)![0]);
const open = (url: string, method: 'GET' | 'POST') =>
  shop.server.inject({ method, url, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
const shownCode = async (url: string) => codeForm.exec((await open(url, 'POST')).body)?.[0];
const balance = (code: string) => manager.call(giftCardRoutes.balance, { body: { code } });
const view = async ({ _id: id }: GiftCard) =>
  (await manager.do(giftCardRoutes.view, { params: { id } })).giftCard;
const pdf = ({ _id: id }: GiftCard) => manager.call(giftCardRoutes.pdf, { params: { id } });
const resend = ({ _id: id }: GiftCard) => manager.call(giftCardRoutes.resend, { params: { id } });
const notFound = async (url: string) => {
  const answers = [await open(url, 'GET'), await open(url, 'POST')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  return answers[0]!.body.replaceAll(/nonce="\w+"/g, '');
};

describe('a card with a recipient email', () => {
  test('is emailed as a link that shows the code once, after a click', async () => {
    const { card, email } = await issue({ message: 'Happy birthday <3' });
    const [mail] = await mailsTo(shop, email);
    const [link] = await linksTo(email);

    const first = await open(link!, 'GET');
    const again = await open(link!, 'GET');
    const clicked = await open(link!, 'POST');

    expect('code' in card).toBe(false);
    expect(card).toMatchObject({ recipient: { name: 'Grace Hill', email }, deliveredAt: null });
    expect(mail!.body).toContain('Happy birthday <3');
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(first.body).toContain('Happy birthday &lt;3');
    expect(first.body).not.toMatch(codeForm);
    expect(clicked.body).toContain('Barcode of the code');
    expect(clicked.headers['cache-control']).toBe('no-store');
    expect((await balance(codeForm.exec(clicked.body)![0])).body.data).toMatchObject({ balance: 2500 });
    expect(await notFound(link!)).toBe(await notFound('/gift/unknown'));
    expect((await view(card)).deliveredAt).not.toBeNull();
  });

  test('stores the code sealed until it is delivered, and no table contains it', async () => {
    const { card, email } = await issue();
    const stored = () =>
      runSql<{ sealed: boolean }>(
        shop,
        `SELECT sealed_code IS NOT NULL AS sealed FROM gift_cards WHERE id = '${card._id}'`,
      );
    expect(await stored()).toEqual([{ sealed: true }]);

    const code = (await shownCode((await linksTo(email))[0]!))!;

    expect(await stored()).toEqual([{ sealed: false }]);
    const found = await runSql<{ found: string }>(
      shop,
      `SELECT t.found FROM (
         SELECT row(i.*)::text AS found FROM idempotency_keys i UNION ALL SELECT row(g.*)::text FROM gift_cards g
         UNION ALL SELECT row(a.*)::text FROM audit_entries a UNION ALL SELECT row(c.*)::text FROM changes c
         UNION ALL SELECT row(m.*)::text FROM mails m) t
       WHERE t.found LIKE '%${code}%' OR t.found LIKE '%${code.replaceAll('-', '')}%'`,
    );
    expect(found).toEqual([]);
  });

  test('shows the code to one of several concurrent clicks', async () => {
    const { email } = await issue();
    const [link] = await linksTo(email);

    const answers = await Promise.all(Array.from({ length: 8 }, () => open(link!, 'POST')));

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('is emailed on its day, once', async () => {
    const { card, email } = await issue({ sendOn: dayIn(10) });
    await sendGiftCards(shop.db, shop.services);
    expect(await linksTo(email)).toEqual([]);
    await shop.db.owner.query(`UPDATE gift_cards SET send_on = current_date - 2 WHERE id = '${card._id}'`);

    await sendGiftCards(shop.db, shop.services);
    await sendGiftCards(shop.db, shop.services);

    expect(await linksTo(email)).toHaveLength(1);
    expect((await view(card)).sentAt).not.toBeNull();
  });

  test('gets a new link from a resend, which ends the old one', async () => {
    const { card, email } = await issue();

    const resent = await resend(card);

    const [first, second] = await linksTo(email);
    expect(resent.status).toBe(200);
    await notFound(first!);
    expect(await shownCode(second!)).toMatch(codeForm);
    expect(refusal(await resend(card))).toEqual([409, 'giftCards.delivered']);
  });

  test('is printed with its code until it is delivered', async () => {
    const { card, email } = await issue({ message: 'For you' });

    const { url } = await manager.do(giftCardRoutes.pdf, { params: { id: card._id } });
    const file = await shop.server.inject({ method: 'GET', url: url! });
    const code = await shownCode((await linksTo(email))[0]!);

    const lines = readPdfText(file.rawPayload).flatMap((page) => page.lines);
    expect(lines).toEqual(expect.arrayContaining(['$25.00', 'For you', code]));
    expect((await shop.server.inject({ method: 'GET', url: url! })).statusCode).toBe(404);
    expect(refusal(await pdf(card))).toEqual([409, 'giftCards.delivered']);
  });

  test('is replaced by a new link, also for another recipient', async () => {
    const { card, email } = await issue();
    const other = newEmail();
    const replace = (version: number, more: object = {}) =>
      manager.do(giftCardRoutes.replace, {
        params: { id: card._id },
        body: { reason: 'Lost', version, ...more },
      });

    const again = await replace((await view(card)).version);
    const moved = await replace(again.version, { recipient: { name: 'Ada Hill', email: other } });
    const [first, second] = await linksTo(email);
    const [third] = await linksTo(other);

    for (const link of [first, second]) await notFound(link!);
    const code = (await shownCode(third!))!;
    expect((await balance(code)).status).toBe(200);
    expect(moved.recipient).toEqual({ name: 'Ada Hill', email: other });
    const { code: shown } = await replace((await view(card)).version, { recipient: { name: 'Ada Hill' } });
    expect(shown).toMatch(codeForm);
    expect(refusal(await balance(code))).toEqual([409, 'giftCards.not-usable']);
  });

  test('loses its link when it is voided', async () => {
    const { card, email } = await issue();
    const { version } = await view(card);
    await manager.do(giftCardRoutes.updateStatus, {
      params: { id: card._id },
      body: { status: 'voided', reason: 'Mistake', version },
    });

    await notFound((await linksTo(email))[0]!);
    expect(refusal(await resend(card))).toEqual([409, 'giftCards.step-not-possible']);
  });
});

test.each([
  ['a day without an email', { recipient: { name: 'Grace' }, sendOn: dayIn(3) }, 'sendOn'],
  ['a past day', { sendOn: dayIn(-3) }, 'sendOn'],
  ['a day after the last one', { sendOn: dayIn(9), expiresOn: dayIn(8) }, 'sendOn'],
  ['a wrong email', { recipient: { name: 'Grace', email: 'grace' } }, 'recipient.email'],
])('rejects %s', async (_, more, field) => {
  const recipient = { name: 'Grace', email: newEmail() };
  const body: GiftCardInput = { kind: 'promotional', amount: 1000, recipient, ...more };

  expect(refusedField(await manager.call(giftCardRoutes.create, { body }))).toEqual([400, field]);
});
