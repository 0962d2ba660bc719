/*
 * Creates a PDF of several documents, each with pages numbered from 1. A feature adds blocks one below another. Pages
 * break between blocks, and a table's heading is repeated. `layout.ts` has the parts that all documents share:
 *
 *   const pdf = await openPdf('Invoices', brand);
 *   pdf.paper(papers.a4, { footer: 'Invoice O-100042' }, (paper) => {
 *     paper.text('Invoice', { size: 20, bold: true });
 *     paper.heading([{ text: 'Item', width: 3 }, { text: 'Total', width: 1, align: 'right' }]);
 *     paper.row([{ text: 'Milk', width: 3 }, { text: '$2.49', width: 1, align: 'right' }]);
 *   });
 *   const bytes = await pdf.end();
 */
import { limitMarks } from '@aisle/contract/core/normal-text';
import type PDFDocument from 'pdfkit';
import type { barsOf } from './code128.ts';
import { Fonts } from './fonts.ts';
import { paragraphOrder } from './visual-order.ts';

type Doc = InstanceType<typeof PDFDocument>;

interface PaperSize {
  width: number;
  /** A roll is cut at the end of the text. */
  height: number | null;
  margin: number;
  fontSize: number;
}
export const papers = {
  letter: { width: 612, height: 792, margin: 44, fontSize: 10 },
  a4: { width: 595.28, height: 841.89, margin: 44, fontSize: 10 },
  /** 80 mm wide, of which printers can print 72. */
  thermal: { width: 226.77, height: null, margin: 12, fontSize: 9 },
} as const satisfies Record<string, PaperSize>;

interface TextLook {
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right' | 'center';
  color?: string;
  /** The space above. */
  gap?: number;
}
export interface Cell extends TextLook {
  text: string;
  /** The cell's share of the line. */
  width: number;
}
interface RowLook {
  /** Draws a line below the row. */
  isLined?: boolean;
  /** Never leaves the row as the last one of a page. */
  staysWithNext?: boolean;
}
interface Block {
  height: number;
  draw: (top: number) => void;
  staysWithNext?: boolean;
}

/** The marketplace as its documents show it. */
export interface Brand {
  name: string;
  /** A color that is readable on white, such as "#0f766e". */
  color: string;
  logo: Picture | null;
}
interface Picture {
  /** A data URL of a PNG, which PDFKit embeds once for all documents of a file. */
  url: string;
  width: number;
  height: number;
}

export const quiet = '#5b6168';
const ink = '#16191d';
const line = '#d9dce1';
/** The distance of the baseline from the top of a line, in units of the font size. */
const ascent = 0.98;

/** A document under construction. Nothing is drawn before it is complete, so that a roll can be cut to its length. */
export class Paper {
  readonly size: PaperSize;
  readonly brand: Brand;
  readonly #doc: Doc;
  readonly #fonts: Fonts;
  readonly #barsOf: typeof barsOf;
  readonly #blocks: (Block & { head?: Block | null })[] = [];
  #head: Block | null = null;

