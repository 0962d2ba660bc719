import type { Transform } from 'node:stream';
import { MailParser } from 'mailparser';
import { CharsetDecoder } from './charset.ts';
import { htmlText } from './html-text.ts';

/** A part of an email, as mailparser keeps it. */
interface Part {
  contentType: string | false;
  charset?: string;
  textContent?: string;
  children: Part[];
  /** The part is an email within the email. */
  showMeta?: boolean;
  headers: Map<string, unknown>;
}
/** The inside of mailparser (pinned in package.json): it guesses no charsets, and takes HTML apart on its own. */
interface Internals {
  tree?: Part;
  decoder: { decodeStream(charset: string): Transform };
  createNode(node: unknown): Part;
}
const Base = MailParser as unknown as new (
  options: object,
) => Omit<MailParser, keyof Internals | 'text'> & Internals;

const maxText = 200_000;
/** HTML longer than this isn't turned into text as a whole. */
const maxHtml = 2 * 1024 * 1024;

/** Parses an email: its attachments are read from it one after the other, then `writtenText` gives its text. */
export class MailReader extends Base {
  constructor() {
    super({ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, checksumAlgo: false });
    const { decodeStream } = this.decoder;
    this.decoder = {
      decodeStream: (charset) =>
        new CharsetDecoder(charset.slice(guessed.length), (other) => decodeStream(other || 'ascii')),
    };
  }

  /** Has every text part go through the decoder, also those that declare UTF-8. */
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

/** The text of a part: of alternatives the plain one, unless it's empty. */
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

/** The header of an email within the email, as programs write it above a copy. */
function headOf({ headers }: Part): string {
  const lines = ['From', 'Date', 'To', 'Subject'].flatMap((name) => {
    const value = [headers.get(name.toLowerCase())].flat()[0];
    if (value instanceof Date) return `${name}: ${value.toUTCString()}`;
    const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
    return typeof text === 'string' ? `${name}: ${text.slice(0, 500)}` : [];
  });
  return `\n${lines.join('\n')}\n`;
}
