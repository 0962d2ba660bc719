// Our own: chardet mistakes Windows-1252 for Romanian and plain ASCII for Turkish (docs/decisions/0022).
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Problem, problem } from '../../core/problem.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
const looksAt = 64 * 1024;

/** Explains why a file isn't a table, so that the user knows how to correct it. */
export const unreadable = (reason: string): Problem => problem('imports.unreadable', { reason });

export const lockedWorkbook = (): Problem =>
  unreadable('This Excel file is password-protected. Save a copy without a password and upload that');

export const lockedArchive = (): Problem =>
  unreadable('This ZIP is password-protected. Make one without a password and upload that');

/** Whether a file is a ZIP archive, as workbooks are. */
export async function isPacked(path: string): Promise<boolean> {
  return (await beginningOf(path)).indexOf('504b0304', 0, 'hex') === 0;
}

/** Detects the text encoding of a file; rejects files that aren't text. */
export async function encodingOf(path: string): Promise<Encoding> {
  const start = await beginningOf(path);
  rejectOtherFiles(start);
  if (start.indexOf('d0cf11e0', 0, 'hex') === 0) throw await olderWorkbook(path);
  const wide = wideEncoding(start);
  if (wide) return wide;
  if (looksBinary(start)) throw unreadable("This isn't a text file. Export the list as CSV (UTF-8)");
  return narrowEncoding(path);
}

/** Returns the first characters of a text file. */
export async function startOfText(path: string): Promise<string> {
  const encoding = await encodingOf(path);
  return new TextDecoder(encoding).decode(await beginningOf(path)).trimStart();
}

/** Returns the text of a file as UTF-8, whatever its encoding. */
export function textOf(path: string, encoding: Encoding): Readable {
  const bytes = createReadStream(path);
  if (encoding === 'utf-8') return bytes;
  const decoder = new TextDecoder(encoding);
  return Readable.from(
    (async function* () {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        yield Buffer.from(decoder.decode(chunk, { stream: true }));
      }
      yield Buffer.from(decoder.decode());
    })(),
    { objectMode: false },
  );
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looksAt), 0, looksAt, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Rejects common files that aren't CSV, with an error that tells the user what to do. */
function rejectOtherFiles(start: Buffer): void {
  if (start.length === 0) throw unreadable('The file is empty');
  const is = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (is(0x1f, 0x8b)) throw unreadable('This file is compressed. Unzip it first');
  if (start.toString('latin1', 0, 5) === '%PDF-')
    throw unreadable('This is a PDF. Export the list as CSV (UTF-8)');
}

/** Files of older office programs, and also workbooks with a password, share this format. */
async function olderWorkbook(path: string): Promise<Problem> {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(name)) return lockedWorkbook();
    tail = seen.subarray(-name.length);
  }
  return unreadable('This is an older Excel format. Save it as XLSX or CSV (UTF-8)');
}

/** UTF-16 is recognized by its first two bytes, or by every other byte being zero. */
function wideEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  let [even, odd] = [0, 0];
  for (let at = 0; at < start.length; at += 1) {
    if (start[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = start.length * 0.4;
  if (odd > most && even < most / 8) return 'utf-16le';
  return even > most && odd < most / 8 ? 'utf-16be' : undefined;
}

/** Text has almost no control characters. A single zero byte is reported later, with its row. */
function looksBinary(start: Buffer): boolean {
  let strange = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32)) strange += 1;
  return strange > Math.max(8, start.length / 20);
}

/**
 * Old spreadsheets write Windows-1252. If no line with accents is valid UTF-8, the file is Windows-1252; if some are, it is
 * UTF-8 with broken rows.
 */
async function narrowEncoding(path: string): Promise<Encoding> {
  let isBroken = false;
  let rest: Buffer = Buffer.alloc(0);
  const lineEnd = await lineEndOf(path);
  const judge = (line: Buffer): boolean => {
    if (!line.some((byte) => byte > 127)) return false;
    if (isUtf8(line)) return true;
    isBroken = true;
    return false;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(lineEnd);
    if (end === -1 && rest.length > looksAt) continue;
    const whole = end === -1 ? chunk : chunk.subarray(0, end);
    const lines = Buffer.concat([rest, whole]);
    if (end === -1) {
      rest = lines;
      continue;
    }
    rest = Buffer.from(chunk.subarray(end + 1));
    if (isUtf8(lines)) {
      if (lines.some((byte) => byte > 127)) return 'utf-8';
      continue;
    }
    for (let from = 0; from < lines.length; ) {
      const to = lines.indexOf(lineEnd, from);
      if (judge(lines.subarray(from, to === -1 ? lines.length : to))) return 'utf-8';
      from = to === -1 ? lines.length : to + 1;
    }
  }
  if (judge(rest)) return 'utf-8';
  return isBroken ? 'windows-1252' : 'utf-8';
}

/** Programs of older Macs end lines with a carriage return only. */
async function lineEndOf(path: string): Promise<10 | 13> {
  const start = await beginningOf(path);
  return start.includes(13) && !start.includes(10) ? 13 : 10;
}
