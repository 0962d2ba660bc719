// A custom layout. html-to-text joins the cells of a table row and recurses once for each level of nesting, and the parser of
// htmlparser2 searches its stack for each tag. Its tokenizer does neither, so hostile HTML takes linear time.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Elements that a browser puts on separate lines, with the number of line breaks around them. */
const blocks: Readonly<Record<string, 1 | 2>> = {
  ...Object.fromEntries(
    'address article aside center dd details div dt fieldset figcaption figure footer form header hr legend li main nav section summary tr'
      .split(' ')
      .map((name) => [name, 1 as const]),
  ),
  ...Object.fromEntries(
    'blockquote dl h1 h2 h3 h4 h5 h6 menu ol p pre table ul'.split(' ').map((name) => [name, 2 as const]),
  ),
};
const unseen = new Set(['script', 'style', 'title', 'template', 'noscript']);

/**
 * Converts an HTML email to text up to a maximum length. Quotes get ">", and table rows become lines with tabs between cells.
 */
export function htmlText(html: string, maxLength: number): string {
  const writer = new TextWriter();
  // The tokenizer returns the name of an incomplete tag as text.
  const whole = html.replace(/<[a-z/!][^<>]*$/i, '');
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacksOf(whole, writer));
  const step = 64 * 1024;
  for (let at = 0; at < whole.length && writer.length < maxLength; at += step) {
    tokenizer.write(whole.slice(at, at + step));
  }
  tokenizer.end();
  return writer.text().slice(0, maxLength);
}

/** Collects tags and their attributes; positions count from the beginning of the HTML. */
function callbacksOf(html: string, writer: TextWriter): TokenizerCallbacks {
  let name = '';
  let attribute = '';
  let attributes: Record<string, string> = {};
  const append = (text: string) => {
    const value = attributes[attribute] ?? '';
    if (value.length < 2000) attributes[attribute] = value + text.slice(0, 2000);
  };
  const nothing = () => {};
  return {
    onopentagname: (start, end) => {
      name = html.slice(start, end).toLowerCase();
      attributes = {};
    },
    onattribname: (start, end) => {
      attribute = html.slice(start, end).toLowerCase();
    },
    onattribdata: (start, end) => append(html.slice(start, end)),
    onattribentity: (codePoint) => append(String.fromCodePoint(codePoint)),
    onopentagend: () => writer.open(name, attributes),
    onselfclosingtag: () => writer.open(name, attributes),
    onclosetag: (start, end) => writer.close(html.slice(start, end).toLowerCase()),
    ontext: (start, end) => writer.write(html.slice(start, end)),
    ontextentity: (codePoint) => writer.write(String.fromCodePoint(codePoint)),
    onattribend: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
  };
}

interface OpenElement {
  isQuote: boolean;
}

