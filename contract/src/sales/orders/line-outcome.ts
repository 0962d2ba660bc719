import { type ItemNames, itemName } from '../../core/item-name.ts';
import { responseTexts, type ShopperAnswer } from './order-lines.ts';

interface Line extends ItemNames {
  _id: string;
  quantity: number;
  pickedQuantity: number | null;
  substituteFor: string | null;
  removed: boolean;
  answer: ShopperAnswer | null;
}

/** The quantity that the customer gets: the picked one, or the ordered one before picking. */
export const quantityInBag = ({
  removed,
  pickedQuantity,
  quantity,
}: Pick<Line, 'removed' | 'pickedQuantity' | 'quantity'>): number =>
  removed ? 0 : (pickedQuantity ?? quantity);

/** The reason why a line wasn't picked as ordered, as a text; null if it was. */
export function lineOutcome(line: Line, lines: readonly Line[]): string | null {
  const substitute = lines.find(({ substituteFor, removed }) => substituteFor === line._id && !removed);
  const original = lines.find(({ _id }) => _id === line.substituteFor);
  const taken = quantityInBag(line);
  const fates = [
    original && `substitute for ${itemName(original)}`,
    line.removed && 'cancelled',
    substitute && `${taken > 0 ? 'the rest ' : ''}replaced by ${itemName(substitute)}`,
    taken === 0 && !line.removed && !substitute && 'out of stock',
    line.answer && responseTexts[line.answer],
  ].filter((text) => typeof text === 'string' && text !== '');
  return fates.length > 0 ? fates.join(', ') : null;
}
