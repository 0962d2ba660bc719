import { kmToMiles } from '@aisle/contract/core/dates';
import type { Board, BoardCollection } from '@aisle/contract/dispatch';
import { type ReturnStep, returnRoutes } from '@aisle/contract/returns';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { inHandText } from '../drivers/driver-status.tsx';
import { ReturnLink } from '../returns/return-link.tsx';
import boardClasses from '../ui/board.module.css';
import { confirm } from '../ui/confirm.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { type Choice, ChoiceBox } from './choice-box.tsx';
import classes from './dispatch.module.css';
import { FailedDialog } from './failed-dialog.tsx';
import { LinkDialog } from './trip-link.tsx';

interface CollectionCardProps {
  collection: BoardCollection;
  board: Board;
  now: number;
  showsLocation: boolean;
  choice: Choice | undefined;
  offer: () => void;
}

/** Goods that a driver fetches at a customer's, or might. */
export function CollectionCard({
  collection,
  board,
  now,
  showsLocation,
  choice,
  offer,
}: CollectionCardProps) {
  const { _id, number, kind, line1, postalCode, distanceKm, lineCount, delivery } = collection;
  const miles = distanceKm === null ? null : `${kmToMiles(distanceKm).toFixed(1)} mi`;
  return (
    <li className={boardClasses.card}>
      <div className={boardClasses.line}>
        <span className={classes.number}>
          <ChoiceBox number={number} choice={choice} />
          <ReturnLink id={_id} number={number} />
        </span>
        <span className={boardClasses.time}>{kind === 'return' ? 'to fetch' : 'to swap'}</span>
      </div>
      <div>{collection.customerName}</div>
      <div className={boardClasses.quiet}>
        {[line1, postalCode, miles].filter(Boolean).join(' · ')}
        <br />
        {lineCount === 1 ? '1 item' : `${lineCount} items`}
        {showsLocation && ` · ${collection.locationName}`}
      </div>
      {delivery && (
        <div className={classes.carrier}>
          {delivery.driverName} {inHandText(delivery, now)}
        </div>
      )}
      <Actions collection={collection} board={board} offer={offer} />
    </li>
  );
}

/** The usual next step as a button, the others in a menu. */
function Actions({ collection, board, offer }: Pick<CollectionCardProps, 'collection' | 'board' | 'offer'>) {
  const mayEdit = useMay('order_edit');
  const stepping = useWrite(returnRoutes.updateStatus);
  const [showsLink, setShowsLink] = useState(false);
  const [failing, setFailing] = useState(false);
  if (!mayEdit) return null;
  const { _id, number, version, kind, status, delivery } = collection;
  const name = delivery?.driverName ?? 'The driver';

  const take = (to: ReturnStep['status'], more: Partial<ReturnStep> = {}) =>
    stepping.mutate({ params: { id: _id }, body: { status: to, version, ...more } });
  async function sure(label: string, text: string, to: ReturnStep['status']): Promise<void> {
    if (await confirm({ title: `${label}: ${number}?`, text, confirm: label, danger: false })) take(to);
  }
  const link = delivery && { label: 'Link for the driver…', onClick: () => setShowsLink(true) };

  function plan(): { label: string; run: () => void; menu: { label: string; onClick: () => void }[] } {
    switch (status) {
      case 'approved':
        if (!delivery) return { label: 'Ask a driver…', run: offer, menu: [] };
        return {
          label: 'Driver accepted',
          run: () => void sure('Driver accepted', `${name} has said yes by other ways.`, 'driverApproved'),
          menu: [{ label: 'Ask somebody else…', onClick: offer }],
        };
      case 'driverApproved':
        return {
          label: 'Driver on the way',
          run: () => void sure('Driver on the way', `${name} drives to the customer.`, 'driverOnTheWay'),
          menu: [
            {
              label: 'No driver comes',
              onClick: () =>
                void sure('No driver comes', 'It waits for a driver again, or for the customer.', 'approved'),
            },
          ],
        };
      default:
        return {
          label: 'Driver has the goods',
          run: () =>
            void sure('Driver has the goods', 'They are on their way to the location.', 'driverPickedUp'),
          menu: [{ label: 'Could not be fetched…', onClick: () => setFailing(true) }],
        };
    }
  }
  const { label, run, menu } = plan();
  return (
    <div className={classes.actions}>
      {status === 'driverPickedUp' ? (
        <Button component={Link} to={`/orders/returns/${_id}`} variant="default" size="xs">
          Take it in…
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`${label}: ${number}, ${collection.customerName}`}
          loading={stepping.isPending}
          onClick={run}
        >
          {label}
        </Button>
      )}
      <RowMenu
        label={number}
        actions={[...(link ? [link] : []), ...(status === 'driverPickedUp' ? [] : menu)]}
      />
      {showsLink && delivery && (
        <LinkDialog
          tripId={delivery.tripId}
          driver={board.drivers.find((driver) => driver._id === delivery.driverId)}
          driverName={delivery.driverName}
          onClose={() => setShowsLink(false)}
        />
      )}
      {failing && (
        <FailedDialog
          number={number}
          isFetched
          fail={(note) => take(kind === 'return' ? 'returnFailed' : 'replacementFailed', { note })}
          onClose={() => setFailing(false)}
        />
      )}
    </div>
  );
}
