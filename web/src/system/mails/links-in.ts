/** A plain text, parted into links and what is between them. */
export const linksIn = (text: string): { text: string; isLink: boolean }[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => ({ text: piece, isLink: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
