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

/** How much of a line goes into the bag: the picked quantity, or the ordered one until picking. */
export const inTheBag = ({
  removed,
  pickedQuantity,
  quantity,
}: Pick<Line, 'removed' | 'pickedQuantity' | 'quantity'>): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

/** Why a line was not picked as ordered, in words; null if it was. */
export function lineOutcome(line: Line, lines: readonly Line[]): string | null {
  const substitute = lines.find(({ substituteFor, removed }) => substituteFor === line._id && !removed);
  const original = lines.find(({ _id }) => _id === line.substituteFor);
  const taken = inTheBag(line);
  const fates = [
    original && `substitute for ${original.name}`,
    line.removed && 'cancelled',
    substitute && `${taken > 0 ? 'the rest ' : ''}replaced by ${substitute.name}`,
    taken === 0 && !line.removed && !substitute && 'out of stock',
    line.answer && answerTexts[line.answer],
  ].filter((text) => typeof text === 'string' && text !== '');
  return fates.length > 0 ? fates.join(', ') : null;
}
