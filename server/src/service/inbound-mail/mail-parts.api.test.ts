import { supportRoutes } from '@aisle/contract/service/support';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { mailOf, openMailbox } from '../../../test/support-builders.ts';

const shop = await openShop();
const agent = await shop.signIn();
const mailbox = await openMailbox(shop, agent);
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();

let mails = 0;
/** An email with the given content type and body, which can have any bytes. */
function rawMail(type: string | null, body: Buffer | string, ...more: string[]): Buffer {
  mails += 1;
  const head = [
    `From: part-${mails}@people.example`,
    `Message-ID: <part-${mails}@people.example>`,
    ...(more.some((line) => line.startsWith('Subject')) ? [] : ['Subject: A question']),
    ...(type === null ? [] : ['MIME-Version: 1.0', `Content-Type: ${type}`]),
  ];
  const lines = [...head, ...more].map((line) => Buffer.from(`${line}\r\n`, 'latin1'));
  return Buffer.concat([...lines, Buffer.from('\r\n'), Buffer.from(body as string)]);
}
async function receive(raw: Buffer | string) {
  const result = await mailbox.deliver(raw);
  const ticket = await agent.do(supportRoutes.get, { params: { id: result.ticketId! } });
  return { result, ticket, message: ticket.messages.at(-1)! };
}

const latin1 = Buffer.from('Caf\xe9, cr\xe8me br\xfbl\xe9e', 'latin1');
test.each([
  ['no charset', rawMail(null, latin1)],
  ['a content type without a charset', rawMail('text/plain', latin1)],
  ['us-ascii', rawMail('text/plain; charset=us-ascii', latin1)],
  ['utf-8', rawMail('text/plain; charset=utf-8', latin1)],
  ['an unknown charset', rawMail('text/plain; charset=x-mystery', latin1)],
  ['iso-8859-1 but is UTF-8', rawMail('text/plain; charset=iso-8859-1', 'Café, crème brûlée')],
  ['windows-1252 but is UTF-8', rawMail('text/plain; charset=windows-1252', 'Café, crème brûlée')],
  ['koi8-r but is UTF-8', rawMail('text/plain; charset=koi8-r', 'Café, crème brûlée')],
  [
    'utf-8 in quoted-printable',
    rawMail(
      'text/plain; charset=utf-8',
      'Caf=E9, cr=E8me br=FBl=E9e',
      'Content-Transfer-Encoding: quoted-printable',
    ),
  ],
  [
    'us-ascii in base64',
    rawMail('text/plain', latin1.toString('base64'), 'Content-Transfer-Encoding: base64'),
  ],
  ['HTML', rawMail('text/html', Buffer.concat([Buffer.from('<p>'), latin1, Buffer.from('</p>')]))],
  ['format=flowed', rawMail('text/plain; format=flowed', latin1)],
])('reads text that declares %s', async (_, raw) => {
  expect((await receive(raw)).message.text).toBe('Café, crème brûlée');
});

test('reads a reply in Latin-1 above a quote in UTF-8', async () => {
  const body = Buffer.concat([Buffer.from('Caf\xe9\r\n\r\n', 'latin1'), Buffer.from('> Grüße\r\n')]);

  expect((await receive(rawMail('text/plain', body))).message).toMatchObject({
    text: 'Café',
    quoted: '> Grüße',
  });
});

test.each([
  ['windows-1252', Buffer.from('\x80 5 \x96 \x93ok\x94', 'latin1'), '€ 5 – “ok”'],
  ['iso-8859-2', Buffer.from('Za\xbf\xf3\xb3\xe6', 'latin1'), 'Zażółć'],
  ['shift_jis', Buffer.from('83658358836731', 'hex'), 'テスト1'],
  ['utf-8', Buffer.from('Größe ✓'), 'Größe ✓'],
])('keeps text in %s unchanged', async (charset, body, text) => {
  expect((await receive(rawMail(`text/plain; charset=${charset}`, body))).message.text).toBe(text);
});

test('reads headers with raw bytes or encoded words of the wrong charset', async () => {
  const bare = await receive(rawMail(null, 'Hello', 'Subject: Caf\xe9 f\xfcr Jos\xe9'));
  const word = await receive(
    rawMail(null, 'Hello', 'Subject: =?utf-8?Q?Caf=E9?= and =?us-ascii?B?Y2Fm6Q==?='),
  );
  const split = await receive(rawMail(null, 'Hello', 'Subject: =?utf-8?B?Q2Fmww==?= =?utf-8?B?qSE=?='));

  expect([bare, word, split].map(({ ticket }) => ticket.subject)).toEqual([
    'Café für José',
    'Café and café',
    'Café!',
  ]);
});

