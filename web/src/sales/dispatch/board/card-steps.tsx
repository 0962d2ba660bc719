import type { Board, BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Destination } from '../../../core/pages/screens.ts';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import { RowMenu } from '../../../ui/list/rows/row-menu.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { useExclusive } from '../../../ui/use-exclusive.ts';
import { TripLinkDialog } from '../dialogs/trip-link-dialog.tsx';
import classes from '../dispatch.module.css';

/** The default next step and the alternatives. */
export interface NextStep {
  label: string;
  /** Runs the step, or opens the screen where the user takes it. */
  run: (() => unknown) | Destination;
  menu: RowAction[];
  /** Why this is the default step. */
  reason?: string | null;
}

interface CardStepsProps {
  errand: Pick<BoardOrder | BoardCollection, 'number' | 'customerName' | 'delivery' | 'timeZone'>;
  board: Board;
  next: NextStep;
  isBusy: boolean;
}

/** The default next step as a button; the other steps and the driver's link are in a menu. */
export function CardSteps({
  errand: { number, customerName, delivery, timeZone },
  board,
  next,
  isBusy,
}: CardStepsProps) {
  const [showsLink, setShowsLink] = useState(false);
  const { label, run, menu, reason } = next;
  const once = useExclusive();
  const link = { label: 'Driver link…', onClick: () => setShowsLink(true) };
  return (
    <div className={`row gap-1 ${classes.steps}`}>
      {reason && <span className="text-xs secondary">{reason}</span>}
      {typeof run === 'function' ? (
        <Button
          variant="default"
          size="xs"
          aria-label={`${label}: ${number}, ${customerName}`}
          loading={isBusy}
          onClick={() => void once(run)}
        >
          {label}
        </Button>
      ) : (
        <ButtonLink {...run} variant="default" size="xs">
          {label}
        </ButtonLink>
      )}
      <RowMenu label={number} actions={delivery ? [link, ...menu] : menu} />
      {showsLink && delivery && (
        <TripLinkDialog
          tripId={delivery.tripId}
          driver={board.drivers.find(({ _id }) => _id === delivery.driverId)}
          driverName={delivery.driverName}
          timeZone={timeZone}
          onClose={() => setShowsLink(false)}
        />
      )}
    </div>
  );
}
