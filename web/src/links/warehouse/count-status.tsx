import type { CountState, StockCountStatus } from '@aisle/contract/warehouse/stock-counts';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const statuses: Record<StockCountStatus, { label: string; family: StatusFamily }> = {
  open: { label: 'Being counted', family: 'working' },
  review: { label: 'In review', family: 'waiting' },
  posted: { label: 'Posted', family: 'good' },
  cancelled: { label: 'Cancelled', family: 'off' },
};
export const countChoices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));
export const CountStatus = ({ status }: { status: StockCountStatus }) => (
  <StatusBadge {...statuses[status]} />
);

const states: Record<CountState, { label: string; family: StatusFamily }> = {
  open: { label: 'Not counted', family: 'off' },
  counted: { label: 'Counted', family: 'good' },
  conflict: { label: 'Counts differ', family: 'bad' },
  recount: { label: 'Count again', family: 'waiting' },
};
export const stateChoices = Object.entries(states).map(([value, { label }]) => ({ value, label }));
export const ItemState = ({ state }: { state: CountState }) => <StatusBadge {...states[state]} />;
