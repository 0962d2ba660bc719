/**
 * Typed and pasted text in one form, so that two texts that look the same are the same text. Every schema of the
 * contract and every reader of mails and files uses these functions; what is stored is never normalized by SQL.
 */

/** Letters that join their neighbors, where a zero-width joiner or non-joiner changes what is read. */
const joiningLetter =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}]/u;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u007f-\u0084\u0086-\u009f]/u;
/** Format characters that are printed, such as the Arabic sign for a year, are text. */
const isInvisible = (character: string): boolean =>
  invisible.test(character) &&
  !/[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u.test(character);
const isJoiner = (character: string | undefined): boolean => character === '\u200c' || character === '\u200d';
const isVariation = (character: string): boolean => /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(character);
const isTag = (character: string): boolean => /[\u{e0020}-\u{e007f}]/u.test(character);
const isWord = (character: string | undefined): boolean => /^[\p{L}\p{M}\p{N}]/u.test(character ?? '');
const isVisible = (character: string | undefined): boolean => /^[^\p{Z}\p{C}\u2800]/u.test(character ?? '');
const isJoining = (character: string | undefined): boolean => joiningLetter.test(character ?? '');
const isEmoji = (character: string | undefined): boolean =>
  /^\p{Extended_Pictographic}/u.test(character ?? '');

/** A joiner is kept between an Arabic or Indic letter and its neighbor, and between two emoji. */
function joins(before: readonly string[], joiner: string, next: string | undefined): boolean {
  const last = before.at(-1);
  // An emoji may be followed by its color and by the sign that it is one.
  const base = before.slice(-3).findLast((character) => !/\p{EMod}|\ufe0f/u.test(character));
  if (joiner === '\u200d' && isEmoji(base) && isEmoji(next)) return true;
  if (!isJoining(last) && !isJoining(next)) return false;
  return joiner === '\u200d' ? isVisible(last) && isVisible(next) : isWord(last) && isWord(next);
}

/** A variation selector is kept behind an emoji, a Chinese character or a Mongolian letter: it selects their shape. */
function selects(last: string | undefined, selector: string, next: string | undefined): boolean {
  if (last === undefined) return false;
  if (/[\u180b-\u180d\u180f]/.test(selector)) return /\p{Script=Mongolian}/u.test(last);
  if (selector === '\ufe0f' && /[0-9#*]/.test(last)) return next === '\u20e3';
  return isVariation(selector) && (isEmoji(last) || /\p{Script=Han}/u.test(last));
}

function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  const characters = [...text];
  const nextVisible: (string | undefined)[] = [];
  let next: string | undefined;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    nextVisible[index] = next;
    if (!isInvisible(characters[index]!)) next = characters[index];
  }
  const kept: string[] = [];
  for (const [index, character] of characters.entries()) {
    if (!isInvisible(character) || isMeant(kept, character, nextVisible[index])) kept.push(character);
  }
  return kept.join('');
}

function isMeant(before: readonly string[], character: string, next: string | undefined): boolean {
  const last = before.at(-1);
  if (isJoiner(character)) return !isJoiner(last) && joins(before, character, next);
  if (isTag(character)) return last !== undefined && (last === '\u{1f3f4}' || isTag(last));
  return selects(last, character, next);
}

/**
 * Applied until nothing changes: what is left out can bring two marks together that compose. Text that is far too long
 * stays as it is, for the schema to refuse.
 */
function settled(normalize: (text: string) => string, maxLength = Number.POSITIVE_INFINITY) {
  return (text: string): string => {
    if (text.length > maxLength) return text;
    let before = text;
    let after = normalize(before);
    while (after !== before) {
      before = after;
      after = normalize(before);
    }
    return after;
  };
}

/**
 * Accents and other marks on one letter, at most 30 as in Unicode's stream-safe format; no language needs as many.
 * Composing sorts them, in time with the square of their number: 400 kB of two accents stop a server for 11 seconds.
 */
export const limitMarks = (text: string): string => text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1');
const composed = (text: string): string => limitMarks(text).normalize('NFC');

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e]*$/.test(text);
const blanks = /[\p{Zs}\t\u2800]/gu;
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Composed, without invisible characters; the hyphens of word processors are hyphens. */
function visible(text: string): string {
  if (isPlain(text)) return text;
  return composed(withoutInvisible(composed(text))).replaceAll(/[\u2010\u2011]/g, '-');
}

