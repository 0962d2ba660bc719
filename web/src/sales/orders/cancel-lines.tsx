import { countedIn, formatQuantity, quantityProblem } from '@aisle/contract/core/quantity';
import type { OrderLine } from '@aisle/contract/sales/order-lines';
import type { Order } from '@aisle/contract/sales/order-view';
import { QuantityInput } from '../../ui/form/inputs.tsx';
import classes from './orders.module.css';

/** How much of each line is cancelled: null or nothing where none of it is. */
export type CancelDraft = Readonly<Record<string, number | null>>;

const leftOf = (line: OrderLine): number => line.pickedQuantity ?? line.quantity;

export const cancelledLines = (draft: CancelDraft) =>
  Object.entries(draft).flatMap(([lineId, quantity]) =>
    quantity !== null && quantity > 0 ? [{ lineId, quantity }] : [],
  );
export function wrongWith(line: OrderLine, quantity: number | null | undefined): string | undefined {
  if (quantity === null || quantity === undefined) return undefined;
  if (Number.isNaN(quantity)) return 'Enter a quantity';
  if (quantity > leftOf(line)) return `At most ${formatQuantity(leftOf(line), countedIn(line))}`;
  return quantityProblem(line, quantity);
}

interface CancelLinesProps {
  order: Order;
  draft: CancelDraft;
  onDraft: (draft: CancelDraft) => void;
}
/** Chooses what of an order is cancelled; the rest goes on. */
export function CancelLines({ order, draft, onDraft }: CancelLinesProps) {
  return (
    <ul className={classes.cancelList} aria-label="Items to cancel">
      {order.lines
        .filter((line) => leftOf(line) > 0)
        .map((line) => (
          <li key={line._id}>
            <span>
              <span className={classes.lineName}>{line.name}</span>
              <span className={classes.lineSku}>of {formatQuantity(leftOf(line), countedIn(line))}</span>
            </span>
            <QuantityInput
              aria-label={`Cancel of ${line.name}`}
              placeholder="0"
              unit={countedIn(line)}
              value={draft[line._id] ?? null}
              onChange={(quantity) => onDraft({ ...draft, [line._id]: quantity })}
              error={wrongWith(line, draft[line._id])}
            />
          </li>
        ))}
    </ul>
  );
}
