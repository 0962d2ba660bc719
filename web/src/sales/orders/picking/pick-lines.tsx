import type { Picture } from '@aisle/contract/core/fields';
import { fateOf } from '@aisle/contract/sales/orders/line-fate';
import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { PickRow, SubstituteRow } from './pick-row.tsx';
import { discountPercentOf } from './picked-order.ts';
import { type PickDraft, pickedOf } from './picking.ts';
import type { Picking } from './use-picking.ts';

interface PickLinesProps {
  lines: readonly OrderLine[];
  order: Order;
  draft: PickDraft;
  picking: Picking;
  pictures: ReadonlyMap<string, Picture>;
}

/** Lines to pick, each with its substitute, for the whole line or for the part that was not found. */
export function PickLines({ lines, order, draft, picking, pictures }: PickLinesProps) {
  return lines.flatMap((line) => {
    const substitute = draft.substitutes[line._id];
    const isPicked = Boolean(pickedOf(line, draft));
    return [
      (!substitute || isPicked) && (
        <PickRow
          key={line._id}
          line={line}
          picture={pictures.get(line._id)}
          draft={draft}
          tolerance={order.pickTolerancePercent}
          discountPercent={discountPercentOf(order)}
          fate={fateOf(line, order.lines)}
          onPicked={(quantity) => picking.pick(line, quantity)}
          onSubstitute={() => picking.setSearching(line)}
          onTakeBack={(isBack) => picking.takeBack(line, isBack)}
        />
      ),
      substitute && (
        <SubstituteRow
          key={`${line._id}-instead`}
          line={line}
          {...substitute}
          onQuantity={(quantity) => picking.changeSubstitute(line, quantity)}
          onBack={() => picking.removeSubstitute(line)}
        />
      ),
    ];
  });
}
