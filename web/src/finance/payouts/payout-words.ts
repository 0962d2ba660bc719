import { formatDay } from '@aisle/contract/core/dates';
import { type Payout, type PayoutMethod, payoutMethods } from '@aisle/contract/finance/statements';

const methods: Record<PayoutMethod, string> = {
  bankTransfer: 'Bank transfer',
  check: 'Check',
  cash: 'Cash',
  other: 'Other',
};
export const methodLabel = (method: PayoutMethod): string => methods[method];
export const methodChoices = payoutMethods.map((value) => ({ value, label: methods[value] }));

/** "Bank transfer 4711 on 11/02/2026" */
export const payoutText = ({ method, reference, paidOn }: Pick<Payout, 'method' | 'reference' | 'paidOn'>) =>
  `${methods[method]} ${reference} on ${formatDay(paidOn)}`;
