/** The letter before each kind of number, as people say and print them. No two kinds share one. */
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
} as const;
export type NumberKind = keyof typeof numberFormats;

/** 'order', 100042 → "O-100042". `format_number` in SQL does the same. */
export const formatNumber = (kind: NumberKind, number: number): string => `${numberFormats[kind]}-${number}`;

/** "O-100042", "o100042" or "100042" → 100042; nothing for the number of another kind, or what is no number. */
export function parseNumber(kind: NumberKind, text: string): number | undefined {
  const digits = new RegExp(`^(?:${numberFormats[kind]}-?)?\\s*(\\d{1,15})$`, 'i').exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
