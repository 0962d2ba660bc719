import type { Movement } from '@aisle/contract/lots';
import { OrderLink } from '../orders/order-link.tsx';
import { CountLink } from '../stock-counts/count-link.tsx';
import { TransferLink } from '../transfers/transfer-link.tsx';
import { LotLink } from './lot-link.tsx';

/** What made a movement: an order, a transfer, a count; else the lot that came in. */
export function MovementCause({ movement }: { movement: Movement }) {
  const { orderId, orderNumber, cause, lotId, lot, kind } = movement;
  if (orderId && orderNumber) return <OrderLink id={orderId} number={orderNumber} />;
  if (cause?.kind === 'transfer') return <TransferLink id={cause._id} number={cause.number} />;
  if (cause?.kind === 'count') return <CountLink id={cause._id} number={cause.number} />;
  if (kind === 'receipt' && lotId && lot) return <LotLink id={lotId} number={lot} />;
  return null;
}
