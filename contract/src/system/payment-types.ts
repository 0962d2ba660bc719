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
