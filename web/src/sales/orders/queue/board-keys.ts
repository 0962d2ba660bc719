/** The element of a card that gets focus: its step button, or else the link to the order. */
const target = (card: Element | undefined): HTMLElement | null | undefined =>
  card?.querySelector<HTMLElement>('[data-step]') ?? card?.querySelector<HTMLElement>('a');
const cardsOf = (column: Element | undefined): Element[] => [...(column?.querySelectorAll('li') ?? [])];

export const focusCard = (column: Element | undefined, at: number): void => {
  const cards = cardsOf(column);
  target(cards[Math.min(at, cards.length - 1)])?.focus();
};

/** Arrow keys move between cards and to the next column that has cards; the focused button handles Enter. */
export function moveOnBoard(board: Element, from: Element, key: string): boolean {
  const card = from.closest('li');
  const columns = [...board.querySelectorAll('section')];
  const column = columns.find((one) => one.contains(card));
  if (!card || !column) return false;
  const at = cardsOf(column).indexOf(card);
  const beside = (others: Element[]) => others.find((one) => one.querySelector('li'));
  if (key === 'ArrowDown') focusCard(column, at + 1);
  else if (key === 'ArrowUp') focusCard(column, Math.max(at - 1, 0));
  else if (key === 'Home') focusCard(column, 0);
  else if (key === 'End') focusCard(column, Number.MAX_SAFE_INTEGER);
  else if (key === 'ArrowRight') focusCard(beside(columns.slice(columns.indexOf(column) + 1)), at);
  else if (key === 'ArrowLeft') focusCard(beside(columns.slice(0, columns.indexOf(column)).reverse()), at);
  else return false;
  return true;
}
