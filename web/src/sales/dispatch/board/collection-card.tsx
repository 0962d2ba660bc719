import type { Board, BoardCollection } from '@aisle/contract/sales/dispatch/dispatch';
import { type ReturnStep, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { failureOf } from '../../../core/api-error.ts';
import { useCan } from '../../../core/session/session.ts';
import { driverStepText } from '../../../links/sales/driver-status.tsx';
import { ReturnLink } from '../../../links/sales/return-link.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import type { Choice } from '../dialogs/choice-box.tsx';
import { FailedDialog } from '../dialogs/failed-dialog.tsx';
import { BoardCard } from './board-card.tsx';
import { CardSteps, type NextStep } from './card-steps.tsx';

interface CollectionCardProps {
  collection: BoardCollection;
  board: Board;
  now: number;
  showsLocation: boolean;
  choice: Choice | undefined;
  isMarked?: boolean;
  offer: () => void;
}

/** A return that a driver picks up, or can pick up, from the customer. */
export function CollectionCard({
  collection,
  board,
  now,
  showsLocation,
  choice,
  isMarked,
  offer,
}: CollectionCardProps) {
  const { _id, number, kind, delivery } = collection;
  return (
    <BoardCard
      errand={collection}
      link={<ReturnLink id={_id} number={number} />}
      choice={choice}
      isMarked={isMarked}
      time={kind === 'return' ? 'Pickup' : 'Exchange'}
      now={now}
      showsLocation={showsLocation}
      carrier={delivery && `${delivery.driverName} ${driverStepText(delivery, now)}`}
    >
      <Steps collection={collection} board={board} offer={offer} />
    </BoardCard>
  );
}

function Steps({ collection, board, offer }: Pick<CollectionCardProps, 'collection' | 'board' | 'offer'>) {
  const canEdit = useCan('order_edit');
  const stepping = useWrite(returnRoutes.updateStatus);
  const [failing, setFailing] = useState(false);
  if (!canEdit) return null;
  const { _id, number, version, kind, status, delivery } = collection;
  const name = delivery?.driverName ?? 'the driver';

  const step = (to: ReturnStep['status'], more: Partial<ReturnStep> = {}) =>
    stepping.mutateAsync({ params: { id: _id }, body: { status: to, version, ...more } });
  // Failures appear in a toast.
  const take = (to: ReturnStep['status']) => step(to).catch(() => undefined);
  async function sure(label: string, text: string, to: ReturnStep['status']): Promise<void> {
    if (await confirm({ title: `${label}: ${number}?`, text, confirm: label, danger: false })) await take(to);
  }

  function next(): NextStep {
    switch (status) {
      case 'approved':
        if (!delivery) return { label: 'Request a driver…', run: offer, menu: [] };
        return {
          label: 'Mark accepted',
          run: () => take('driverApproved'),
          menu: [{ label: 'Request another driver…', onClick: offer }],
        };
      case 'driverApproved':
        return {
          label: 'Mark on the way',
          run: () => take('driverOnTheWay'),
          menu: [
            {
              label: 'Cancel pickup',
              onClick: () =>
                void sure(
                  'Cancel pickup',
                  `Removes the pickup from ${name}. It waits for a driver, or for the customer to bring it.`,
                  'approved',
                ),
            },
          ],
        };
      case 'driverPickedUp':
        return {
          label: 'Receive return…',
          run: { to: '/orders/returns/$id', params: { id: _id } },
          menu: [],
        };
      default:
        return {
          label: 'Mark picked up',
          run: () => take('driverPickedUp'),
          menu: [{ label: 'Mark as failed…', onClick: () => setFailing(true) }],
        };
    }
  }
  return (
    <>
      <CardSteps errand={collection} board={board} next={next()} isBusy={stepping.isPending} />
      {failing && (
        <FailedDialog
          number={number}
          isPickup
          fail={(note) => failureOf(step(kind === 'return' ? 'returnFailed' : 'replacementFailed', { note }))}
          onClose={() => setFailing(false)}
        />
      )}
    </>
  );
}
