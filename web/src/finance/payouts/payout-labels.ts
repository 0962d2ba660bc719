import { formatDay } from '@aisle/contract/core/dates';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import { type Payout, type PayoutMethod, payoutMethods } from '@aisle/contract/finance/statements';

export const methodLabel = (method: PayoutMethod): string => payoutMethodLabels[method];
export const methodChoices = payoutMethods.map((value) => ({ value, label: methodLabel(value) }));

/** "Bank transfer 4711 on 11/02/2026" */
export const payoutText = ({ method, reference, paidOn }: Pick<Payout, 'method' | 'reference' | 'paidOn'>) =>
  `${methodLabel(method)} ${reference} on ${formatDay(paidOn)}`;