  constructor(size: PaperSize, { doc, fonts, brand, code128 }: PaperTools) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#barsOf = code128;
    this.brand = brand;
    this.size = size;
  }
  get isRoll(): boolean {
    return this.size.height === null;
  }
  get width(): number {
    return this.size.width - 2 * this.size.margin;
  }

  text(text: string, look: TextLook = {}): void {
    this.row([{ ...look, text, width: 1 }]);
  }
  space(height: number): void {
    this.#add({ height, draw: () => {} });
  }
  rule(gap = 6): void {
    const { margin } = this.size;
    this.#add({
      height: 2 * gap,
      draw: (top) =>
        this.#doc
          .moveTo(margin, top + gap)
          .lineTo(margin + this.width, top + gap)
          .lineWidth(0.5)
          .stroke(line),
    });
  }
  /** A row of cells, all as high as the highest one. */
  row(cells: readonly Cell[], { isLined = false, staysWithNext = false }: RowLook = {}): void {
    const block = this.#rowBlock(cells);
    this.#add({ ...(isLined ? this.#lined(block) : block), staysWithNext });
  }
  /** A heading row, repeated on each page with rows below it. */
  heading(cells: readonly Cell[]): void {
    const block = this.#lined(this.#rowBlock(cells.map((cell) => ({ color: quiet, ...cell }))));
    this.#add({ ...block, staysWithNext: true });
    this.#head = block;
  }
  /** The logo at the right, or the brand's name, beside a title. */
  letterhead(title: string): void {
    // The smaller name stands on the line of the title.
    const gap = (20 - 14) * ascent;
    const name: Cell = { text: this.brand.name, width: 1, size: 14, bold: true, align: 'right', gap };
    const { logo } = this.brand;
    const titleCell: Cell = { text: title, width: 1, size: 20, bold: true };
    if (!logo) {
      this.row([titleCell, { ...name, color: this.brand.color }]);
      return;
    }
    const { width, height } = fitted(logo, this.width / 2, 40);
    const text = this.#rowBlock([titleCell, { text: '', width: 1 }]);
    this.#add({
      height: Math.max(text.height, height),
      draw: (top) => {
        text.draw(top);
        this.#doc.image(logo.url, this.size.margin + this.width - width, top, { width, height });
      },
    });
  }
  /** The logo in the middle of a roll, or the brand's name. */
  rollHead(): void {
    const { logo } = this.brand;
    if (!logo) {
      this.text(this.brand.name, { size: 14, bold: true, align: 'center' });
      return;
    }
    const { width, height } = fitted(logo, this.width * 0.7, 44);
    this.#add({
      height: height + 4,
      draw: (top) =>
        this.#doc.image(logo.url, this.size.margin + (this.width - width) / 2, top, { width, height }),
    });
  }
  endOfTable(): void {
    this.#head = null;
  }
  /** A Code 128 barcode with its text below. */
  barcode(text: string, { height = 28, align = 'left' as TextLook['align'] } = {}): void {
    const bars = this.#barsOf(text);
    const modules = bars.reduce((sum, width) => sum + width, 0);
    const module = Math.min(1.1, this.width / (modules + 20));
    const wide = modules * module;
    const free = this.width - wide;
    const left = this.size.margin + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    this.#add({
      height,
      draw: (top) => {
        let x = left;
        for (const [index, width] of bars.entries()) {
          if (index % 2 === 0) this.#doc.rect(x, top, width * module, height);
          x += width * module;
        }
        this.#doc.fill('#000');
      },
    });
    this.space(3);
    this.text(text, { align, size: this.size.fontSize - 1 });
  }

  /** Draws all blocks on their pages, with page numbers. */
  finish(footer: string): void {
    const { width, height, margin } = this.size;
    const full = this.#blocks.reduce((sum, block) => sum + block.height, 0);
    const whole = height ?? full + 2 * margin + 20;
    const bottom = height === null ? Number.POSITIVE_INFINITY : height - margin - 20;
    const first = this.#doc.bufferedPageRange().count;
    const open = () => this.#doc.addPage({ size: [width, whole], margin: 0 });
    open();
    if (height !== null) this.#doc.rect(0, 0, width, 5).fill(this.brand.color);
    let top = margin;
    for (const [index, block] of this.#blocks.entries()) {
      const needed = this.#heightWithNext(index);
      const fits = top + (needed > bottom - margin ? block.height : needed) <= bottom;
      if (!fits && top > margin) {
        open();
        top = margin;
        if (block.head && block.head !== block) {
          block.head.draw(top);
          top += block.head.height;
        }
      }
      block.draw(top);
      top += block.height;
    }
    const pages = this.#doc.bufferedPageRange().count - first;
    for (let page = 0; page < pages; page += 1) {
      this.#doc.switchToPage(first + page);
      const count = pages > 1 || height !== null ? ` · Page ${page + 1} of ${pages}` : '';
      const block = this.#rowBlock([
        { text: footer + count, width: 1, size: 8, color: quiet, align: 'center' },
      ]);
      block.draw(whole - margin - 8);
    }
    this.#doc.switchToPage(first + pages - 1);
  }

  /** The height of a block with the following ones that must be on the same page. */
  #heightWithNext(index: number): number {
    let height = 0;
    for (let at = index; at < this.#blocks.length; at += 1) {
      const block = this.#blocks[at]!;
      height += block.height;
      if (!block.staysWithNext) break;
    }
    return height;
  }

  #lined(block: Block): Block {
    const { margin } = this.size;
    const height = block.height + 4;
    return {
      height,
      draw: (top) => {
        block.draw(top);
        this.#doc
          .moveTo(margin, top + height - 0.5)
          .lineTo(margin + this.width, top + height - 0.5)
          .lineWidth(0.5)
          .stroke(line);
      },
    };
  }

  #add(block: Block): void {
    this.#blocks.push({ ...block, head: this.#head });
  }

  #rowBlock(cells: readonly Cell[]): Block {
    const shares = cells.reduce((sum, { width }) => sum + width, 0);
    const between = 8;
    const laid: { draw: (top: number) => void; height: number }[] = [];
    let left = this.size.margin;
    for (const [index, cell] of cells.entries()) {
      const isLast = index === cells.length - 1;
      const width = (this.width * cell.width) / shares;
      laid.push(this.#textAt(cell, left, isLast ? width : width - between));
      left += width;
    }
    const height = Math.max(...laid.map((one) => one.height));
    return {
      height,
      draw: (top) => {
        for (const one of laid) one.draw(top);
      },
    };
  }

  #textAt(cell: Cell, left: number, width: number): Block {
    const { size = this.size.fontSize, bold = false, align = 'left', color = ink, gap = 0 } = cell;
    const doc = this.#doc;
    const measured = (text: string) =>
      this.#fonts
        .runs(text, bold)
        .reduce((sum, run) => sum + doc.font(run.font, size).widthOfString(run.text), 0);
    const lines = linesOf(printable(this.#fonts, cell.text), width, measured);
    const step = size * 1.4;
    return {
      height: gap + lines.length * step,
      draw: (top) => {
        for (const [index, parts] of lines.entries()) {
          const runs = parts.flatMap((part) => this.#fonts.runs(part, bold));
          const widths = runs.map(({ font, text }) => doc.font(font, size).widthOfString(text));
          const free = width - widths.reduce((sum, wide) => sum + wide, 0);
          let at = left + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
          // The fonts have different heights, but their letters stand on one line.
          const baseline = top + gap + index * step + size * ascent;
          for (const [place, { font, text }] of runs.entries()) {
            doc.font(font, size).fillColor(color);
            doc.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
            at += widths[place]!;
          }
        }
      },
    };
  }
}

/** The size of a picture that is made smaller to fit. */
function fitted(picture: Picture, maxWidth: number, maxHeight: number): { width: number; height: number } {
  const scale = Math.min(maxWidth / picture.width, maxHeight / picture.height, 1);
  return { width: picture.width * scale, height: picture.height * scale };
}

/**
 * The font shows an empty box for a missing character. So emoji are left out, and words in another script become "[Hindi]";
 * the number or phone beside them still identifies the record.
 */
const printable = (fonts: Fonts, text: string): string => readable(text, (code) => fonts.has(code));

const scripts = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
] as const;
const scriptOf = (text: string): string =>
  scripts.find(([, letters]) => letters.test(text))?.[0] ?? 'another script';

