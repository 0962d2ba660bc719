import { limitMarks } from '@aisle/contract/core/normal-text';

/** "Crème Fraîche, 8 oz" → "creme-fraiche-8-oz": letters and digits of any script, for addresses. */
export function slugOf(name: string): string {
  const words = limitMarks(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return words || 'product';
}

/** The slug of another product of the same name. */
export const slugBeside = (name: string, id: string): string => `${slugOf(name)}-${id.slice(-8)}`;
