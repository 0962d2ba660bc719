import { fullName } from '@aisle/contract/core/full-name';
import { isPicked } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useQueuedWrites } from '../../../core/offline/write-queue.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { useOneLocation } from '../../../links/locations/choose-location.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { boardWith, nextToPick } from './queue.ts';

/** After picking, leads on to the next order by the sequence of the queue, or back to it. */
export function NextOrder({ order: { _id, status } }: { order: Pick<Order, '_id' | 'status'> }) {
  const { userId, user } = useSignedIn();
  const held = useQueuedWrites();
  const locationId = useOneLocation();
  const isShown = isPicked(status);
  const reading = read(orderRoutes.board, { body: locationId ? { locationId } : {} });
  const { data } = useQuery({ ...reading, enabled: isShown, meta: { quiet: true } });
  if (!isShown) return null;
  const next = nextToPick(boardWith(data, held, { _id: userId, name: fullName(user) }), _id, userId);
  return (
    <nav aria-label="Queue" className="row wrap gap-2">
      <ButtonLink to="/orders/queue" variant="default">
        Back to queue
      </ButtonLink>
      {next && (
        <ButtonLink to="/orders/view/$id" params={{ id: next._id }} variant="light" color="teal">
          Next: {next.number}
        </ButtonLink>
      )}
    </nav>
  );
}
