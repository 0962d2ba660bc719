import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';

const maxBytes = 4 * 1024 * 1024;
/** Charsets that mail programs declare without checking the text. */
const unreliable = /^(?:|(?:us-?)?ascii|utf-?8|unknown-8bit|iso-?8859-?1|latin-?1|windows-?1252|cp-?1252)$/i;
/** Text in one of these charsets is almost never valid UTF-8 by coincidence. */
const singleByte = /^(?:iso-?8859-?\d+|windows-?125\d|cp-?125\d|koi8-?[ru]|macintosh)(?:-\w+)?$/i;
const replacement = '\ufffd';

type OtherDecoder = (charset: string) => Transform;

/** Converts the bytes of a text part to UTF-8, regardless of the declared charset. */
export class CharsetDecoder extends Transform {
  readonly #charset: string;
  readonly #other: OtherDecoder;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(charset: string, other: OtherDecoder) {
    super();
    this.#charset = charset;
    this.#other = other;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    // Longer text isn't shown anyway.
    if (this.#length < maxBytes) this.#chunks.push(chunk);
    this.#length += chunk.length;
    done();
  }

  override _flush(done: TransformCallback): void {
    decodeText(Buffer.concat(this.#chunks), this.#charset, this.#other).then(
      (text) => done(null, Buffer.from(text)),
      (error: Error) => done(error),
    );
  }
}

/** Decodes bytes whose declared charset may be missing or wrong. */
async function decodeText(bytes: Buffer, declared: string, other: OtherDecoder): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (unreliable.test(declared)) return guessText(bytes);
  if (singleByte.test(declared) && isUtf8(bytes)) return bytes.toString();
  const stream = other(declared);
  stream.end(bytes);
  const text = (await buffer(stream)).toString();
  if (!text.includes(replacement)) return text;
  // The decoder reads charsets that it doesn't know as UTF-8.
  return isUtf8(bytes) || text === bytes.toString() ? guessText(bytes) : text;
}

/**
 * Reads each line as UTF-8 if it is valid, otherwise as Windows-1252, a superset of Latin-1, because a reply and the email it
 * quotes can differ. A UTF-8 line with a few damaged bytes stays UTF-8.
 */
export function guessText(bytes: Buffer): string {
  if (isUtf8(bytes)) return withoutMark(bytes.toString());
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    lines.push(guessLine(bytes.subarray(from, to)));
    from = to + 1;
  }
  return withoutMark(lines.join('\n'));
}
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const windows1252 = new TextDecoder('windows-1252');
function guessLine(line: Buffer): string {
  if (isUtf8(line)) return line.toString();
  const asUtf8 = line.toString();
  const damaged = asUtf8.split(replacement).length - 1;
  const sequences = asUtf8.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0;
  return sequences > damaged ? asUtf8 : windows1252.decode(line);
}

const wordPattern = /=\?(utf-?8|us-ascii)(\*[^?\s]{0,40})?\?([bq])\?([^?\s]{0,1000})\?=/gi;
/**
 * Converts header fields to UTF-8, even if they have raw bytes of another charset, or encoded words that declare the wrong one.
 */
export function repairHeader(bytes: Buffer): Buffer {
  const text = guessText(bytes).replace(
    /=\?(?:utf-?8|us-ascii)(?:\*[^?\s]{0,40})?\?[bq]\?[^?\s]{0,1000}\?=(?:\s{1,10}=\?(?:utf-?8|us-ascii)(?:\*[^?\s]{0,40})?\?[bq]\?[^?\s]{0,1000}\?=){0,50}/gi,
    // A letter can be split between two encoded words, so they are decoded together.
    (run) => (isUtf8(bytesOfWords(run)) ? run : run.replace(wordPattern, '=?windows-1252?$3?$4?=')),
  );
  return Buffer.from(text);
}
function bytesOfWords(run: string): Buffer {
  return Buffer.concat(
    [...run.matchAll(wordPattern)].map(([, , , encoding, content]) =>
      encoding!.toLowerCase() === 'b'
        ? Buffer.from(content!, 'base64')
        : Buffer.from(
            content!.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
            'latin1',
          ),
    ),
  );
}
