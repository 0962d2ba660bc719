import { pluralize } from '@aisle/contract/core/pluralize';
import type { BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../dispatch.module.css';
import { areasOf } from './board.ts';

export type Errand = BoardOrder | BoardCollection;
export const isOrder = (errand: Errand): errand is BoardOrder => 'promisedAt' in errand;

/** The contents of a column. */
export interface ColumnErrands {
  orders: BoardOrder[];
  collections: BoardCollection[];
}
export const sizeOf = ({ orders, collections }: ColumnErrands): number => orders.length + collections.length;

interface TaskListProps extends ColumnErrands {
  /** Groups the cards by postal code if several share one. */
  isGrouped: boolean;
  showsLocation: boolean;
  /** Selects the errands of a group for a trip. */
  select: ((ids: readonly string[]) => void) | undefined;
  card: (errand: Errand) => ReactNode;
}
/** The cards of a column. Orders waiting for a driver are grouped by postal code so that they can share a trip. */
export function TaskList({ orders, collections, isGrouped, showsLocation, select, card }: TaskListProps) {
  const errands: Errand[] = [...orders, ...collections];
  const areas = isGrouped ? areasOf(errands) : [];
  if (!areas.some((area) => area.errands.length > 1)) {
    return <ul className={classes.cards}>{errands.map(card)}</ul>;
  }
  return areas.map(({ key, postalCode, errands: inArea }) => {
    const name = postalCode || 'No postal code';
    // The visible heading omits the location, because each card shows it.
    const place = showsLocation ? ` · ${inArea[0]!.locationName}` : '';
    return (
      <section key={key} aria-label={`${name}${place}`}>
        <h3 className={classes.area}>
          <span>
            {name} · {pluralize(inArea.length, inArea.every(isOrder) ? 'order' : 'stop')}
          </span>
          {select && inArea.length > 1 && (
            <Button
              variant="subtle"
              color="teal"
              flex="none"
              size="compact-xs"
              aria-label={`Select all in ${name}${place}`}
              onClick={() => select(inArea.map(({ _id }) => _id))}
            >
              Select all
            </Button>
          )}
        </h3>
        <ul className={classes.cards}>{inArea.map(card)}</ul>
      </section>
    );
  });
}
