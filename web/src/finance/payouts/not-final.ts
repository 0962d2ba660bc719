import { pluralize } from '@aisle/contract/core/pluralize';
import type { NotFinal } from '@aisle/contract/finance/statements';

/** What can still change the amounts of a period. */
export const notFinalLabels: Record<keyof NotFinal, (count: number) => string> = {
  openReturns: (count) => pluralize(count, 'open return'),
  refundsInProgress: (count) => `${pluralize(count, 'refund')} in progress`,
  ordersOut: (count) => `${pluralize(count, 'order')} not delivered yet`,
};

/** "Not final: 3 open returns, 1 refund in progress"; null if everything is final. */
export function notFinalText({ openReturns, refundsInProgress, ordersOut }: NotFinal): string | null {
  const texts = [
    openReturns > 0 && notFinalLabels.openReturns(openReturns),
    refundsInProgress > 0 && notFinalLabels.refundsInProgress(refundsInProgress),
    ordersOut > 0 && notFinalLabels.ordersOut(ordersOut),
  ].filter((text) => text !== false);
  return texts.length === 0 ? null : `Not final: ${texts.join(', ')}`;
}
