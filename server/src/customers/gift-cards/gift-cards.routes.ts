import type { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Handlers } from '../../core/http/serve.ts';
import {
  balanceOf,
  issueGiftCard,
  pageOfGiftCards,
  redeemGiftCard,
  replaceGiftCard,
  stepGiftCard,
  viewGiftCard,
} from './gift-cards.service.ts';

export const giftCardHandlers: Handlers<typeof giftCardRoutes> = {
  list: ({ tx, body }) => pageOfGiftCards(tx, body),
  view: ({ tx, params }) => viewGiftCard(tx, params.id),
  create: (call) => issueGiftCard(call, call.body),
  updateStatus: ({ tx, actor, params, body }) => stepGiftCard(tx, actor, params.id, body),
  replace: (call) => replaceGiftCard(call, call.params.id, call.body),
  redeem: (call) => redeemGiftCard(call, call.body),
  balance: (call) => balanceOf(call, call.body.code),
};
