import { type GiftCardStatus, giftCardStatusLabels } from '@aisle/contract/customers/gift-cards';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<GiftCardStatus, StatusFamily> = {
  active: 'good',
  frozen: 'waiting',
  voided: 'bad',
  used: 'off',
  expired: 'off',
};
export const GiftCardStatusBadge = ({ status }: { status: GiftCardStatus }) => (
  <StatusBadge family={families[status]} label={giftCardStatusLabels[status]} />
);
