import type { Board, BoardCollection } from '@aisle/contract/sales/dispatch';
import { type ReturnStep, returnRoutes } from '@aisle/contract/sales/returns';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { inHandText } from '../../links/driver-status.tsx';
import { ReturnLink } from '../../links/return-link.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { BoardCard } from './board-card.tsx';
import { CardSteps, type NextStep } from './card-steps.tsx';
import type { Choice } from './choice-box.tsx';
import { FailedDialog } from './failed-dialog.tsx';

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
  const { _id, number, kind, delivery } = collection;
  return (
    <BoardCard
      errand={collection}
      link={<ReturnLink id={_id} number={number} />}
      choice={choice}
      time={kind === 'return' ? 'to fetch' : 'to swap'}
      now={now}
      showsLocation={showsLocation}
      carrier={delivery && `${delivery.driverName} ${inHandText(delivery, now)}`}
    >
      <Steps collection={collection} board={board} offer={offer} />
    </BoardCard>
  );
}

function Steps({ collection, board, offer }: Pick<CollectionCardProps, 'collection' | 'board' | 'offer'>) {
  const mayEdit = useMay('order_edit');
  const stepping = useWrite(returnRoutes.updateStatus);
  const [failing, setFailing] = useState(false);
  if (!mayEdit) return null;
  const { _id, number, version, kind, status, delivery } = collection;
  const name = delivery?.driverName ?? 'The driver';

  const take = (to: ReturnStep['status'], more: Partial<ReturnStep> = {}) =>
    stepping.mutate({ params: { id: _id }, body: { status: to, version, ...more } });
  async function sure(label: string, text: string, to: ReturnStep['status']): Promise<void> {
    if (await confirm({ title: `${label}: ${number}?`, text, confirm: label, danger: false })) take(to);
  }

  function next(): NextStep {
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
      case 'driverPickedUp':
        return { label: 'Take it in…', run: { to: '/orders/returns/$id', params: { id: _id } }, menu: [] };
      default:
        return {
          label: 'Driver has the goods',
          run: () =>
            void sure('Driver has the goods', 'They are on their way to the location.', 'driverPickedUp'),
          menu: [{ label: 'Could not be fetched…', onClick: () => setFailing(true) }],
        };
    }
  }
  return (
    <>
      <CardSteps errand={collection} board={board} next={next()} isBusy={stepping.isPending} />
      {failing && (
        <FailedDialog
          number={number}
          isFetched
          fail={(note) => take(kind === 'return' ? 'returnFailed' : 'replacementFailed', { note })}
          onClose={() => setFailing(false)}
        />
      )}
    </>
  );
}
