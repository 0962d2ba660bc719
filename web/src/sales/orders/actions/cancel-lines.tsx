import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { LinePicker } from '../../../links/line-picker/line-picker.tsx';
import { type PickableLine, type Picked, pickProblem } from '../../../links/line-picker/picked-lines.ts';

const leftOf = (line: OrderLine): number => line.pickedQuantity ?? line.quantity;

export const cancellableLines = ({ lines }: Order): PickableLine[] =>
  lines
    .filter((line) => leftOf(line) > 0)
    .map((line) => ({ id: line._id, name: line.name, goods: line, most: leftOf(line) }));

/** The lines to cancel; none while a quantity is wrong or missing. */
export function cancelledLines(lines: readonly PickableLine[], picked: Picked) {
  if (lines.some((line) => picked[line.id] && pickProblem(line, picked[line.id]!))) return [];
  return Object.entries(picked).map(([lineId, { quantity }]) => ({ lineId, quantity: quantity ?? 0 }));
}

interface CancelLinesProps {
  lines: readonly PickableLine[];
  picked: Picked;
  onPicked: (picked: Picked) => void;
  /** What each line comes to. */
  amounts: ReadonlyMap<string, number>;
}
/** Chooses which items of an order are cancelled. */
export function CancelLines({ lines, picked, ...rest }: CancelLinesProps) {
  const problems = Object.fromEntries(
    lines.flatMap((line) => {
      const one = picked[line.id];
      return one ? [[line.id, pickProblem(line, one)]] : [];
    }),
  );
  return <LinePicker verb="Cancel" lines={lines} picked={picked} problems={problems} {...rest} />;
}
