// Runs in a worker thread (core/work), so that requests are still answered while an email is parsed.
import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { limitMarks, normalEmail, normalLine } from '@aisle/contract/core/normal-text';
import { maxAttachments } from '@aisle/contract/service/support';
import type { AddressObject, AttachmentStream } from 'mailparser';
import { serveCalls } from '../../core/work/in-thread.ts';
import { repairHeader } from './charset.ts';
import { isSystemError, unreadableMail } from './mail-errors.ts';
import { MailReader } from './mail-reader.ts';
import type { MailAddress, MailAttachment, ParsedMail } from './parsed-mail.ts';
import { partQuoted } from './quoted-text.ts';

const mib = 1024 * 1024;
const maxBytes = 10 * mib;
const maxText = 100_000;
/** Longer headers are parsed without conversion. */
const maxHeader = mib;
/** Images below this size that the HTML text shows are probably decoration, and come after the other attachments. */
const decorationBytes = 4096;

const calls = {
  parse: (input: { file: string }) => guarded(() => parse(input.file)),
  /** The fallback for an email whose body can't be parsed. */
  parseHeader: (input: { file: string }) => guarded(() => parseHeader(input.file)),
};
export type MailCalls = typeof calls;
export default serveCalls(() => calls);

/** System errors such as a full disk are not the email's fault. */
async function guarded(work: () => Promise<ParsedMail>): Promise<ParsedMail> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error)) throw error;
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'EMAXLEN';
    throw unreadableMail(isTooLong ? 'it has too many parts or too long headers' : 'it is damaged');
  }
}

async function parse(file: string): Promise<ParsedMail> {
  const digest = createHash('sha256');
  const reader = new MailReader();
  const found: FoundAttachment[] = [];
  await read(chunksOf(file, digest), reader, async (part) => {
    found.push(await storeContent(part, path.dirname(file), found.length));
  });
  return mailOf(reader, digest.digest('hex'), found);
}

async function parseHeader(file: string): Promise<ParsedMail> {
  const digest = createHash('sha256');
  let header: Buffer | undefined;
  for await (const chunk of chunksOf(file, digest)) header ??= chunk;
  const reader = new MailReader();
  const end = header ? headerEnd(header) : -1;
  const fields = header?.subarray(0, end === -1 ? maxHeader : end) ?? Buffer.alloc(0);
  // Without its content type, the empty body counts as plain text.
  const plain = fields.toString('latin1').replace(/^content-[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n?/gim, '');
  await read([Buffer.from(`${plain.trimEnd()}\r\n\r\n`, 'latin1')], reader, async () => {});
  return mailOf(reader, digest.digest('hex'), []);
}

/** Reads each attachment completely before the next one is parsed. */
async function read(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  reader: MailReader,
  onAttachment: (part: AttachmentStream) => Promise<void>,
): Promise<void> {
  const source = Readable.from(chunks);
  source.on('error', (error) => reader.destroy(error));
  // After a parser error, the stream of the current attachment never ends.
  const failed = once(reader, 'error').then(([error]) => Promise.reject(error));
  const finished = (async () => {
    for await (const part of reader as AsyncIterable<{ type: string } | AttachmentStream>) {
      if (!isAttachment(part)) continue;
      await onAttachment(part);
      part.release?.();
    }
  })();
  source.pipe(reader);
  await Promise.race([failed, finished]);
}
const isAttachment = (part: { type: string }): part is AttachmentStream => part.type === 'attachment';

/** The bytes of a file, with the header in UTF-8. */
async function* chunksOf(file: string, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = headerEnd(head);
    if (end === -1 && head.length < maxHeader) continue;
    yield* repaired(head, end);
    head = undefined;
  }
  if (head !== undefined) yield* repaired(head, headerEnd(head));
}
const headerEnd = (bytes: Buffer): number => {
  const ends = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((at) => at !== -1);
  return ends.length === 0 ? -1 : Math.min(...ends);
};
function* repaired(head: Buffer, end: number): Generator<Buffer> {
  const stop = end === -1 ? (head.length < maxHeader ? head.length : 0) : end;
  yield Buffer.concat([repairHeader(head.subarray(0, stop)), head.subarray(stop)]);
}

interface FoundAttachment {
  name: string;
  digest: string;
  /** Null if it isn't stored. */
  kept: MailAttachment | null;
  isDecoration: boolean;
}
async function storeContent(part: AttachmentStream, folder: string, index: number): Promise<FoundAttachment> {
  const content = await buffer(part.content);
  const found: FoundAttachment = {
    name: nameOf(part.filename, part.contentType),
    digest: hash('sha256', content),
    kept: null,
    isDecoration:
      part.related === true && part.contentDisposition !== 'attachment' && content.length < decorationBytes,
  };
  if (content.length > maxBytes || index > 10 * maxAttachments || !isWelcome(content)) return found;
  const file = path.join(folder, `attachment-${index}`);
  await writeFile(file, content);
  return { ...found, kept: { name: found.name, path: file, bytes: content.length } };
}