/** Lays out text like a browser. Breaks and spaces are written only when text follows. */
class TextWriter {
  #parts: string[] = [];
  length = 0;
  /** Line breaks, a tab or a space to write before the next text. */
  #breaks = 0;
  #tab = false;
  #blank = false;
  #quotes = 0;
  /** The number of quotes around the last text. */
  #quotesBefore = 0;
  #skipped = '';
  /** Open elements with an effect at their end, by name. */
  readonly #open: Record<'blockquote' | 'div', OpenElement[]> = { blockquote: [], div: [] };
  readonly #rows: { hasText: boolean }[] = [];
  #pre = 0;
  #href: string | null = null;
  #linkText = '';

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipped !== '') return;
    if (unseen.has(name)) {
      this.#skipped = name;
      return;
    }
    this.#breakLines(blocks[name] ?? 0);
    if (name === 'td' || name === 'th') this.#openCell();
    else if (name === 'br') this.#breakLine();
    else if (name === 'tr') this.#rows.push({ hasText: false });
    else if (name === 'li') this.write('- ');
    else if (name === 'pre') this.#pre += 1;
    else if (name === 'a') this.#openLink(attributes.href);
    else if (name === 'img') this.#writeEmoji(attributes.alt);
    else if (name === 'blockquote') this.#openQuote('blockquote', !isIndentation(attributes.style));
    else if (name === 'div') this.#openQuote('div', /\byahoo_quoted\b/.test(attributes.class ?? ''));
  }

  close(name: string): void {
    if (this.#skipped !== '') {
      if (name === this.#skipped) this.#skipped = '';
      return;
    }
    if (name === 'a') this.#closeLink();
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1);
    this.#breakLines(blocks[name] ?? 0);
    if (name === 'blockquote' || name === 'div') {
      if (this.#open[name].pop()?.isQuote) this.#quotes -= 1;
    }
    if (name === 'td' || name === 'th') this.#breaks = Math.min(this.#breaks, 1);
    if (name === 'tr') {
      const row = this.#rows.pop();
      const around = this.#rows.at(-1);
      if (row?.hasText && around) around.hasText = true;
    }
  }

  write(text: string): void {
    if (this.#skipped !== '') return;
    const lines = this.#pre > 0 ? text.split(/\r?\n/) : [text];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#breakLine();
      this.#writeWords(this.#pre > 0 ? line : line.replace(/[\s\u00a0]+/g, ' '));
    }
  }

  text(): string {
    return this.#parts.join('');
  }

  #writeWords(text: string): void {
    const words = this.#pre > 0 ? text : text.replace(/^ | $/g, '');
    if (words === '') {
      this.#blank ||= text !== '';
      return;
    }
    this.#writeGap(this.#pre === 0 && text.startsWith(' '));
    this.#append(words);
    this.#blank = this.#pre === 0 && text.endsWith(' ');
    const row = this.#rows.at(-1);
    if (row) row.hasText = true;
    if (this.#href !== null && this.#linkText.length < 500) this.#linkText += words;
  }

  #writeGap(hasBlank: boolean): void {
    const mark = '>'.repeat(Math.min(this.#quotes, 20));
    const between = '>'.repeat(Math.min(this.#quotes, this.#quotesBefore, 20));
    const prefix = mark && `${mark} `;
    if (this.#tab) this.#append('\t');
    else if (this.length === 0) this.#append(prefix);
    else if (this.#breaks > 0) this.#append(`${`\n${between}`.repeat(this.#breaks - 1)}\n${prefix}`);
    else if (this.#blank || hasBlank) this.#append(' ');
    this.#quotesBefore = this.#quotes;
    this.#breaks = 0;
    this.#tab = false;
    this.#blank = false;
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.length += text.length;
  }

  #breakLines(count: number): void {
    // Table rows with paragraphs also get single line breaks.
    const most = this.#rows.at(-1)?.hasText === false ? 1 : 2;
    this.#breaks = Math.max(this.#breaks, Math.min(count, most));
  }
  #breakLine(): void {
    this.#tab = false;
    this.#breaks = Math.min(this.#breaks + 1, 3);
  }

  /** Paragraph breaks at the edges of a cell don't separate it from its neighbors. */
  #openCell(): void {
    if (!this.#rows.at(-1)?.hasText) return;
    this.#tab = true;
    this.#breaks = 0;
  }

  #openQuote(name: 'blockquote' | 'div', isQuote: boolean): void {
    // Elements nested deeper than this are ignored; no real layout has this many levels.
    if (this.#open[name].length < 10_000) this.#open[name].push({ isQuote });
    if (isQuote && this.#open[name].length < 10_000) this.#quotes += 1;
  }

  #openLink(href: string | undefined): void {
    this.#href = href !== undefined && /^https?:\/\/\S{1,500}$/i.test(href) ? href : null;
    this.#linkText = '';
  }
  #closeLink(): void {
    const href = this.#href;
    this.#href = null;
    const isShown = this.#linkText.includes('://') || href?.includes(this.#linkText.trim());
    if (href !== null && this.#linkText.trim() !== '' && !isShown) this.write(` [${href}]`);
  }

  /** Mail programs send emoji as images. */
  #writeEmoji(alt = ''): void {
    if (alt.length <= 16 && /^\p{Extended_Pictographic}/u.test(alt)) this.write(alt);
  }
}

/** Gmail indents text with a quote that has no border. */
const isIndentation = (style = ''): boolean => /margin:\s{0,5}0(?:px)? 0(?:px)? 0(?:px)? 40px/i.test(style);
