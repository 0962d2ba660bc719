import {
  type GiftCard,
  type GiftCardStatus,
  giftCardStatusLabels,
} from '@aisle/contract/customers/gift-cards';
import type { Actor } from '../../core/http/actor.ts';
import { type Problem, problem } from '../../core/problem.ts';

export const notPossible = ({ number, status }: GiftCard): Problem =>
  problem('giftCards.step-not-possible', { number, status: giftCardStatusLabels[status].toLowerCase() });

/** Only users who can view cards get the reason. */
export const unusable = ({ permissions }: Pick<Actor, 'permissions'>, status?: GiftCardStatus): Problem => {
  if (!status || !permissions.has('gift_card_view')) return problem('giftCards.not-usable');
  const message = `This gift card is ${giftCardStatusLabels[status].toLowerCase()}`;
  return problem('giftCards.not-usable', {}, { message });
};
