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
/** The font for letters that the others lack, such as those of Arabic and Hebrew. */
const readOther = (weight: Weight): Buffer =>
  readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${weight === 600 ? '-Bold' : ''}.ttf`));
const other = 'other';

/** Noto has thousands of letters of each of these scripts, in many files, and a list of the letters of each file. */
const notoFonts = [
  // The Chinese font has the letters of Japanese, too. Full-width letters and punctuation belong to no script.
  [
    'noto-sans-sc',
    /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\uff01-\uff9f]/u,
  ],
  ['noto-sans-kr', /\p{Script_Extensions=Hangul}/u],
  ['noto-sans-thai', /\p{Script=Thai}/u],
] as const;
type NotoFont = (typeof notoFonts)[number][0];
const readNoto = (file: string): Buffer => {
  const font = notoFonts.find(([name]) => file.startsWith(name))![0];
  return unpackWoff(readFileSync(require.resolve(`@fontsource/${font}/files/${file}-400-normal.woff`)));
};
const notoFiles = new Map<NotoFont, Map<number, string>>();
/** The file of each letter of a font. */
function notoFilesOf(font: NotoFont): Map<number, string> {
  const known = notoFiles.get(font);
  if (known) return known;
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`@fontsource/${font}/unicode.json`), 'utf8'),
  );
  const letters = new Map<number, string>();
  for (const [part, list] of Object.entries(ranges)) {
    for (const range of list.split(',')) {
      const [first, last = first] = range.replace('U+', '').split('-');
      for (let code = Number.parseInt(first!, 16); code <= Number.parseInt(last!, 16); code++)
        letters.set(code, `${font}-${part.replace(/[[\]]/g, '')}`);
    }
  }
  notoFiles.set(font, letters);
  return letters;
}

function readFont(script: string, weight: Weight): Buffer {
  if (script === other) return readOther(weight);
  return script.startsWith('noto-') ? readNoto(script) : readInter(script, weight);
}

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

/** Chooses the font of each letter: Inter, Noto for Chinese, Japanese, Korean and Thai, or a font with most other letters. */
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
    // A word from right to left could not be drawn in two fonts, so words with letters of the other font don't use Inter.
    for (const word of text.split(/( )/)) {
      const letters = [...word].map((letter) => ({
        letter,
        inter: this.#interFont(letter, weight),
        noto: this.#notoFont(letter),
      }));
      const usesInter = letters.every(({ inter, noto }) => inter ?? noto);
      for (const { letter, inter, noto } of letters)
        add((usesInter ? inter : undefined) ?? noto ?? this.#use(other, weight), letter);
    }
    return runs;
  }

  has(code: number): boolean {
    const letter = String.fromCodePoint(code);
    return (
      basic.test(letter) ||
      this.#interFont(letter, 400) !== undefined ||
      this.#notoFont(letter) !== undefined ||
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

  #notoFont(letter: string): string | undefined {
    const font = notoFonts.find(([, letters]) => letters.test(letter))?.[0];
    const code = letter.codePointAt(0)!;
    const file = font && notoFilesOf(font).get(code);
    // Bold letters would take as much space again.
    return file && this.#open(file, 400).hasGlyphForCodePoint(code) ? this.#use(file, 400) : undefined;
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
    const bytes = files.get(name) ?? readFont(script, weight);
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
