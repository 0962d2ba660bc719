import { kmToMiles } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { IconAlertTriangle, IconCash, IconMessage, IconTruckReturn } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import boardClasses from '../../../ui/board/board.module.css';
import { slotText } from '../../../ui/values/when.ts';
import { type Choice, ChoiceBox } from '../dialogs/choice-box.tsx';
import classes from '../dispatch.module.css';

interface BoardCardProps {
  errand: BoardOrder | BoardCollection;
  /** Link to the errand's own screen. */
  link: ReactNode;
  choice: Choice | undefined;
  /** Selected on the map. */
  isMarked?: boolean | undefined;
  /** Time left, or the next action. */
  time: string;
  isLate?: boolean;
  /** Due within minutes. */
  isSoon?: boolean;
  /** The customer's note. */
  note?: string | null;
  /** "$48.84 cash" */
  cash?: string | null;
  /** Summary of failed attempts. */
  attempts?: string | null;
  now: number;
  showsLocation: boolean;
  /** The driver or staff member with the errand, and its progress. */
  carrier: ReactNode;
  /** Buttons of the next steps. */
  children: ReactNode;
}

/** A card for a delivery or a return pickup, in three lines, so that a column shows many. */
export function BoardCard(props: BoardCardProps) {
  const { errand, link, choice, isMarked = false, time, isLate = false, isSoon = false, now } = props;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  const { note, cash, attempts, showsLocation, carrier, children } = props;
  const { number, customerName, line1, postalCode, distanceKm, lineCount } = errand;
  // Keeps the number and its unit on one line.
  const miles = distanceKm === null ? null : `${kmToMiles(distanceKm).toFixed(1)}\u00a0mi`;
  const slot = 'slot' in errand && errand.slot ? slotText(errand.slot, errand.timeZone, now) : null;
  const count = pluralize('unitCount' in errand ? errand.unitCount : lineCount, 'item');
  return (
    <li
      ref={card}
      className={`card grid ${boardClasses.card} ${classes.card}`}
      data-late={isLate || undefined}
      data-soon={isSoon || undefined}
      data-marked={isMarked || undefined}
      aria-current={isMarked || undefined}
    >
      <div className="row between gap-2">
        <span className="inline-row gap-2 min-w-0">
          <ChoiceBox number={number} choice={choice} />
          <span className="bold nowrap tabular">{link}</span>
          <span className="text-sm secondary truncate">{count}</span>
        </span>
        <span
          className={`inline-row gap-1 text-sm secondary nowrap tabular ${boardClasses.time} ${classes.time}`}
          title={slot ?? undefined}
        >
          {isLate && <IconAlertTriangle size={14} aria-hidden />}
          {time}
        </span>
      </div>
      <div className="row between gap-2" title={[customerName, line1, postalCode].filter(Boolean).join(', ')}>
        <span className="truncate">
          {customerName}
          {line1 && <span className="secondary"> · {line1}</span>}
        </span>
        {miles && <span className="text-sm secondary nowrap tabular">{miles}</span>}
      </div>
      {showsLocation && <div className="text-sm secondary truncate">{errand.locationName}</div>}
      {carrier && <div className={classes.carrier}>{carrier}</div>}
      {attempts && (
        <div className={`bad ${classes.attempts}`}>
          <IconTruckReturn size={14} aria-hidden />
          {attempts}
        </div>
      )}
      <div className={classes.last}>
        {cash && (
          <span className={`waiting ${classes.cash}`}>
            <IconCash size={14} aria-hidden />
            {cash}
          </span>
        )}
        {note && (
          <span className={`text-sm ${classes.note}`} title={note}>
            <IconMessage size={14} aria-label="Customer's note" />
            <span>{note}</span>
          </span>
        )}
        {children}
      </div>
    </li>
  );
}