/** Stores the first attachments up to the maximum. Small images of the text come last. */
function choose(found: readonly FoundAttachment[]): Pick<ParsedMail, 'attachments' | 'leftOut'> {
  const sorted = [...found.filter((one) => !one.isDecoration), ...found.filter((one) => one.isDecoration)];
  const kept = sorted.filter((one) => one.kept !== null).slice(0, maxAttachments);
  const leftOut = sorted.filter((one) => !kept.includes(one)).map(({ name }) => name);
  return { attachments: kept.map((one) => one.kept!), leftOut: leftOut.slice(0, 100) };
}

function mailOf(reader: MailReader, fileDigest: string, found: readonly FoundAttachment[]): ParsedMail {
  const headers = headersOf(reader);
  const subject = normalLine(clean(String(reader.subject ?? '')));
  const text = withoutPictures(clean(reader.writtenText)).trim();
  const content = [subject, text, ...found.map(({ digest }) => digest)].join('\n');
  return {
    messageId: idOf(headerOf(reader, 'message-id')),
    fileDigest,
    contentDigest: hash('sha256', content),
    inReplyTo: idsIn(headerOf(reader, 'in-reply-to'))[0] ?? null,
    references: idsIn(headerOf(reader, 'references')).slice(-100),
    from: addressesIn(reader.from)[0] ?? null,
    replyTo: addressesIn(reader.replyTo),
    recipients: recipientsOf(reader, headers),
    subject,
    ...partQuoted(text),
    headers,
    receivedTimes: linesOf(reader).filter(({ key }) => key === 'received').length,
    isReport: /multipart\/report/i.test(headers['content-type'] ?? ''),
    ...choose(found),
  };
}
const linesOf = ({ headerLines }: MailReader) => headerLines || [];

/** Removes characters that PostgreSQL can't store, marks that change the text direction, and stacked accents. */
const clean = (text: string): string =>
  limitMarks(text.slice(0, maxText).toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');

/** Mail programs leave addresses in place of pictures, such as "[cid:image001.png@01D0]". */
const withoutPictures = (text: string): string =>
  text.replace(
    /\[(?:(?:cid|javascript|data):[^[\]\n]*|https?:[^[\]\s]{1,500}\.(?:png|jpe?g|gif|webp|svg)(?:\?[^[\]\s]{0,500})?)\]/gi,
    '',
  );

const maxId = 500;
function idOf(header: string): string | null {
  const bare = header.replace(/^\s*<|>\s*$/g, '').trim();
  return bare.slice(0, maxId) || null;
}
/** The IDs in a header, with or without spaces between them. */
function idsIn(header: string): string[] {
  const named = header.match(/<[^<>]*>/g) ?? header.split(/[\s,]+/);
  return named.flatMap((id) => idOf(id.replace(/\s+/g, '')) ?? []);
}
function headerOf(reader: MailReader, name: string): string {
  const found = linesOf(reader).find(({ key }) => key === name);
  return found ? clean(found.line.slice(found.line.indexOf(':') + 1)) : '';
}

const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
function addressesIn(header: AddressObject | AddressObject[] | undefined): MailAddress[] {
  const named = [header ?? []].flat().flatMap(({ value }) => value.flatMap((one) => one.group ?? one));
  return named.slice(0, 200).flatMap(({ address, name }) => {
    const email = normalEmail(clean(address ?? ''));
    if (!emailPattern.test(email)) return [];
    const plain = normalLine(clean(name ?? ''))
      .slice(0, 120)
      .toWellFormed();
    return { name: plain || null, email };
  });
}

/** Some servers put the recipient into a header, if the reply address isn't visible in To. */
function recipientsOf({ to, cc, bcc }: MailReader, headers: Record<string, string>): string[] {
  const named = [to, cc, bcc].flatMap(addressesIn).map(({ email }) => email);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].flatMap(
    (name) => headers[name]?.split(/[\s,<>]+/) ?? [],
  );
  return [...named, ...delivered].filter((address) => address.includes('@')).slice(0, 200);
}

function headersOf(reader: MailReader): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const { key, line } of linesOf(reader).slice(0, 500)) {
    if (key in headers) continue;
    headers[key] = clean(line.slice(line.indexOf(':') + 1))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 1000);
  }
  return { ...headers };
}

/** Detects the file type from its first bytes. */
function isWelcome(content: Buffer): boolean {
  const head = content.subarray(0, 16).toString('latin1');
  const isWebP = head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP';
  const isAvif = head.slice(4, 12) === 'ftypavif';
  return (
    ['%PDF-', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n'].some((magic) => head.startsWith(magic)) || isWebP || isAvif
  );
}

const nameOf = (name: string | undefined, type: string): string =>
  clean(name ?? '')
    .replace(/^.*[\\/]/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed() || type.slice(0, 60);
