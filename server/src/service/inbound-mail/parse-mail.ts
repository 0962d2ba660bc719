import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Upload } from '../../core/http/input/uploads.ts';
import { Problem, problem } from '../../core/problem.ts';
import { Semaphore } from '../../core/semaphore.ts';
import { openWork } from '../../core/work/threads.ts';
import { isSystemError } from './mail-errors.ts';
import type { MailCalls } from './mail-worker.ts';
import type { ParsedMail } from './parsed-mail.ts';

const worker = new URL('./mail-worker.ts', import.meta.url);
const mib = 1024 * 1024;
const seconds = 20;
/** A slow email leaves one thread for the others. */
const turns = new Semaphore({ concurrency: 2, waiting: 40 });
/** Each waiting email takes disk space. */
const maxBytes = 400 * mib;
let bytesHere = 0;

export interface ReadMail {
  mail: ParsedMail;
  /** Why only the header of the email was parsed; null if all of it was. */
  unreadable: string | null;
}

/** Parses the raw email of a file, at least its header. Rejects it if too many others are waiting. */
export async function parseMail({ path: file, bytes, signal }: Upload): Promise<ReadMail> {
  if (bytesHere > 0 && bytesHere + bytes > maxBytes) throw problem('busy');
  bytesHere += bytes;
  try {
    return await turns.take(() => parseNow(file, signal), signal);
  } finally {
    bytesHere -= bytes;
  }
}

async function parseNow(file: string, signal: AbortSignal): Promise<ReadMail> {
  try {
    return { mail: await inThread('parse', file, signal), unreadable: null };
  } catch (error) {
    const unreadable = reasonOf(error);
    return {
      mail: await inThread('parseHeader', file, signal).catch((second) => withoutHeader(second, file)),
      unreadable,
    };
  }
}

async function inThread(
  call: 'parse' | 'parseHeader',
  file: string,
  signal: AbortSignal,
): Promise<ParsedMail> {
  const work = openWork<MailCalls>(worker, { seconds, signal });
  try {
    return await work.call(call, { file });
  } finally {
    work.close();
  }
}

/** Why an email can't be parsed; rethrows errors that aren't about the email. */
function reasonOf(error: unknown): string {
  if (isSystemError(error)) throw error;
  if (!(error instanceof Problem)) return 'it is damaged';
  if (error.code === 'too-large') return `it takes more than ${String(error.details.limit)}`;
  if (error.code === 'support.unreadable-mail') return String(error.details.reason);
  throw error;
}

async function withoutHeader(error: unknown, file: string): Promise<ParsedMail> {
  reasonOf(error);
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return {
    messageId: null,
    fileDigest: digest.digest('hex'),
    contentDigest: '',
    inReplyTo: null,
    references: [],
    from: null,
    replyTo: [],
    recipients: [],
    subject: '',
    text: '',
    quoted: null,
    headers: {},
    receivedTimes: 0,
    isReport: false,
    attachments: [],
    leftOut: [],
  };
}
