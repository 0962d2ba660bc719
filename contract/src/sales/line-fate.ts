import { answerTexts, type ShopperAnswer } from './order-lines.ts';

interface Line {
  _id: string;
  name: string;
  quantity: number;
  pickedQuantity: number | null;
  substituteFor: string | null;
  removed: boolean;
  answer: ShopperAnswer | null;
}

/** How much of a line goes into the bag: what was picked, or what was ordered as long as nobody has picked. */
export const inTheBag = ({
  removed,
  pickedQuantity,
  quantity,
}: Pick<Line, 'removed' | 'pickedQuantity' | 'quantity'>): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

/** What became of a line where it did not go as ordered, in words; nothing where it did. */
export function fateOf(line: Line, lines: readonly Line[]): string | null {
  const standIn = lines.find(({ substituteFor, removed }) => substituteFor === line._id && !removed);
  const original = lines.find(({ _id }) => _id === line.substituteFor);
  const taken = inTheBag(line);
  const fates = [
    original && `replaces ${original.name}`,
    line.removed && 'cancelled',
    standIn && `${taken > 0 ? 'the rest ' : ''}replaced by ${standIn.name}`,
    taken === 0 && !line.removed && !standIn && 'none left',
    line.answer && answerTexts[line.answer],
  ].filter((text) => typeof text === 'string' && text !== '');
  return fates.length > 0 ? fates.join(', ') : null;
}
