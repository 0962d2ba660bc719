/** Splits a plain text into links and the text between them. */
export const linksIn = (text: string): { text: string; isLink: boolean }[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => ({ text: piece, isLink: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
