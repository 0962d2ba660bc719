import { formatDay } from '@aisle/contract/core/dates';
import { payoutMethodLabels } from '@aisle/contract/finance/statement-labels';
import { type Payout, type PayoutMethod, payoutMethods } from '@aisle/contract/finance/statements';

export const methodLabel = (method: PayoutMethod): string => payoutMethodLabels[method];
const choiceOf = (value: PayoutMethod) => ({ value, label: methodLabel(value) });
export const methodChoices = payoutMethods.map(choiceOf);
/** The card provider makes its transfers itself, in a payout run. */
export const recordedMethods = methodChoices.filter(({ value }) => value !== 'stripe');

/** "Bank transfer 4711 to ••8730 on 11/02/2026" */
export const payoutText = ({
  method,
  reference,
  accountLast4,
  paidOn,
}: Pick<Payout, 'method' | 'reference' | 'accountLast4' | 'paidOn'>) =>
  `${methodLabel(method)} ${reference}${accountLast4 ? ` to ••${accountLast4}` : ''} on ${formatDay(paidOn)}`;
