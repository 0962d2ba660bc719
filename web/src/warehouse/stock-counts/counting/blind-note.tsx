import type { StockCount } from '@aisle/contract/warehouse/stock-counts';
import { useMay } from '../../../core/session/session.ts';
import { isOver } from '../count-stage.ts';
import classes from '../stock-counts.module.css';

/** Why the figures are missing from a blind count, and what happens next. */
export function BlindNote({ count }: { count: StockCount }) {
  const mayDecide = useMay('inventory_edit');
  if (!count.blind || isOver(count)) return null;
  return <p className={classes.people}>{noteOn(count, mayDecide)}</p>;
}

function noteOn({ status, seesFigures }: StockCount, mayDecide: boolean): string {
  if (status === 'open') {
    return "Blind count. Expected quantities are shown after counting is finished, to someone who didn't count here.";
  }
  if (seesFigures) {
    return 'Counting is finished. Review the differences, request recounts where needed, then post. Someone else does the recounts.';
  }
  return mayDecide
    ? "Counting is finished. You counted here, so someone else reviews it. You'll see the differences after it's posted."
    : 'Counting is finished and in review. You can still do requested recounts.';
}