test('separates the cells of HTML tables by tabs and rows by lines', async () => {
  const html = `<p>My order:</p><table><tr><th>Order</th><th>O-106249</th></tr>
    <tr><td><p>Milk</p></td><td><p>2</p></td><td>$3.00</td></tr><tr><td>Eggs<td>1<td>$2.00</table><p>Thanks</p>`;

  expect((await receive(rawMail('text/html', html))).message.text).toBe(
    'My order:\n\nOrder\tO-106249\nMilk\t2\t$3.00\nEggs\t1\t$2.00\n\nThanks',
  );
});

test('folds the quotes of an HTML email', async () => {
  const html = `<div>Thank you!</div><div class="gmail_quote"><div>On Mon, Nov 23, 2026 at 9:00 AM Help
    &lt;<a href="mailto:help@shop.example">help@shop.example</a>&gt; wrote:<br></div>
    <blockquote class="gmail_quote"><div>Hello<br>there</div></blockquote></div>`;

  expect((await receive(rawMail('text/html', html))).message).toMatchObject({
    text: 'Thank you!',
    quoted: expect.stringMatching(/wrote:\n\n> Hello\n> there$/),
  });
});

const boundary = (subtype: string, ...parts: string[]) =>
  rawMail(
    `multipart/${subtype}; boundary="b"`,
    `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  );
const file = (bytes: Buffer, ...headers: string[]) =>
  [...headers, 'Content-Transfer-Encoding: base64', '', bytes.toString('base64')].join('\r\n');
const html = 'Content-Type: text/html\r\n\r\n<p>Hello <img src="cid:one"></p>';

test('stores small attachments of an HTML email', async () => {
  const { result, message } = await receive(
    boundary(
      'related',
      html,
      file(
        Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(3000, 'x')]),
        'Content-Type: application/pdf; name="bill.pdf"',
        'Content-ID: <two>',
        'Content-Disposition: attachment; filename="bill.pdf"',
      ),
      file(
        png,
        'Content-Type: image/png; name="leak.png"',
        'Content-ID: <one>',
        'Content-Disposition: inline',
      ),
      file(Buffer.from('PK\x03\x04'), 'Content-Type: application/zip; name="all.zip"', 'Content-ID: <three>'),
    ),
  );

  expect(message.attachments.map(({ name }) => name)).toEqual(['bill.pdf', 'leak.png']);
  expect(result.leftOut).toEqual(['all.zip']);
  expect(message.text).toContain('[Attachments not kept: all.zip]');
});

test('prefers attachments to small pictures of the text if there are many', async () => {
  const pictures = Array.from({ length: 12 }, (_, index) =>
    file(png, `Content-Type: image/png; name="icon-${index}.png"`, `Content-ID: <icon-${index}>`),
  );
  const pdf = file(
    Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(9000, 'x')]),
    'Content-Type: application/pdf; name="bill.pdf"',
    'Content-Disposition: attachment; filename="bill.pdf"',
  );

  const { result, message } = await receive(boundary('related', html, ...pictures, pdf));

  expect(message.attachments).toHaveLength(10);
  expect(message.attachments[0]?.name).toBe('bill.pdf');
  expect(result.leftOut).toEqual(['icon-9.png', 'icon-10.png', 'icon-11.png']);
});

test('prefers the plain text of alternatives unless it is empty', async () => {
  const plain = (text: string) => `Content-Type: text/plain\r\n\r\n${text}`;

  const both = await receive(boundary('alternative', plain('Plain'), html));
  const onlyHtml = await receive(boundary('alternative', plain(' '), html));
  const mixed = await receive(
    boundary('mixed', plain('First'), 'Content-Type: text/html\r\n\r\n<p>Second</p>'),
  );

  expect([both, onlyHtml, mixed].map(({ message }) => message.text)).toEqual([
    'Plain',
    'Hello',
    'First\nSecond',
  ]);
});

test('writes links after their text and removes the addresses of pictures', async () => {
  const withLink = await receive(
    rawMail('text/html', '<p>See <a href="https://a.example/x">this page</a>.</p>'),
  );
  const outlook = await receive(
    mailOf({ from: 'o@people.example', text: 'Hi [cid:image001.png@01D0] there [x]' }),
  );

  expect(withLink.message.text).toBe('See this page [https://a.example/x].');
  expect(outlook.message.text).toBe('Hi  there [x]');
});
