import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { unpackWoff } from './woff.ts';

type Doc = InstanceType<typeof PDFDocument>;
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean;
}
/** A font as PDFKit keeps it. */
interface DocumentFont {
  font: OpenFont;
  layoutRun(text: string, features?: readonly string[]): unknown;
}

/** A text drawn in one font. */
interface Run {
  font: string;
  text: string;
}

type Weight = 400 | 600;
const weightOf = (isBold: boolean): Weight => (isBold ? 600 : 400);

const require = createRequire(import.meta.url);
/** Inter is split into one file per script. The files in use are embedded with only their used letters. */
const readInter = (script: string, weight: Weight): Buffer =>
  unpackWoff(readFileSync(require.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`)));
/** The font for all letters that Inter lacks, such as those of Arabic and Hebrew. */
const readOther = (weight: Weight): Buffer =>
  readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${weight === 600 ? '-Bold' : ''}.ttf`));
const other = 'other';

const basic = /^[ -~\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2212]*$/;
const scripts: readonly (readonly [letters: RegExp, files: readonly string[]])[] = [
  [/\p{Script=Latin}/u, ['latin-ext', 'vietnamese']],
  [/\p{Script=Cyrillic}/u, ['cyrillic']],
  [/\p{Script=Greek}/u, ['greek']],
];

/**
 * The bytes of fonts by name, which a thread keeps for its next document. Opened fonts can't be kept: after a document is
 * written, they no longer know the letters of parts of other letters, so that a text could not be copied from the next one.
 */
const files = new Map<string, Buffer>();

/** Figures of equal width stand below each other, and none hides the decimal point beside it. */
const equallyWide = ['tnum'];

/** Chooses the font of each letter: Inter, or another font for words with letters that Inter lacks. */
export class Fonts {
  readonly #doc: Doc;
  readonly #registered = new Map<string, OpenFont>();

  constructor(doc: Doc) {
    this.#doc = doc;
  }

  runs(text: string, isBold: boolean): Run[] {
    const weight = weightOf(isBold);
    if (basic.test(text)) return [{ font: this.#use('latin', weight), text }];
    const runs: Run[] = [];
    const add = (font: string, part: string) => {
      const last = runs.at(-1);
      if (last?.font === font) last.text += part;
      else runs.push({ font, text: part });
    };
    // A word in two fonts could not be drawn from right to left, so only words of Inter's letters are divided.
    for (const word of text.split(/( )/)) {
      const letters = [...word].map((letter) => [letter, this.#interFont(letter, weight)] as const);
      if (letters.some(([, font]) => font === undefined)) add(this.#use(other, weight), word);
      else for (const [letter, font] of letters) add(font!, letter);
    }
    return runs;
  }

  has(code: number): boolean {
    const letter = String.fromCodePoint(code);
    return (
      basic.test(letter) ||
      this.#interFont(letter, 400) !== undefined ||
      this.#open(other, 400).hasGlyphForCodePoint(code)
    );
  }

  #interFont(letter: string, weight: Weight): string | undefined {
    const special = scripts.find(([letters]) => letters.test(letter))?.[1] ?? [];
    const script = ['latin', ...special].find((one) =>
      this.#open(one, weight).hasGlyphForCodePoint(letter.codePointAt(0)!),
    );
    return script && this.#use(script, weight);
  }

  /** Makes a font known to the document, and returns its name there. */
  #use(script: string, weight: Weight): string {
    this.#open(script, weight);
    return `${script}-${weight}`;
  }

  #open(script: string, weight: Weight): OpenFont {
    const name = `${script}-${weight}`;
    const registered = this.#registered.get(name);
    if (registered) return registered;
    const bytes = files.get(name) ?? (script === other ? readOther(weight) : readInter(script, weight));
    files.set(name, bytes);
    this.#doc.registerFont(name, bytes).font(name);
    // PDFKit has no public way to reach an opened font, and it remembers words only without features.
    const opened = (this.#doc as unknown as { _font: DocumentFont })._font;
    const layoutRun = opened.layoutRun.bind(opened);
    opened.layoutRun = (part, features) =>
      layoutRun(part, features ?? (/\d/.test(part) ? equallyWide : undefined));
    const { font } = opened;
    this.#registered.set(name, font);
    return font;
  }
}
