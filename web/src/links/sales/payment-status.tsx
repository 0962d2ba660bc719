import type { Order } from '@aisle/contract/sales/orders/order-view';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

type Payment = Order['payments'][number];
const underWay: Record<NonNullable<Payment['underWay']>, string> = {
  verify: 'Verifying card',
  authorise: 'Authorizing card',
  increment: 'Authorizing card',
  capture: 'Charging card',
  void: 'Releasing card',
};
export const paymentStates: Record<Payment['status'], [string, StatusFamily]> = {
  due: ['Balance due', 'waiting'],
  authorised: ['Authorized', 'working'],
  captured: ['Paid', 'good'],
  failed: ['Failed', 'bad'],
  voided: ['Released', 'off'],
};
export const providers: Record<string, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  simulated: 'Card',
  stripe: 'Card',
  coins: 'Coins',
  storeCredit: 'Store credit',
  giftCard: 'Gift card',
};
export const providerLabel = (provider: string): string => providers[provider] ?? provider;

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};
/** A card as staff and shoppers know it, for example "Visa …4242". */
export const cardLabel = ({ brand, last4 }: NonNullable<Payment['card']>): string =>
  `${brands[brand] ?? 'Card'} …${last4}`;

/** The status of a payment, or the pending request to its gateway. */
export function PaymentState({ payment }: { payment: Pick<Payment, 'status' | 'underWay'> }) {
  if (payment.underWay) return <StatusBadge family="working" label={underWay[payment.underWay]} />;
  const [label, family] = paymentStates[payment.status];
  return <StatusBadge family={family} label={label} />;
}
