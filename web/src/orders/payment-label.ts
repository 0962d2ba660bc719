import { paymentTypeLabels } from '@aisle/contract/settings';

/** A kind of payment in words; one that another program made up stays as it is. */
export const paymentLabel = (type: string): string =>
  (paymentTypeLabels as Record<string, string | undefined>)[type] ?? type;
