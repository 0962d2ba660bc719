import { wrongField } from '../problem.ts';

/** A cursor identifies a row by its values in the sort columns. */
export const cursorOf = (values: readonly string[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

export function readCursor(cursor: string, columns: number): string[] {
  const values = parsed(cursor);
  const fits =
    Array.isArray(values) && values.length === columns && values.every((value) => typeof value === 'string');
  if (!fits) throw wrongField('cursor', 'This cursor belongs to a different list');
  return values;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
