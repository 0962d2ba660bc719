import type { Movement } from '@aisle/contract/warehouse/lots';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { LotLink } from '../../links/warehouse/lot-link.tsx';
import { RecordLink } from '../../ui/record/record-link.tsx';

/** The cause of a movement: an order, a transfer or a count; otherwise the received lot. */
export function MovementCause({ movement }: { movement: Movement }) {
  const { orderId, orderNumber, cause, lotId, lot, kind } = movement;
  if (orderId && orderNumber) return <OrderLink id={orderId} number={orderNumber} />;
  if (cause?.kind === 'transfer') return <TransferLink id={cause._id} number={cause.number} />;
  if (cause?.kind === 'count') return <CountLink id={cause._id} number={cause.number} />;
  if (kind === 'receipt' && lotId && lot) return <LotLink id={lotId} number={lot} />;
  return null;
}

const CountLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/inventory/counts/$id" params={{ id }} permission="inventory_list">
    {number}
  </RecordLink>
);

const TransferLink = ({ id, number }: { id: string; number: string }) => (
  <RecordLink to="/inventory/transfers/$id" params={{ id }} permission="inventory_view">
    {number}
  </RecordLink>
);
