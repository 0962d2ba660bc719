/** The letter before each kind of number, as people say and print it. Every kind has a different letter. */
export const numberFormats = {
  order: 'O',
  checkout: 'M',
  lot: 'L',
  count: 'C',
  return: 'R',
  trip: 'T',
  statement: 'S',
  recall: 'Q',
  transfer: 'X',
  ticket: 'H',
  subscriptionInvoice: 'I',
  invoice: 'N',
  payoutRun: 'P',
  journal: 'J',
  promotion: 'V',
  giftCard: 'G',
  dispute: 'D',
  vendorClaim: 'K',
} as const;
export type NumberKind = keyof typeof numberFormats;

/** 'order', 100042 → "O-100042". `format_number` in SQL does the same. */
export const formatNumber = (kind: NumberKind, number: number): string => `${numberFormats[kind]}-${number}`;

/** "O-100042", "o100042" or "100042" → 100042; undefined for the number of another kind, and for text that isn't a number. */
export function parseNumber(kind: NumberKind, text: string): number | undefined {
  const digits = new RegExp(`^(?:${numberFormats[kind]}-?)?\\s*(\\d{1,15})$`, 'i').exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export type NumberRange = readonly [from: number, to: number];
const minDigits = 3;
const maxDigits = 9;

/**
 * "O-1062" → that number, and the ranges of longer numbers with this beginning: 10620 to 10629, 106200 to 106299 and so on.
 * With fewer than three digits only the number itself, because these begin most numbers, unless the list is short.
 */
export function numbersBeginning(kind: NumberKind, text: string, fewestDigits = minDigits): NumberRange[] {
  const number = parseNumber(kind, text);
  if (number === undefined) return [];
  const digits = String(number).length;
  // No number starts with zero.
  if (number === 0 || digits < fewestDigits) return [[number, number]];
  return Array.from({ length: Math.max(1, maxDigits - digits + 1) }, (_, longer): NumberRange => {
    const scale = 10 ** longer;
    return [number * scale, (number + 1) * scale - 1];
  });
}
