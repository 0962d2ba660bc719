// Runs in a separate thread: whatever an email does to its parser, requests go on meanwhile.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { normalEmail, normalLine } from '@aisle/contract/core/normal-text';
import { maxAttachments } from '@aisle/contract/service/support';
import { type AddressObject, type Attachment, type ParsedMail as Parsed, simpleParser } from 'mailparser';
import type { MailAttachment, ParsedMail } from './parsed-mail.ts';

const mib = 1024 * 1024;
const maxBytes = 10 * mib;
const maxText = 100_000;
/** Pictures this small that an HTML text shows are its decoration. */
const decorationBytes = 4096;
/** HTML longer than this isn't turned into text. */
const maxHtml = 2 * mib;

export interface ParseRequest {
  id: number;
  file: string;
}
export type ParseAnswer = { id: number; mail: ParsedMail } | { id: number; failed: string };

parentPort?.on('message', async ({ id, file }: ParseRequest) => {
  let answer: ParseAnswer;
  try {
    answer = { id, mail: await parse(file) };
  } catch (error) {
    answer = { id, failed: error instanceof Error ? error.message : 'it is damaged' };
  }
  parentPort?.postMessage(answer);
});

const options = { skipTextToHtml: true, skipImageLinks: true, maxHtmlLengthToParse: maxHtml } as const;

async function parse(file: string): Promise<ParsedMail> {
  const mail = await simpleParser(createReadStream(file), options);
  const { kept, leftOut } = await keep(mail.attachments, path.dirname(file));
  const headers = headersOf(mail);
  return {
    messageId: idOf(mail.messageId),
    inReplyTo: idsIn(mail.inReplyTo)[0] ?? null,
    references: idsIn(mail.references).slice(-100),
    from: senderOf(mail),
    recipients: recipientsOf(mail, headers),
    subject: normalLine(clean(mail.subject ?? '')),
    text: clean(await textOf(mail)).trim(),
    headers,
    receivedTimes: mail.headerLines.filter(({ key }) => key === 'received').length,
    isReport: /multipart\/report/i.test(headers['content-type'] ?? ''),
    attachments: kept,
    leftOut,
  };
}

/** Without what PostgreSQL can't store, and without marks that turn the direction of the text around them. */
const clean = (text: string): string =>
  text
    .slice(0, maxText)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');

/** The text part, or else what the HTML says. */
async function textOf(mail: Parsed): Promise<string> {
  const text = mail.text ?? '';
  const isOfHtml = text.trim() === '' && typeof mail.html === 'string' && mail.html.length < maxHtml;
  const shown = isOfHtml ? await fromHtml(mail.html as string) : text;
  return shown.replace(
    /\[(?:(?:cid|javascript|data):[^\]\n]*|[^\]\n\s]+\.(?:png|jpe?g|gif|webp|svg)(?:\?[^\]\n]*)?)\]/gi,
    '',
  );
}
async function fromHtml(html: string): Promise<string> {
  const { text } = await simpleParser(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`, options);
  return text?.trim() ? text : withoutTags(html);
}
/** For HTML that is too deep for its parser. */
const withoutTags = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ');

const idOf = (id: string | undefined): string | null => {
  const bare = clean(id ?? '')
    .replace(/^\s*<|>\s*$/g, '')
    .trim()
    .slice(0, 500);
  return bare === '' ? null : bare;
};
const idsIn = (header: string | string[] | undefined): string[] =>
  [header ?? []].flat().flatMap((text) => text.split(/\s+/).flatMap((part) => idOf(part) ?? []));

const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
function senderOf({ from }: Parsed): ParsedMail['from'] {
  const [first] = addressesIn(from);
  const email = normalEmail(clean(first?.address ?? ''));
  if (!emailPattern.test(email)) return null;
  const name = normalLine(clean(first?.name ?? ''))
    .slice(0, 120)
    .toWellFormed();
  return { name: name || null, email };
}
const addressesIn = (header: AddressObject | AddressObject[] | undefined) =>
  [header ?? []].flat().flatMap(({ value }) => value.flatMap((one) => one.group ?? one));

/** Some servers name who it was delivered to in a header, where the address that threads it is hidden from To. */
function recipientsOf({ to, cc, bcc }: Parsed, headers: Record<string, string>): string[] {
  const named = [to, cc, bcc].flatMap(addressesIn).map(({ address }) => address ?? '');
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].flatMap(
    (name) => headers[name]?.split(/[\s,<>]+/) ?? [],
  );
  return [...named, ...delivered].filter((address) => address.includes('@')).slice(0, 200);
}

function headersOf({ headerLines }: Parsed): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const { key, line } of headerLines.slice(0, 500)) {
    if (key in headers) continue;
    headers[key] = clean(line.slice(line.indexOf(':') + 1))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 1000);
  }
  return { ...headers };
}

/** What a file is, its first bytes say. */
function isWelcome(content: Buffer): boolean {
  const head = content.subarray(0, 16).toString('latin1');
  const isWebP = head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP';
  const isAvif = head.slice(4, 12) === 'ftypavif';
  return (
    ['%PDF-', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n'].some((magic) => head.startsWith(magic)) || isWebP || isAvif
  );
}

async function keep(attachments: readonly Attachment[], folder: string) {
  const kept: MailAttachment[] = [];
  const leftOut: string[] = [];
  for (const [index, { content, filename, related, contentType }] of attachments.entries()) {
    if (related && content.length < decorationBytes) continue;
    const name = nameOf(filename, contentType);
    if (kept.length === maxAttachments || content.length > maxBytes || !isWelcome(content)) {
      leftOut.push(name);
      continue;
    }
    const file = path.join(folder, `attachment-${index}`);
    await writeFile(file, content);
    kept.push({ name, path: file, bytes: content.length });
  }
  return { kept, leftOut: leftOut.slice(0, 100) };
}

const nameOf = (name: string | undefined, type: string): string =>
  clean(name ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed() || type.slice(0, 60);
