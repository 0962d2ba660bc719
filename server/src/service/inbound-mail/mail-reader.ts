import type { Transform } from 'node:stream';
import { MailParser } from 'mailparser';
import { CharsetDecoder } from './charset.ts';
import { htmlText } from './html-text.ts';

/** A part of an email, as stored by mailparser. */
interface Part {
  contentType: string | false;
  charset?: string;
  textContent?: string;
  children: Part[];
  /** The part is an email within the email. */
  showMeta?: boolean;
  headers: Map<string, unknown>;
}
/** Internals of mailparser (pinned in package.json), which guesses no charsets and parses HTML in its own way. */
interface Internals {
  tree?: Part;
  decoder: { decodeStream(charset: string): Transform };
  createNode(node: unknown): Part;
}
const Base = MailParser as unknown as new (
  options: object,
) => Omit<MailParser, keyof Internals | 'text'> & Internals;

const maxText = 200_000;
/** Only the beginning of longer HTML is converted to text. */
const maxHtml = 2 * 1024 * 1024;

/** Parses an email. Read its attachments in sequence; then `writtenText` returns its text. */
export class MailReader extends Base {
  constructor() {
    super({ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, checksumAlgo: false });
    const { decodeStream } = this.decoder;
    this.decoder = {
      decodeStream: (charset) =>
        new CharsetDecoder(charset.slice(guessed.length), (other) => decodeStream(other || 'ascii')),
    };
  }

  /** Sends every text part through the decoder, even if it declares UTF-8. */
  override createNode(node: unknown): Part {
    const part = super.createNode(node);
    part.charset = `${guessed}${part.charset ?? ''}`;
    return part;
  }

  get writtenText(): string {
    return this.tree ? textOf(this.tree).slice(0, maxText) : '';
  }
}
const guessed = 'guessed:';

/** The text of a part. Of alternatives, the plain one unless it's empty. */
function textOf(part: Part): string {
  const { contentType, textContent, children } = part;
  if (contentType === 'multipart/alternative') {
    const plain = children.find((child) => child.contentType === 'text/plain' && textOf(child).trim() !== '');
    if (plain) return textOf(plain);
    for (const child of children.toReversed()) {
      const text = textOf(child);
      if (text.trim() !== '') return text;
    }
    return '';
  }
  const own = textContent === undefined ? '' : ownText(contentType, textContent);
  const texts = [part.showMeta ? headOf(part) : '', own, ...children.map(textOf)];
  return texts.filter((text) => text.trim() !== '').join('\n');
}
function ownText(contentType: string | false, content: string): string {
  return contentType === 'text/html'
    ? htmlText(content.slice(0, maxHtml), maxText)
    : content.slice(0, maxText);
}

/** The header of an email within the email, written like mail programs do above a copy. */
function headOf({ headers }: Part): string {
  const lines = ['From', 'Date', 'To', 'Subject'].flatMap((name) => {
    const value = [headers.get(name.toLowerCase())].flat()[0];
    if (value instanceof Date) return `${name}: ${value.toUTCString()}`;
    const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
    return typeof text === 'string' ? `${name}: ${text.slice(0, 500)}` : [];
  });
  return `\n${lines.join('\n')}\n`;
}
