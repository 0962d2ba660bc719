/** The kind of record that an ID belongs to. It is part of the ID, so that all IDs are different. */
const kinds = {
  tax: 1,
  brand: 2,
  category: 3,
  product: 4,
  subProduct: 5,
  location: 6,
  vendor: 7,
  customer: 8,
  address: 9,
  user: 10,
  session: 11,
  lot: 12,
  mainOrder: 13,
  order: 14,
  line: 15,
  event: 16,
  payment: 17,
  journal: 18,
  movement: 19,
  adjustment: 20,
  specification: 21,
  statement: 22,
} as const;
export type Kind = keyof typeof kinds;

const kindHex = Object.fromEntries(
  Object.entries(kinds).map(([name, number]) => [name, number.toString(16).padStart(3, '0')]),
) as Record<Kind, string>;
const partHex = Array.from({ length: 4096 }, (_, part) => part.toString(16).padStart(3, '0'));

/** A UUIDv7 derived from its record: `number` distinguishes records of a kind, `part` their parts. */
export function idOf(kind: Kind, at: number, number: number, part = 0): string {
  return idAt(timeHex(at), kind, numberHex(number), part);
}

/** Many IDs for one time and number, with hex digits that are computed once. */
export const idAt = (time: string, kind: Kind, number: string, part: number): string =>
  `${time}-7${partHex[part]}-8${kindHex[kind]}-${number}`;

export function timeHex(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
export const numberHex = (number: number): string => number.toString(16).padStart(12, '0');
