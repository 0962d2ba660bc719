/**
 * Converts typed and pasted text to one form, so that texts that look the same are equal. Every schema of the contract and
 * every reader of emails and files uses these functions; SQL never normalizes stored text.
 */

/** Letters that join their neighbors, where a zero-width joiner or non-joiner changes the meaning. */
const joiningLetter =
  /^(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}]/u;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u007f-\u0084\u0086-\u009f]/u;
/** Visible format characters, such as the Arabic year sign, count as text. */
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
  // An emoji can be followed by a skin tone and by an emoji variation selector.
  const base = before.slice(-3).findLast((character) => !/\p{EMod}|\ufe0f/u.test(character));
  if (joiner === '\u200d' && isEmoji(base) && isEmoji(next)) return true;
  if (!isJoining(last) && !isJoining(next)) return false;
  return joiner === '\u200d' ? isVisible(last) && isVisible(next) : isWord(last) && isWord(next);
}

/** A variation selector is kept after an emoji, a Chinese character or a Mongolian letter, because it selects their shape. */
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
    if (!isInvisible(character) || hasEffect(kept, character, nextVisible[index])) kept.push(character);
  }
  return kept.join('');
}

function hasEffect(before: readonly string[], character: string, next: string | undefined): boolean {
  const last = before.at(-1);
  if (isJoiner(character)) return !isJoiner(last) && joins(before, character, next);
  if (isTag(character)) return last !== undefined && (last === '\u{1f3f4}' || isTag(last));
  return selects(last, character, next);
}

/**
 * Repeated until nothing changes, because a removed character can bring two marks together that compose. Overlong text stays
 * unchanged, and the schema rejects it.
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
 * Accents and other marks on one letter, at most 30 as in Unicode's stream-safe format; no language needs as many. Composing
 * sorts them in quadratic time: 400 kB of two accents would block a server for 11 seconds.
 */
export const limitMarks = (text: string): string => text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1');
const composed = (text: string): string => limitMarks(text).normalize('NFC');

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e]*$/.test(text);
const blanks = /[\p{Zs}\t\u2800]/gu;
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Composed, without invisible characters; the hyphens of word processors become plain hyphens. */
function visible(text: string): string {
  if (isPlain(text)) return text;
  return composed(withoutInvisible(composed(text))).replaceAll(/[\u2010\u2011]/g, '-');
}

const oneBlank = (text: string): string =>
  text.replaceAll(lineEnds, ' ').replaceAll(blanks, ' ').replaceAll(/ +/g, ' ').trim();

/** One line of text, such as a name: a line break or a run of spaces becomes one space. */
export const normalLine = settled((text) => oneBlank(visible(text)));

/** Text with several lines, such as a note: line breaks, tabs and indents stay. */
export const normalText = settled((text) =>
  visible(text)
    .replaceAll(lineEnds, '\n')
    .replaceAll(/[\p{Zs}\u2800]/gu, ' ')
    .trim(),
);

/**
 * A message to a person: sent exactly as written, including marks that set the text direction. Without any visible character it
 * is empty.
 */
export const normalMessage = (text: string): string =>
  normalText(text) === '' ? '' : text.replaceAll(/\r\n?/g, '\n').trim();

const withoutAnyInvisible = (text: string): string =>
  isPlain(text) ? text : [...text].filter((character) => !isInvisible(character)).join('');
/** The full-width forms of ASCII that East Asian keyboards type. */
const halfWidth = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
/** In each script, the code points of the other digits follow zero. */
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
/** A machine-readable code, such as an SKU: no invisible characters at all, and plain hyphens. */
export const normalCode = settled(codeOf);

/** A code of digits, such as a barcode; printed spaces and hyphens are removed. */
export const normalDigits = settled((text) => westernDigits(codeOf(text)).replaceAll(/[ -]/g, ''));

/** Longer than any email, phone or postal code, including the characters around it. */
const maxShort = 1000;
const stray = new Set(' ,;.:"\'`´‘’“”„«»‹›<>()[]');
function withoutStrayEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && stray.has(text[from]!)) from += 1;
  while (to > from && stray.has(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}

/** Removes punctuation around the code, spaces around its hyphens, and the Japanese postal mark. */
export const normalPostalCode = settled(
  (text) => withoutStrayEnds(westernDigits(codeOf(text)).replace(/^〒/, '')).replaceAll(/ ?- ?/g, '-'),
  maxShort,
);

/** Extracts the address from "Ada <ada@example.com>", "mailto:ada@example.com?subject=Hi" and "ada@example.com,". */
export const normalEmail = settled((text) => {
  const line = codeOf(text).toLowerCase();
  const bracketed = /^[^<>@]*<([^<>]*@[^<>]*)>[^<>@]*$/.exec(line)?.[1] ?? line;
  const bare = withoutStrayEnds(bracketed);
  return withoutStrayEnds(bare.startsWith('mailto:') ? bare.slice(7).split('?')[0]! : bare);
}, maxShort);

/**
 * Spaces, hyphens and digits of all kinds become plain ones; characters that a link, a contact or a spreadsheet adds are
 * removed. `storedPhone` continues from here.
 */
export const plainPhone = settled(
  (typed) =>
    westernDigits(codeOf(typed))
      .replaceAll('ー', '-')
      .replaceAll(/[·•∙‧・]/g, '.')
      .replace(/^\W*tel:/i, '')
      .replace(/^\(\+(\d{1,3})\)/, '+$1')
      // A spreadsheet stored the number with decimals.
      .replace(/^(\+?\d{7,15})[.,]0+$/, '$1')
      .replaceAll(/^[ ,;:."'’‘“”]+|[ ,;:."'’‘“”]{1,20}$/g, ''),
  maxShort,
);
