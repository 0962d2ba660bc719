/**
 * Escapes a cell that a spreadsheet would read as a formula, so that it shows as text. Text that already looks escaped gets an
 * apostrophe too, so that `plainText` restores the original exactly.
 */
export const neutral = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || (text.startsWith("'") && isGuarded(text.replace(/^'+/, "'")))
    ? `'${text}`
    : text;

/**
 * Removes the apostrophe that escapes a cell. Other programs write one before digits so that spreadsheets read them as text.
 * The year in "'90s mix" is not escaped.
 */
export const plainText = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) || (cell.startsWith("'") && isGuarded(cell.replace(/^'+/, "'")))
    ? cell.slice(1)
    : cell;

const isGuarded = (cell: string): boolean => /^'\d/.test(cell) && !/^'\d\d(?!\d)\s?\p{L}/u.test(cell);

/** Escapes the text of a cell with text format: adds an apostrophe only if `plainText` would change the text. */
export const typed = (text: string): string => (plainText(text) === text ? text : `'${text}`);
