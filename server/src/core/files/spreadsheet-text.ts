/**
 * A cell that a spreadsheet would take for a formula is shown as the text that it is. One that begins like
 * the result of this gets an apostrophe too, so that `plainText` gives back exactly what was written.
 */
export const neutral = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
/** What a cell said before it was made neutral. */
export const plainText = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r])/, '');
/** A text for a cell that is text anyway. Only one that `plainText` would change gets an apostrophe. */
export const typed = (text: string): string => (plainText(text) === text ? text : `'${text}`);
