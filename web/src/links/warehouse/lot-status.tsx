import type { LotStatus, MovementKind } from '@aisle/contract/warehouse/lots';
import type { LevelStatus } from '@aisle/contract/warehouse/stock-levels';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const lots: Record<LotStatus, { label: string; family: StatusFamily }> = {
  inStock: { label: 'In stock', family: 'good' },
  expiring: { label: 'Expires soon', family: 'waiting' },
  expired: { label: 'Expired', family: 'bad' },
  empty: { label: 'Used up', family: 'off' },
};
export const lotChoices = Object.entries(lots).map(([value, { label }]) => ({ value, label }));
export const LotState = ({ status }: { status: LotStatus }) => <StatusBadge {...lots[status]} />;

const levels: Record<LevelStatus, { label: string; family: StatusFamily }> = {
  out: { label: 'Out of stock', family: 'bad' },
  low: { label: 'Low', family: 'waiting' },
  ok: { label: 'In stock', family: 'good' },
};
export const LevelState = ({ status }: { status: LevelStatus }) => <StatusBadge {...levels[status]} />;

export const movementLabels: Record<MovementKind, string> = {
  receipt: 'Received',
  reserve: 'Reserved for an order',
  release: 'Reservation released',
  pick: 'Picked',
  return: 'Returned',
  waste: 'Wasted',
  damage: 'Damaged',
  count: 'Counted',
  correction: 'Corrected',
  transferOut: 'Transferred out',
  transferIn: 'Transferred in',
  sold: 'Sold at the counter',
};