const oneBlank = (text: string): string =>
  text.replaceAll(lineEnds, ' ').replaceAll(blanks, ' ').replaceAll(/ +/g, ' ').trim();

/** One line of text, such as a name: a line end or a run of blanks is one blank. */
export const normalLine = settled((text) => oneBlank(visible(text)));

/** Text of several lines, such as a note: line ends, tabs and indents stay. */
export const normalText = settled((text) =>
  visible(text)
    .replaceAll(lineEnds, '\n')
    .replaceAll(/[\p{Zs}\u2800]/gu, ' ')
    .trim(),
);

/**
 * A message to a person: it is sent as it was written, with the marks that set the direction of what is read. Without
 * any visible character it is empty.
 */
export const normalMessage = (text: string): string =>
  normalText(text) === '' ? '' : text.replaceAll(/\r\n?/g, '\n').trim();

const withoutAnyInvisible = (text: string): string =>
  isPlain(text) ? text : [...text].filter((character) => !isInvisible(character)).join('');
/** The forms that East Asian keyboards have of ASCII. */
const halfWidth = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
/** Zero of each script is followed by its other digits. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
const westernDigits = (text: string): string =>
  isPlain(text) ? text : text.replaceAll(/(?![0-9])\p{Nd}/gu, westernDigit);
const plainDashes = (text: string): string => text.replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-');

const codeOf = (text: string): string =>
  oneBlank(plainDashes(composed(halfWidth(withoutAnyInvisible(composed(text))))));
/** A code that machines read, such as an SKU: no invisible characters at all, and plain hyphens. */
export const normalCode = settled(codeOf);

/** A code of digits, such as a barcode; blanks and hyphens are how it is printed. */
export const normalDigits = settled((text) => westernDigits(codeOf(text)).replaceAll(/[ -]/g, ''));

/** No email, phone or postal code is as long, whatever is around it. */
const maxShort = 1000;
const stray = new Set(' ,;.:"\'`´‘’“”„«»‹›<>()[]');
function withoutStrayEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && stray.has(text[from]!)) from += 1;
  while (to > from && stray.has(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}

/** Without punctuation around it, blanks around its hyphens, and the Japanese sign for it. */
export const normalPostalCode = settled(
  (text) => withoutStrayEnds(westernDigits(codeOf(text)).replace(/^〒/, '')).replaceAll(/ ?- ?/g, '-'),
  maxShort,
);

/** Only the address of "Ada <ada@example.com>", "mailto:ada@example.com?subject=Hi" and "ada@example.com,". */
export const normalEmail = settled((text) => {
  const line = codeOf(text).toLowerCase();
  const bracketed = /^[^<>@]*<([^<>]*@[^<>]*)>[^<>@]*$/.exec(line)?.[1] ?? line;
  const bare = withoutStrayEnds(bracketed);
  return withoutStrayEnds(bare.startsWith('mailto:') ? bare.slice(7).split('?')[0]! : bare);
}, maxShort);

/**
 * Blanks, hyphens and digits of every kind are plain ones; what a link, a contact or a spreadsheet adds is left out.
 * `storedPhone` goes on from here.
 */
export const plainPhone = settled(
  (typed) =>
    westernDigits(codeOf(typed))
      .replaceAll('ー', '-')
      .replaceAll(/[·•∙‧・]/g, '.')
      .replace(/^\W*tel:/i, '')
      .replace(/^\(\+(\d{1,3})\)/, '+$1')
      // A spreadsheet has taken the number for one with decimals.
      .replace(/^(\+?\d{7,15})[.,]0+$/, '$1')
      .replaceAll(/^[ ,;:."'’‘“”]+|[ ,;:."'’‘“”]{1,20}$/g, ''),
  maxShort,
);
