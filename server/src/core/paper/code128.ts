import bwip from 'bwip-js/generic';

/** Code 128, the barcode of labels and slips, as widths of bars and spaces in modules. Supports printable ASCII. */
export function barsOf(text: string): number[] {
  const [symbol] = bwip.raw('code128', text, '');
  if (!symbol || !('sbs' in symbol)) throw new Error(`No Code 128 for ${text}`);
  return symbol.sbs;
}
