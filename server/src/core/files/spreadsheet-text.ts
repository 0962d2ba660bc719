/**
 * A cell that a spreadsheet would take for a formula is shown as the text that it is. One that begins like
 * the result of this gets an apostrophe too, so that `plainText` gives back exactly what was written.
 */
export const neutral = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || (text.startsWith("'") && isGuarded(text.replace(/^'+/, "'")))
    ? `'${text}`
    : text;

/**
 * Removes the apostrophe that made a cell neutral, here or in another program: other programs write one before digits, so
 * that a spreadsheet takes them for text. The year in "'90s mix" is not one of these.
 */
export const plainText = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) || (cell.startsWith("'") && isGuarded(cell.replace(/^'+/, "'")))
    ? cell.slice(1)
    : cell;

const isGuarded = (cell: string): boolean => /^'\d/.test(cell) && !/^'\d\d(?!\d)\s?\p{L}/u.test(cell);

/** A text for a cell that is text anyway. Only one that `plainText` would change gets an apostrophe. */
export const typed = (text: string): string => (plainText(text) === text ? text : `'${text}`);