export function readable(text: string, hasLetter: (code: number) => boolean): string {
  let clean = '';
  let foreign = '';
  const closeForeign = () => {
    if (foreign !== '') clean += `[${scriptOf(foreign)}]${foreign.endsWith(' ') ? ' ' : ''}`;
    foreign = '';
  };
  for (const char of limitMarks(text)
    .normalize('NFC')
    .replace(/[^\S\n]/g, ' ')) {
    const isKnown = char === '\n' || hasLetter(char.codePointAt(0)!);
    // Several words in one script become one placeholder.
    if (char === ' ' && foreign !== '') foreign += char;
    else if (isKnown) {
      closeForeign();
      clean += char;
    } else if (!/[\p{Extended_Pictographic}\p{Cf}\p{Cc}\p{M}]/u.test(char)) foreign += char;
  }
  closeForeign();
  return clean.replace(/[^\S\n]+/g, ' ').trim();
}

/** Splits a text into lines, each as the parts that are drawn from left to right. */
function linesOf(text: string, width: number, measured: (text: string) => number): string[][] {
  return text.split('\n').flatMap((paragraph) => {
    const order = paragraphOrder(paragraph);
    let end = 0;
    return wrap(paragraph, width, measured).map((line) => {
      const start = paragraph.indexOf(line, end);
      end = start + line.length;
      return order(start, end);
    });
  });
}

/** Puts as many words on a line as fit, and breaks words longer than a line. */
export function wrap(paragraph: string, width: number, measured: (text: string) => number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of paragraph.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (measured(longer) <= width) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = broken(word, width, measured);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1)!;
  }
  lines.push(current);
  return lines;
}

/** A letter with its accents or its Thai vowels, and with the Chinese or Japanese punctuation that can't start a line. */
const unbroken = /[^\p{M}][\p{M}ำ]*[、。，．！？：；）」』】》ー]*|\p{M}+/gu;

/** Splits a word into pieces that fit, of at least one letter each. */
function broken(word: string, width: number, measured: (text: string) => number): string[] {
  const letters = word.match(unbroken) ?? [];
  const pieces: string[] = [];
  let from = 0;
  const fits = (count: number) => measured(letters.slice(from, from + count).join('')) <= width;
  while (from < letters.length) {
    // Doubles the length until it is too long, then bisects, so that each line needs few measurements, however long the text.
    let least = 1;
    let most = 2;
    while (most <= letters.length - from && fits(most)) {
      least = most;
      most *= 2;
    }
    most = Math.min(most, letters.length - from + 1);
    while (most - least > 1) {
      const middle = (least + most) >> 1;
      if (fits(middle)) least = middle;
      else most = middle;
    }
    pieces.push(letters.slice(from, from + least).join(''));
    from += least;
  }
  return pieces.length > 0 ? pieces : [word];
}

export interface Pdf {
  paper(size: PaperSize, about: { footer: string }, write: (paper: Paper) => void): void;
  end(): Promise<Buffer>;
}

interface PaperTools {
  doc: Doc;
  fonts: Fonts;
  brand: Brand;
  code128: typeof barsOf;
}

/** Starts a PDF. Loads its dependencies now, so that servers that never print don't load them. */
export async function openPdf(title: string, brand: Brand): Promise<Pdf> {
  const [{ default: Document }, code128] = await Promise.all([import('pdfkit'), import('./code128.ts')]);
  const doc = new Document({ autoFirstPage: false, bufferPages: true, info: { Title: title } });
  const tools: PaperTools = {
    doc,
    fonts: new Fonts(doc),
    brand,
    code128: code128.barsOf,
  };
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const over = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  return {
    paper: (size, { footer }, write) => {
      const paper = new Paper(size, tools);
      write(paper);
      paper.finish(footer === '' ? brand.name : `${brand.name} · ${footer}`);
    },
    end: async () => {
      doc.end();
      await over;
      return Buffer.concat(chunks);
    },
  };
}
