/*
 * Code 128, the barcode of labels and slips. Each symbol is three bars and three spaces of 1 to 4 modules; pairs of
 * digits share one symbol.
 */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const startText = 104;
const startPairs = 105;
const toPairs = 99;
const stop = 106;

/** The symbols of a text of printable ASCII, with their check symbol. */
export function symbolsOf(text: string): number[] {
  const digits = /\d*$/.exec(text)![0];
  const pairs = digits.length - (digits.length % 2);
  // Switching costs a symbol: less than four digits are not worth it.
  const inPairs = pairs >= 4 ? pairs : 0;
  const plain = text.slice(0, text.length - inPairs);
  const symbols = plain === '' ? [startPairs] : [startText];
  for (const char of plain) symbols.push(char.charCodeAt(0) - 32);
  if (inPairs > 0 && plain !== '') symbols.push(toPairs);
  for (let at = plain.length; at < text.length; at += 2) symbols.push(Number(text.slice(at, at + 2)));
  const check = symbols.reduce((sum, symbol, index) => sum + symbol * Math.max(1, index), 0) % 103;
  return [...symbols, check, stop];
}

/** Widths of bar, space, bar … in modules. */
export const barsOf = (text: string): number[] =>
  symbolsOf(text).flatMap((symbol) => [...widths[symbol]!].map(Number));
