import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { TransferLine } from '@aisle/contract/warehouse/transfers';
import type { Tx } from '../../core/db/db.ts';
import { missingAt, problem } from '../../core/problem.ts';
import {
  holdLevels,
  type LockedLevel,
  type LockedLot,
  lotsInStock,
} from '../../ledgers/stock/stock.queries.ts';
import type { LineShare } from './transfer-lines.queries.ts';

type Line = Pick<TransferLine, '_id' | 'lotId' | 'quantity' | 'subProductData'>;

/** Stock that can still be sent: sellable stock that isn't reserved, and expired stock not needed for reservations. */
interface Left {
  good: number;
  expired: number;
  lots: LockedLot[];
}
const remainingOf = (level: LockedLevel | undefined, lots: LockedLot[]): Left => {
  if (!level) return { good: 0, expired: 0, lots };
  const unreserved = Math.max(0, addQuantities(level.onHand, -level.reserved));
  return {
    good: Math.max(0, addQuantities(level.onHand, -level.expired, -level.reserved)),
    expired: Math.min(level.expired, unreserved),
    lots,
  };
};

/**
 * Chooses the lots for each line: the lot named in the request, or else sellable lots by earliest expiration. Either all lines
 * are covered, or a problem lists every shortage.
 */
export async function chooseShares(tx: Tx, locationId: string, lines: readonly Line[]): Promise<LineShare[]> {
  const ids = [...new Set(lines.map((line) => line.subProductData._id))];
  const levels = new Map((await holdLevels(tx, locationId, ids)).map((level) => [level.subProductId, level]));
  const lots = await lotsInStock(tx, locationId, ids);
  const left = new Map(
    ids.map((id) => [
      id,
      remainingOf(
        levels.get(id),
        lots.filter((lot) => lot.subProductId === id),
      ),
    ]),
  );
  const shares: LineShare[] = [];
  const short: { path: string; message: string }[] = [];
  // Lines with a chosen lot come first; the remaining quantities of the lots serve the other lines.
  const chosenFirst = [...lines.entries()].sort(
    ([, a], [, b]) => Number(b.lotId !== null) - Number(a.lotId !== null),
  );
  for (const [index, line] of chosenFirst) {
    const there = left.get(line.subProductData._id)!;
    const from = there.lots.filter((lot) => (line.lotId ? lot.id === line.lotId : !lot.expired));
    if (line.lotId && from.length === 0) throw missingAt(`lines.${index}.lotId`, 'Lot');
    const isExpired = from[0]?.expired === true;
    const available = Math.min(
      addQuantities(...from.map((lot) => lot.onHand), 0),
      isExpired ? there.expired : there.good,
    );
    if (line.quantity > available) {
      short.push({ path: `lines.${index}.quantity`, message: inWords(line, available) });
      continue;
    }
    shares.push(...take(line, from));
    if (isExpired) there.expired = addQuantities(there.expired, -line.quantity);
    else there.good = addQuantities(there.good, -line.quantity);
  }
  if (short.length > 0) {
    const words = short.slice(0, 5).map(({ message }) => message);
    const more = short.length > 5 ? [`and ${short.length - 5} more`] : [];
    throw problem('stock.not-enough', { lines: [...words, ...more].join('; ') }, { fields: short });
  }
  return shares;
}

const inWords = ({ subProductData, quantity }: Line, available: number) =>
  `${itemName(subProductData)} (${subProductData.sku}): ${formatQuantity(quantity)} to send, ${formatQuantity(available)} available`;

/** Takes a line from lots and reduces them for the following lines. */
function take(line: Line, lots: LockedLot[]): LineShare[] {
  const shares: LineShare[] = [];
  let rest = line.quantity;
  for (const lot of lots) {
    const quantity = Math.min(rest, lot.onHand);
    if (quantity <= 0) continue;
    lot.onHand = addQuantities(lot.onHand, -quantity);
    rest = addQuantities(rest, -quantity);
    shares.push({ lineId: line._id, subProductId: line.subProductData._id, lotId: lot.id, quantity });
  }
  return shares;
}
