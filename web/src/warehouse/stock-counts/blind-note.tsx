import type { StockCount } from '@aisle/contract/warehouse/stock-counts';
import { useMay } from '../../core/session.ts';
import { isOver } from './count-stage.ts';
import classes from './stock-counts.module.css';

/** Why the figures are missing from a blind count, and what happens next. */
export function BlindNote({ count }: { count: StockCount }) {
  const mayDecide = useMay('inventory_edit');
  if (!count.blind || isOver(count)) return null;
  return <p className={classes.people}>{noteOn(count, mayDecide)}</p>;
}

function noteOn({ status, seesFigures }: StockCount, mayDecide: boolean): string {
  if (status === 'open') {
    return 'Counted blind: what the books say is shown once counting is finished, to somebody who counted nothing here.';
  }
  if (seesFigures) {
    return 'Counting is finished. Look over what differs, ask for recounts where a figure looks wrong, then post. What you ask for again, somebody else counts.';
  }
  return mayDecide
    ? 'Counting is finished. You counted here yourself, so somebody else looks it over; you see what differs once it is posted.'
    : 'Counting is finished, and is being looked over. What is asked for again can still be counted.';
}
