import { z } from 'zod';

/** How an order is paid. The settings contain the types that the marketplace offers. */
export const paymentTypes = ['cashOnDelivery', 'card', 'coins'] as const;
export const PaymentType = z.enum(paymentTypes);
export type PaymentType = z.infer<typeof PaymentType>;
export const paymentTypeLabels: Record<PaymentType, string> = {
  cashOnDelivery: 'Cash on delivery',
  card: 'Card',
  coins: 'Coins',
};

/** The label of a payment type; cash for a pickup is paid at the counter. Types from other programs stay as they are. */
export function paymentLabel(type: string, fulfilment?: 'delivery' | 'pickup'): string {
  if (type === 'cashOnDelivery' && fulfilment === 'pickup') return 'Cash at pickup';
  return (paymentTypeLabels as Record<string, string | undefined>)[type] ?? type;
}
